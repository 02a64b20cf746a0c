# What strew needs of other projects: the system's, else a pinned archive, else the build ends with one sentence. It is
# said once, of everything that is missing (strew_end_if_something_is_missing).

foreach(kind names debian homebrew conda settings)
  set(strew_missing_${kind} "")
endforeach()
set(strew_not_fetched "")  # an archive, and why

# strew_is_missing(NAME DEBIAN package... HOMEBREW package... CONDA package... WITHOUT setting...): noted for the sentence.
# The settings build without it.
macro(strew_is_missing name)
  cmake_parse_arguments(strew_lack "" "" "DEBIAN;HOMEBREW;CONDA;WITHOUT" ${ARGN})
  list(APPEND strew_missing_names "${name}")
  list(APPEND strew_missing_debian ${strew_lack_DEBIAN})
  list(APPEND strew_missing_homebrew ${strew_lack_HOMEBREW})
  list(APPEND strew_missing_conda ${strew_lack_CONDA})
  list(APPEND strew_missing_settings ${strew_lack_WITHOUT})
endmacro()

function(strew_end_if_something_is_missing)
  if(NOT strew_missing_names)
    return()
  endif()
  foreach(kind debian homebrew conda settings)
    list(REMOVE_DUPLICATES strew_missing_${kind})
  endforeach()
  set(define "-D")
  if(SKBUILD)
    set(define "-Ccmake.define.")
  endif()
  list(TRANSFORM strew_missing_settings PREPEND "${define}")
  foreach(kind debian homebrew conda settings)
    list(JOIN strew_missing_${kind} " " ${kind})
  endforeach()
  list(JOIN strew_missing_names ", " names)
  set(fetched "")
  if(NOT STREW_FETCH)
    set(fetched " and not downloaded (STREW_FETCH is off)")
  elseif(strew_not_fetched)
    set(fetched " and not downloaded (${strew_not_fetched})")
  endif()
  message(FATAL_ERROR "strew needs ${names}, not found here${fetched}: apt install ${debian} (Debian), brew install "
                      "${homebrew} (Homebrew), conda install ${conda} (conda-forge), or build without: ${settings}")
endfunction()

# Downloads `archive`, where it may. It is tried before FetchContent has its turn, which would end the build after minutes
# with a page about its own project. After one that fails there is no way out: others would take as long to fail.
function(strew_download archive url)
  if(NOT STREW_FETCH OR FETCHCONTENT_FULLY_DISCONNECTED OR strew_not_fetched)
    return()
  endif()
  message(STATUS "strew: downloading ${url}")
  file(DOWNLOAD ${url} ${archive}.new STATUS status TIMEOUT 60 INACTIVITY_TIMEOUT 10)
  list(POP_FRONT status code)
  if(code EQUAL 0)
    file(RENAME ${archive}.new ${archive})
    return()
  endif()
  file(REMOVE ${archive}.new)
  string(REPLACE "\"" "" reason "${status}")
  message(STATUS "strew: not downloaded: ${reason}")
  set(strew_not_fetched "${url}: ${reason}" PARENT_SCOPE)
endfunction()

# The folder of a pinned archive, unpacked, in `variable`; empty where there is none. An archive that is in the folder
# `archives` of the build already is not downloaded, nor one for which FETCHCONTENT_SOURCE_DIR_... names a folder.
macro(strew_fetch variable name url sha256)
  set(${variable} "")
  string(TOUPPER FETCHCONTENT_SOURCE_DIR_strew_${name} strew_own_folder)
  get_filename_component(strew_archive ${url} NAME)
  set(strew_archive ${PROJECT_BINARY_DIR}/archives/${name}-${strew_archive})
  if(NOT EXISTS ${strew_archive} AND NOT ${strew_own_folder})
    strew_download(${strew_archive} ${url})
  endif()
  if(EXISTS ${strew_archive} OR ${strew_own_folder})
    strew_unpack(${variable} ${name} ${strew_archive} ${url} ${sha256})
  endif()
endmacro()

function(strew_unpack variable name archive url sha256)
  if(EXISTS ${archive})
    file(SHA256 ${archive} found)
    if(NOT found STREQUAL sha256)
      message(FATAL_ERROR "strew: ${archive} is not the pinned archive ${url}: its SHA-256 is ${found}, not ${sha256}")
    endif()
  endif()
  if(POLICY CMP0135)
    cmake_policy(SET CMP0135 NEW)
  endif()
  include(FetchContent)
  # Only its headers are used: its own CMake project is not entered.
  FetchContent_Declare(strew_${name} URL ${archive} URL_HASH SHA256=${sha256} SOURCE_SUBDIR not-entered)
  FetchContent_MakeAvailable(strew_${name})
  message(STATUS "strew: ${name} is that of ${url}")
  set(${variable} ${strew_${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

# strew_headers(NAME PACKAGE package TARGET target URL url SHA256 digest HEADERS folder DEBIAN ... WITHOUT ...): a library of
# headers, as `target`: that of a parent project, that of the CMake package, or that of the archive. DEFINITIONS are what
# the package's own target would bring.
macro(strew_headers name)
  cmake_parse_arguments(strew_of "" "PACKAGE;TARGET;URL;SHA256;HEADERS" "DEFINITIONS;DEBIAN;HOMEBREW;CONDA;WITHOUT" ${ARGN})
  if(NOT TARGET ${strew_of_TARGET})
    find_package(${strew_of_PACKAGE} QUIET)
  endif()
  if(NOT TARGET ${strew_of_TARGET})
    strew_fetch(strew_of_folder ${strew_of_PACKAGE} ${strew_of_URL} ${strew_of_SHA256})
    if(strew_of_folder)
      add_library(${strew_of_TARGET} INTERFACE IMPORTED)
      set_target_properties(
        ${strew_of_TARGET} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${strew_of_folder}/${strew_of_HEADERS}
                                      INTERFACE_COMPILE_DEFINITIONS "${strew_of_DEFINITIONS}")
    else()
      strew_is_missing(${name} DEBIAN ${strew_of_DEBIAN} HOMEBREW ${strew_of_HOMEBREW} CONDA ${strew_of_CONDA}
                       WITHOUT ${strew_of_WITHOUT})
    endif()
  endif()
endmacro()
