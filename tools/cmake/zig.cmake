# Builds for another C library or system, STREW_TARGET as zig calls it (x86_64-linux-musl, x86_64-linux-gnu.2.28,
# aarch64-macos.13.3), with the clang, libc++ and linker of zig (PyPI's package ziglang, in the folder STREW_ZIG).
set(STREW_TARGET "" CACHE STRING "What is built for, as zig calls it")
set(STREW_ZIG "" CACHE PATH "The folder of the program zig")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STREW_TARGET STREW_ZIG)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR "${STREW_TARGET}")
set(CMAKE_SYSTEM_NAME Linux)
if(STREW_TARGET MATCHES "-macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_SYSTEM_VERSION 22.4.0)  # of macOS 13.3
  set(CMAKE_USER_MAKE_RULES_OVERRIDE ${CMAKE_CURRENT_LIST_DIR}/zig_macos.cmake)
  set(CMAKE_INSTALL_NAME_TOOL llvm-install-name-tool-14)
  set(STREW_LINKER_LISTS OFF)  # zig's linker for macOS takes no list of exported symbols
endif()

# A compiler is one file to CMake, and to ccache one of a name that it knows. By default zig compiles for the processor
# that it runs on, and traps what is undefined in what is not optimised.
function(strew_zig_program name)
  list(JOIN ARGN " " command)
  set(text "#!/bin/sh\nexec ${STREW_ZIG}/zig ${command} \"$@\"\n")
  set(file ${STREW_ZIG}/${STREW_TARGET}/${name})
  set(before "")
  if(EXISTS ${file})
    file(READ ${file} before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE ${file} "${text}")
    file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  endif()
endfunction()
strew_zig_program(clang cc -target ${STREW_TARGET} -mcpu=baseline -fno-sanitize=undefined)
strew_zig_program(clang++ c++ -target ${STREW_TARGET} -mcpu=baseline -fno-sanitize=undefined)
strew_zig_program(ar ar)
strew_zig_program(ranlib ranlib)
set(CMAKE_C_COMPILER ${STREW_ZIG}/${STREW_TARGET}/clang)
set(CMAKE_CXX_COMPILER ${STREW_ZIG}/${STREW_TARGET}/clang++)
set(CMAKE_AR ${STREW_ZIG}/${STREW_TARGET}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${STREW_ZIG}/${STREW_TARGET}/ranlib CACHE FILEPATH "")

# Packages of this machine are for this machine, and in its /usr/include are headers of its C library.
set(CMAKE_FIND_ROOT_PATH ${STREW_ZIG}/${STREW_TARGET})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
