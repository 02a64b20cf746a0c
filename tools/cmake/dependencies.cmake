# Highway, whose headers the library is built with, and oneTBB, each where it is found; fmt and CLI11, which frontends,
# programs and tests are built with; libzip, of the program.
# A system has packages of them. pip is also used where it has none: there fmt comes from PyPI (cmeel-fmt, only its
# headers are used) or is downloaded, CLI11 is downloaded, and without a network the program is left out of the wheel.

# Headers that were downloaded before or now, in `variable`; empty where that fails.
function(strew_download variable name url hash headers)
  set(${variable} "" PARENT_SCOPE)
  set(folder ${PROJECT_BINARY_DIR}/downloaded/${name})
  if(NOT EXISTS ${folder}/${headers})
    message(STATUS "strew: downloading ${url}")
    file(DOWNLOAD ${url} ${folder}.tar.gz STATUS status TIMEOUT 60 INACTIVITY_TIMEOUT 10)
    list(POP_FRONT status code)
    if(NOT code EQUAL 0)
      message(STATUS "strew: not downloaded: ${status}")
      file(REMOVE ${folder}.tar.gz)
      return()
    endif()
    file(SHA256 ${folder}.tar.gz found)
    if(NOT found STREQUAL hash)
      message(FATAL_ERROR "${url} has the SHA-256 ${found}, not ${hash}")
    endif()
    file(ARCHIVE_EXTRACT INPUT ${folder}.tar.gz DESTINATION ${folder})
  endif()
  set(${variable} ${folder}/${headers} PARENT_SCOPE)
endfunction()

# The include folder of cmeel-fmt in the environment of this Python, in `variable`; empty where it is not installed.
function(strew_fmt_of_python variable)
  set(${variable} "" PARENT_SCOPE)
  find_package(Python 3.10 COMPONENTS Interpreter)
  if(NOT Python_Interpreter_FOUND)
    return()
  endif()
  execute_process(
    COMMAND ${Python_EXECUTABLE} -c "import sys; print(*[path + '/cmeel.prefix/include' for path in sys.path], sep=';')"
    OUTPUT_VARIABLE folders OUTPUT_STRIP_TRAILING_WHITESPACE)
  foreach(folder IN LISTS folders)
    if(EXISTS ${folder}/fmt/format.h)
      set(${variable} ${folder} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# An imported target of headers alone. Each file says itself how it compiles fmt: FMT_HEADER_ONLY.
macro(strew_headers target folder)
  add_library(${target} INTERFACE IMPORTED)
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${folder})
endmacro()

if(STREW_BUILD_CLI OR STREW_BUILD_FRONTENDS OR STREW_BUILD_TESTS)
  find_package(fmt QUIET)
  if(NOT fmt_FOUND AND SKBUILD)
    strew_fmt_of_python(fmt_headers)
    if(NOT fmt_headers)
      strew_download(fmt_headers fmt https://github.com/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz
                     1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811 fmt-10.2.1/include)
    endif()
    if(fmt_headers)
      message(STATUS "strew: fmt is that of ${fmt_headers}")
      strew_headers(fmt::fmt-header-only ${fmt_headers})
      add_compile_options(-Wno-deprecated-declarations)  # fmt 12 deprecates the only form that fmt 9 has
    endif()
  endif()
  if(NOT TARGET fmt::fmt-header-only AND NOT SKBUILD)
    message(FATAL_ERROR "strew needs the library fmt; Debian: apt install libfmt-dev")
  endif()
endif()

if(STREW_BUILD_CLI)
  find_package(CLI11 QUIET)
  if(NOT CLI11_FOUND AND SKBUILD)
    strew_download(CLI11_headers CLI11 https://github.com/CLIUtils/CLI11/archive/v2.3.2.tar.gz
                   aac0ab42108131ac5d3344a9db0fdf25c4db652296641955720a4fbe52334e22 CLI11-2.3.2/include)
    if(CLI11_headers)
      strew_headers(CLI11::CLI11 ${CLI11_headers})
    endif()
  endif()
  if(NOT TARGET CLI11::CLI11 AND NOT SKBUILD)
    message(FATAL_ERROR "The program strew needs the library CLI11; Debian: apt install libcli11-dev")
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
    message(FATAL_ERROR "The program strew needs libzip; Debian: apt install libzip-dev")
  endif()
endif()

# The compiler of protobuf and its lite runtime, for the files of ONNX; absent where libzip is absent, for the same reasons.
set(STREW_PROTOBUF OFF)
if((STREW_BUILD_CLI OR STREW_BUILD_TESTS) AND NOT SKBUILD AND NOT CMAKE_CROSSCOMPILING)
  find_package(Protobuf QUIET)
  if(TARGET protobuf::libprotobuf-lite AND TARGET protobuf::protoc)
    set(STREW_PROTOBUF ON)
  elseif(STREW_BUILD_CLI)
    message(FATAL_ERROR "The program strew needs protobuf; Debian: apt install protobuf-compiler libprotobuf-dev")
  endif()
endif()

if(SKBUILD AND STREW_BUILD_CLI AND NOT (TARGET fmt::fmt-header-only AND TARGET CLI11::CLI11))
  message(WARNING "The wheel gets no program strew: CLI11 and fmt are neither installed nor can they be downloaded. "
                  "Debian: apt install libcli11-dev libfmt-dev. The Python package needs neither.")
  set(STREW_BUILD_CLI OFF)
  set(STREW_BUILD_FRONTENDS OFF)
endif()

# Highway's headers, in STREW_HIGHWAY, for the kernels of src/kernel/simd/; its library is not used. Empty: the portable
# kernels only, as for every other processor. pip downloads them where the system has none.
set(STREW_HIGHWAY "")
if(NOT STREW_SIMD STREQUAL "OFF" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  find_path(STREW_HIGHWAY_INCLUDE hwy/foreach_target.h)
  mark_as_advanced(STREW_HIGHWAY_INCLUDE)
  if(STREW_HIGHWAY_INCLUDE)
    set(STREW_HIGHWAY ${STREW_HIGHWAY_INCLUDE})
  elseif(SKBUILD)
    strew_download(STREW_HIGHWAY highway https://github.com/google/highway/archive/refs/tags/1.0.3.tar.gz
                   566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e highway-1.0.3)
  endif()
  if(NOT STREW_HIGHWAY AND STREW_SIMD STREQUAL "ON")
    message(FATAL_ERROR "STREW_SIMD needs the headers of Highway; Debian: apt install libhwy-dev")
  elseif(NOT STREW_HIGHWAY)
    message(STATUS "strew: no kernels for AVX2 and AVX-512, which need the headers of Highway; Debian: apt install libhwy-dev")
  endif()
endif()

# The target of oneTBB in strew_tbb, or nothing. Where it is not required, it is used only if a program can be linked
# with it: what is found may be that of another machine, or only a shared library for a static program.
set(strew_tbb "")
if(STREW_TBB STREQUAL AUTO)
  find_package(TBB 2021 CONFIG QUIET)
  if(TARGET TBB::tbb)
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_LIBRARIES TBB::tbb)
    check_cxx_source_compiles("#include <tbb/info.h>\nint main() { return tbb::info::default_concurrency() < 1; }"
                              strew_tbb_links)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(strew_tbb_links)
      set(strew_tbb TBB::tbb)
    endif()
  endif()
elseif(STREW_TBB)
  find_package(TBB 2021 CONFIG REQUIRED)
  set(strew_tbb TBB::tbb)
endif()
if(strew_tbb)
  message(STATUS "strew: threads by oneTBB ${TBB_VERSION}")
else()
  message(STATUS "strew: no oneTBB (Debian: libtbb-dev): threads of its own, none with STREW_TBB=OFF")
endif()
