# fmt, which frontends, programs and tests are built with, and Highway, which the library is: headers. Those of
# the system, else pinned archives (tools/cmake/needed.cmake). libzip and protobuf are the program's own.
include(${CMAKE_CURRENT_LIST_DIR}/needed.cmake)

if(SKBUILD AND NOT STREW_BUILD_CLI)  # the frontends of a wheel are the program's
  set(STREW_BUILD_FRONTENDS OFF)
endif()

if(STREW_BUILD_CLI OR STREW_BUILD_FRONTENDS OR STREW_BUILD_TESTS)
  set(strew_without_fmt "")
  foreach(part CLI FRONTENDS TESTS)
    if(STREW_BUILD_${part} AND NOT (SKBUILD AND part STREQUAL "FRONTENDS"))
      list(APPEND strew_without_fmt STREW_BUILD_${part}=OFF)
    endif()
  endforeach()
  strew_headers(
    fmt
    PACKAGE fmt
    TARGET fmt::fmt-header-only
    URL https://github.com/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz
    SHA256 1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811
    HEADERS include
    DEFINITIONS FMT_HEADER_ONLY=1
    DEBIAN libfmt-dev
    HOMEBREW fmt
    CONDA fmt
    WITHOUT ${strew_without_fmt})
endif()

# For the files that fmt is compiled into: without the locales of the standard library, which no message asks for and which
# are more code than the rest of fmt. Until fmt 10 the first name, then the second.
set(strew_fmt_compiled FMT_HEADER_ONLY "FMT_STATIC_THOUSANDS_SEPARATOR=','" FMT_USE_LOCALE=0)

# Of the headers: a parent's Highway, or that of an archive, has no version of a package.
function(strew_version_of_highway variable)
  set(numbers "")
  foreach(part MAJOR MINOR PATCH)
    foreach(folder IN LISTS STREW_HIGHWAY)
      file(GLOB headers ${folder}/hwy/highway.h ${folder}/hwy/base.h)
      foreach(header IN LISTS headers)
        file(STRINGS ${header} line REGEX "^#define HWY_${part} [0-9]+$")
        string(REGEX MATCH "[0-9]+" number "${line}")
        list(APPEND numbers ${number})
      endforeach()
    endforeach()
  endforeach()
  list(JOIN numbers "." version)
  set(${variable} ${version} PARENT_SCOPE)
endfunction()

# Highway's headers, in STREW_HIGHWAY, for the kernels of src/kernel/simd/; its library is not used. Empty: the portable
# kernels only, as for every other processor.
set(STREW_HIGHWAY "")
set(strew_highway_version none)
if(STREW_SIMD AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|aarch64|arm64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  strew_headers(
    Highway
    PACKAGE hwy
    TARGET hwy::hwy
    URL https://github.com/google/highway/archive/refs/tags/1.0.3.tar.gz
    SHA256 566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e
    HEADERS .
    DEBIAN libhwy-dev
    HOMEBREW highway
    CONDA libhwy
    WITHOUT STREW_SIMD=OFF)
  if(TARGET hwy::hwy)
    get_target_property(STREW_HIGHWAY hwy::hwy INTERFACE_INCLUDE_DIRECTORIES)
    strew_version_of_highway(strew_highway_version)
  endif()
endif()

# libzip and zlib, which it brings, in STREW_LIBZIP. Its CMake package of Debian asks for the programs of libzip too. The
# program of a wheel reads no archives: what libzip needs in turn would be part of the wheel.
set(STREW_LIBZIP "")
if((STREW_BUILD_CLI OR STREW_BUILD_TESTS) AND NOT SKBUILD AND NOT CMAKE_CROSSCOMPILING)
  find_path(STREW_LIBZIP_INCLUDE zip.h)
  find_library(STREW_LIBZIP_LIBRARY zip)
  mark_as_advanced(STREW_LIBZIP_INCLUDE STREW_LIBZIP_LIBRARY)
  find_package(ZLIB QUIET)
  if(STREW_LIBZIP_INCLUDE AND STREW_LIBZIP_LIBRARY AND ZLIB_FOUND)
    set(STREW_LIBZIP ${STREW_LIBZIP_LIBRARY})
  elseif(STREW_BUILD_CLI)
    strew_is_missing(libzip DEBIAN libzip-dev HOMEBREW libzip CONDA libzip WITHOUT STREW_BUILD_CLI=OFF)
  endif()
endif()

# The compiler of protobuf and its lite runtime, for the files of ONNX; absent where libzip is absent, for the same reasons.
set(STREW_PROTOBUF OFF)
if((STREW_BUILD_CLI OR STREW_BUILD_TESTS) AND NOT SKBUILD AND NOT CMAKE_CROSSCOMPILING)
  find_package(Protobuf QUIET)
  if(TARGET protobuf::libprotobuf-lite AND TARGET protobuf::protoc)
    set(STREW_PROTOBUF ON)
  elseif(STREW_BUILD_CLI)
    strew_is_missing(protobuf DEBIAN protobuf-compiler libprotobuf-dev HOMEBREW protobuf CONDA libprotobuf
                     WITHOUT STREW_BUILD_CLI=OFF)
  endif()
endif()

if(STREW_BUILD_TESTS AND NOT CMAKE_CROSSCOMPILING)  # another machine's GoogleTest is not at hand
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    strew_is_missing(GoogleTest DEBIAN libgtest-dev HOMEBREW googletest CONDA gtest WITHOUT STREW_BUILD_TESTS=OFF)
  endif()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/threads.cmake)
strew_end_if_something_is_missing()
