# CPack: a .tar.gz of everything, or the Debian packages listed in install.cmake.
# `make deb` configures with the prefix /usr, so that libraries are installed where Debian requires them.
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_CONTACT "The strew authors <authors@strew.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Scatter and gather for tensors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime ${strew_frontends} dev tools)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Where dpkg-shlibdeps finds our own libraries; it finds no package for them, so those are listed below.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/frontends
                                                ${PROJECT_BINARY_DIR}/backends/vulkan)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# A program linked with a soname works with every later library of that soname.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY >=)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libstrew${strew_abi})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The shared library with the C functions strew_*.")

set(packages runtime:libstrew${strew_abi} dev:libstrew-dev tools:strew)
set(needs_all "libstrew${strew_abi} (= ${PROJECT_VERSION})")
set(needs_tools "libstrew${strew_abi} (>= ${PROJECT_VERSION})")
foreach(frontend IN LISTS strew_frontends)
  string(TOUPPER ${frontend} upper)
  get_target_property(soname_version strew_${frontend} SOVERSION)
  set(package libstrew-${frontend}${soname_version})
  list(APPEND packages ${frontend}:${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "libstrew${strew_abi} (>= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${pc_description_${frontend}}.")
  string(APPEND needs_all ", ${package} (= ${PROJECT_VERSION})")
  string(APPEND needs_tools ", ${package} (>= ${PROJECT_VERSION})")  # queried by strew caps
endforeach()

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libstrew-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${needs_all}")
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DEV_DESCRIPTION "The headers for C and C++, and the files of CMake and pkg-config.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME strew)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${needs_tools}")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The command line: gather, scatter and inspect .npy files.")

# Debian requires the licence of a package in the package's own folder.
foreach(pair IN LISTS packages)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package} RENAME copyright
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
