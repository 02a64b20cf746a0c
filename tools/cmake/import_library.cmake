# What programs of MSVC link with, beside the import library of MinGW (lib<name>.dll.a): <name>.lib, made by llvm-dlltool from
# the list of exported names <name>.def, which is installed too. `lib /def:<name>.def /machine:x64` makes the same one.
if(MINGW AND BUILD_SHARED_LIBS)
  find_program(STREW_LLVM_DLLTOOL NAMES llvm-dlltool llvm-dlltool-14)
  mark_as_advanced(STREW_LLVM_DLLTOOL)
  if(NOT STREW_LLVM_DLLTOOL)
    message(STATUS "strew: no llvm-dlltool: import libraries for programs of MSVC are not made, only lists of names (.def)")
  endif()
endif()

# Where the target is made: what follows a link belongs to its folder.
macro(strew_import_library target)
  if(MINGW AND BUILD_SHARED_LIBS)
    target_link_options(${target} PRIVATE "LINKER:--output-def,${PROJECT_BINARY_DIR}/${target}.def")
    set_property(GLOBAL APPEND PROPERTY strew_import_files ${PROJECT_BINARY_DIR}/${target}.def)
    if(STREW_LLVM_DLLTOOL)
      add_custom_command(
        TARGET ${target} POST_BUILD
        COMMAND ${STREW_LLVM_DLLTOOL} -m i386:x86-64 -D $<TARGET_FILE_NAME:${target}>
                -d ${PROJECT_BINARY_DIR}/${target}.def -l ${PROJECT_BINARY_DIR}/${target}.lib
        BYPRODUCTS ${PROJECT_BINARY_DIR}/${target}.lib
        VERBATIM)
      set_property(GLOBAL APPEND PROPERTY strew_import_files ${PROJECT_BINARY_DIR}/${target}.lib)
    endif()
  endif()
endmacro()
