# The completions and the manual page of the command line, printed by the program where the shells and man look for them.
set(strew_zsh_folder zsh/site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")  # as in the Debian package, where site-functions is the administrator's
  set(strew_zsh_folder zsh/vendor-completions)
endif()

function(strew_generated format folder name)
  set(file ${PROJECT_BINARY_DIR}/generated/${format}/${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/${format})
  add_custom_command(OUTPUT ${file} COMMAND strew_cli generate ${format} > ${file} DEPENDS strew_cli VERBATIM)
  set_property(GLOBAL APPEND PROPERTY strew_generated_files ${file})
  install(FILES ${file} DESTINATION ${folder} COMPONENT tools)
endfunction()

strew_generated(bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions strew)
strew_generated(zsh ${CMAKE_INSTALL_DATADIR}/${strew_zsh_folder} _strew)
strew_generated(fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d strew.fish)
strew_generated(man ${CMAKE_INSTALL_MANDIR}/man1 strew.1)
get_property(strew_generated_files GLOBAL PROPERTY strew_generated_files)
add_custom_target(strew_generated ALL DEPENDS ${strew_generated_files})
