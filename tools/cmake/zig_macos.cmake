# CMake asks the Mac that it runs on whether it knows @rpath.
foreach(language C CXX)
  set(CMAKE_SHARED_LIBRARY_RUNTIME_${language}_FLAG "-Wl,-rpath,")
  set(CMAKE_SHARED_LIBRARY_RUNTIME_${language}_FLAG_SEP "")
endforeach()
