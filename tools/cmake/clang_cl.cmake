# Windows with the libraries and the ABI of MSVC: clang-cl, whose programs and libraries link with those of cl.exe.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "strew is not compiled by cl.exe, which has no integers of 128 bits and none of the attributes of gcc and "
                      "clang: clang-cl compiles it, a component of Visual Studio's installer (cmake -G Ninja "
                      "-DCMAKE_C_COMPILER=clang-cl -DCMAKE_CXX_COMPILER=clang-cl, or -T ClangCL); what it makes links with "
                      "programs of cl.exe")
endif()
set(strew_clang "/clang:")
# To clang-cl -Wall is every warning that there is.
set(strew_warnings /W4)
target_compile_definitions(strew_flags INTERFACE NOMINMAX _CRT_SECURE_NO_WARNINGS _CRT_NONSTDC_NO_WARNINGS)
# Divisions of 128 bits and questions about the processor are functions of clang's own runtime, which no one links by itself.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-resource-dir OUTPUT_VARIABLE strew_clang_folder
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_library(STREW_CLANG_RUNTIME clang_rt.builtins-x86_64 PATHS ${strew_clang_folder}/lib/windows NO_DEFAULT_PATH REQUIRED)
mark_as_advanced(STREW_CLANG_RUNTIME)
target_link_libraries(strew_flags INTERFACE ${STREW_CLANG_RUNTIME})
