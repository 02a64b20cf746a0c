# The destinations of `cmake --install`, and the Debian packages that CPack makes of the same components:
#   runtime  -> libstrew1               the shared library
#   directml -> libstrew-directml0.1    the frontend for DirectML; one package per soname, so that each can change alone
#   bnns     -> libstrew-bnns0.1        the frontend for BNNS
#   vulkan   -> libstrew-vulkan0.1      plans on Vulkan devices, where it is built
#   dev      -> libstrew-dev            headers, link names (or static libraries), the files of CMake and pkg-config
#   tools    -> strew                   the command line
# All paths in installed files are relative to the file, so an installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Path of folder `to` relative to folder `from`; both are relative to the prefix, or absolute.
function(strew_relative_folder variable from to)
  cmake_path(ABSOLUTE_PATH from BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
  cmake_path(ABSOLUTE_PATH to BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
  file(RELATIVE_PATH found "${from}" "${to}")
  string(REGEX REPLACE "/$" "" found "${found}")
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

install(
  TARGETS strew
  EXPORT strew-targets
  RUNTIME COMPONENT runtime
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT dev
  ARCHIVE COMPONENT dev)
# The frontends find libstrew in their own folder; in a system folder it is found without an rpath.
set(strew_frontends "")
foreach(frontend directml bnns vulkan)
  if(TARGET strew_${frontend})
    list(APPEND strew_frontends ${frontend})
    if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
      set_target_properties(strew_${frontend} PROPERTIES INSTALL_RPATH "${strew_own_folder}")
    endif()
    install(
      TARGETS strew_${frontend}
      EXPORT strew-targets
      RUNTIME COMPONENT ${frontend}
      LIBRARY COMPONENT ${frontend} NAMELINK_COMPONENT dev
      ARCHIVE COMPONENT dev)
  endif()
endforeach()
if(TARGET strew_directml_vulkan)  # a bridge between two of these
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set_target_properties(strew_directml_vulkan PROPERTIES INSTALL_RPATH "${strew_own_folder}")
  endif()
  install(
    TARGETS strew_directml_vulkan
    EXPORT strew-targets
    RUNTIME COMPONENT vulkan
    LIBRARY COMPONENT vulkan NAMELINK_COMPONENT dev
    ARCHIVE COMPONENT dev)
endif()
# Libraries that a C++ linker adds and a C linker does not: those of the C++ runtime.
set(cxx_runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(REMOVE_ITEM cxx_runtime ${CMAKE_C_IMPLICIT_LINK_LIBRARIES})

get_property(strew_import_files GLOBAL PROPERTY strew_import_files)
install(FILES ${strew_import_files} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)

install(DIRECTORY include/strew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
# The contract is what the comments of the headers refer to.
install(FILES docs/contract.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)

# CMake packages. Below 1.0 a minor version may change the C++ API; from 1.0 on only a major one may.
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/strew)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
configure_package_config_file(tools/cmake/strew-config.cmake.in strew-config.cmake INSTALL_DESTINATION ${config_dir}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(strew-config-version.cmake COMPATIBILITY ${compatibility})
install(EXPORT strew-targets NAMESPACE strew:: DESTINATION ${config_dir} COMPONENT dev)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/strew-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/strew-config-version.cmake
              tools/cmake/mpi.cmake
        DESTINATION ${config_dir} COMPONENT dev)

# pkg-config. The static library also requires oneTBB, the C++ runtime and threads: always if there is no shared library, else
# with `pkg-config --static`.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
strew_relative_folder(pc_to_prefix ${pc_dir} .)
strew_relative_folder(pc_libdir . ${CMAKE_INSTALL_LIBDIR})
strew_relative_folder(pc_includedir . ${CMAKE_INSTALL_INCLUDEDIR})
list(TRANSFORM cxx_runtime PREPEND -l OUTPUT_VARIABLE pc_runtime)
list(JOIN pc_runtime " " pc_runtime)
if("atomic" IN_LIST strew_system_libraries)
  string(APPEND pc_runtime " -latomic")
endif()
string(STRIP "${pc_runtime} ${CMAKE_THREAD_LIBS_INIT}" pc_runtime)
set(pc_requires "")
if(strew_tbb AND NOT BUILD_SHARED_LIBS)
  set(pc_requires "Requires: tbb\n")
endif()
set(pc_libs "")
set(pc_libs_private " ${pc_runtime}")
if(NOT BUILD_SHARED_LIBS)
  set(pc_libs " ${pc_runtime}")
  set(pc_libs_private "")
endif()
configure_file(tools/cmake/strew.pc.in strew.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/strew.pc DESTINATION ${pc_dir} COMPONENT dev)
set(pc_description_directml "Gather and scatter with DirectML's descriptions and objects, over host memory")
set(pc_description_bnns "Gather and scatter with BNNS's descriptors and functions")
set(pc_description_vulkan "Gather and scatter on Vulkan devices, in command buffers of the caller")
foreach(frontend IN LISTS strew_frontends)
  set(pc_description "${pc_description_${frontend}}")
  configure_file(tools/cmake/strew-frontend.pc.in strew-${frontend}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/strew-${frontend}.pc DESTINATION ${pc_dir} COMPONENT dev)
endforeach()

if(TARGET strew_cli)
  # A library in a system folder is found without an rpath.
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    strew_relative_folder(bin_to_lib ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR})
    set_target_properties(strew_cli PROPERTIES INSTALL_RPATH "${strew_own_folder}/${bin_to_lib}")
  endif()
  install(TARGETS strew_cli RUNTIME COMPONENT tools)
  if(NOT CMAKE_CROSSCOMPILING)  # they are what the program prints
    include(${CMAKE_CURRENT_LIST_DIR}/generated.cmake)
  endif()
endif()

if(PROJECT_IS_TOP_LEVEL)
  include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
endif()
