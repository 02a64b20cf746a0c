// The same program where it is of C++17, and stays so.
#include "consumer_directml.cpp"

static_assert(__cplusplus == 201703L, "strew changed the standard of a target that names one");
