# The engine as the Python package has it: libstrew_package, beside the extension and the libraries of other runtimes, which
# all find it there. Its name and the version of its symbols are its own, so that no other libstrew of a process is taken
# for it, nor it for another.
function(strew_in_package target)
  install(TARGETS ${target} LIBRARY DESTINATION strew RUNTIME DESTINATION strew)
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "${strew_own_folder}" BUILD_WITH_INSTALL_RPATH ON)
endfunction()

# From the folder of programs to that of the package, in every place that pip installs to: the last one is that of
# `pip install --target`.
function(strew_program_in_package target)
  execute_process(COMMAND ${Python_EXECUTABLE} -c "import sysconfig; print(sysconfig.get_path('platlib', 'posix_prefix'))"
                  OUTPUT_VARIABLE packages OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  cmake_path(GET packages PARENT_PATH python)
  cmake_path(GET python FILENAME python)
  set(folders lib/${python}/site-packages lib64/${python}/site-packages lib/${python}/dist-packages lib/python3/dist-packages .)
  list(TRANSFORM folders REPLACE "(.+)" "${strew_own_folder}/../\\1/strew")
  install(TARGETS ${target} RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR})
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "${folders}" BUILD_WITH_INSTALL_RPATH ON)
endfunction()

set_target_properties(strew PROPERTIES OUTPUT_NAME strew_package LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/strew
                                       RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/strew)
strew_export_listed(strew strew_package)
strew_in_package(strew)

if(TARGET strew_private_tbb)
  if(strew_tbb_is_of_pypi)
    execute_process(COMMAND ${patchelf} --print-soname ${strew_private_tbb_file} OUTPUT_VARIABLE soname
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    add_custom_command(TARGET strew POST_BUILD VERBATIM
                       COMMAND ${patchelf} --replace-needed ${soname} libtbb_strew.so $<TARGET_FILE:strew>)
  endif()
  install(FILES ${strew_private_tbb_file} DESTINATION strew)
  install(FILES ${strew_private_tbb_licences} DESTINATION ${SKBUILD_METADATA_DIR}/licenses/oneTBB)
endif()
