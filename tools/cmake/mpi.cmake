# strew::mpi, the headers strew/mpi.hpp over the program's own MPI, where one is found: no library of strew contains MPI. For
# a project that links it before it has looked for MPI: find_package(strew CONFIG REQUIRED COMPONENTS mpi).
if(TARGET MPI::MPI_CXX AND NOT TARGET strew::mpi)
  add_library(strew::mpi INTERFACE IMPORTED)
  target_link_libraries(strew::mpi INTERFACE strew::strew MPI::MPI_CXX)
endif()
