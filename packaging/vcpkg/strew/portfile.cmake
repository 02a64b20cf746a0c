vcpkg_download_distfile(
  archive
  URLS "https://strew.invalid/strew-${VERSION}.tar.gz"
  FILENAME "strew-${VERSION}.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")

vcpkg_check_features(
  OUT_FEATURE_OPTIONS features
  FEATURES
    cli STREW_BUILD_CLI
    frontends STREW_BUILD_FRONTENDS
    simd STREW_SIMD)
# Without oneTBB large calls are shared among threads of strew's own.
if("tbb" IN_LIST FEATURES)
  list(APPEND features -DSTREW_TBB=ON)
else()
  list(APPEND features -DSTREW_TBB=STANDARD)
endif()

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${features}
    -DSTREW_BUILD_EXAMPLES=OFF
    -DSTREW_BUILD_TESTS=OFF
    -DSTREW_FETCH=OFF
  OPTIONS_DEBUG
    -DSTREW_BUILD_CLI=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/strew)
vcpkg_fixup_pkgconfig()
if("cli" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES strew AUTO_CLEAN)
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
                    "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
