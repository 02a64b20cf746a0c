# Who shares large calls among threads where the caller brings no executor, by STREW_TBB:
#   AUTO      oneTBB where it is found and a program can be linked with it, else the library's own threads
#   ON        oneTBB, or the build ends
#   STANDARD  the library's own threads, of std::thread
#   OFF       nobody: a build without threads, which says so at its end
# strew_threads_source is the name of a source in src/threads/, strew_tbb the target of oneTBB or empty.
set_property(CACHE STREW_TBB PROPERTY STRINGS AUTO ON STANDARD OFF)

# What PyPI's tbb-devel has put beside the packages of this Python (tools/pip): `what` is folder, that of TBBConfig.cmake,
# or licences; empty where it is not installed.
function(strew_tbb_of_python variable what)
  set(${variable} "" PARENT_SCOPE)
  find_package(Python 3.10 COMPONENTS Interpreter)
  if(Python_Interpreter_FOUND)
    execute_process(COMMAND ${Python_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/pip/tbb_of_pypi.py ${what}
                    OUTPUT_VARIABLE told OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(${variable} "${told}" PARENT_SCOPE)
  endif()
endfunction()

# What is found may be that of another machine, or only a shared library for a static program.
function(strew_check_tbb variable)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES TBB::tbb)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("#include <tbb/info.h>\nint main() { return tbb::info::default_concurrency() < 1; }"
                            strew_tbb_links)
  set(${variable} ${strew_tbb_links} PARENT_SCOPE)
endfunction()

if(NOT STREW_TBB MATCHES "^(AUTO|STANDARD|ON|on|1|TRUE|OFF|off|0|FALSE)$")
  message(FATAL_ERROR "strew: STREW_TBB is ${STREW_TBB}, which is none of AUTO, ON, STANDARD, OFF")
endif()
set(strew_tbb "")
set(strew_threads_source none)
if(STREW_TBB STREQUAL "STANDARD")
  set(strew_threads_source standard)
elseif(STREW_TBB)
  set(strew_threads_source standard)
  find_package(TBB 2021 CONFIG QUIET)
  if(SKBUILD AND NOT TARGET TBB::tbb)
    strew_tbb_of_python(TBB_DIR folder)
    find_package(TBB 2021 CONFIG QUIET)
  endif()
  set(strew_tbb_works OFF)
  if(TARGET TBB::tbb)
    strew_check_tbb(strew_tbb_works)
  endif()
  if(strew_tbb_works)
    set(strew_tbb TBB::tbb)
    set(strew_threads_source onetbb)
  elseif(NOT STREW_TBB STREQUAL "AUTO")
    strew_is_missing(oneTBB DEBIAN libtbb-dev HOMEBREW tbb CONDA tbb-devel WITHOUT STREW_TBB=AUTO)
  endif()
endif()
