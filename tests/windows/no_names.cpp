// STREW_DIRECTML_NO_NAMES: nothing of DirectML's is global, so a program may have such names of its own.
#define STREW_DIRECTML_NO_NAMES
#include "fill.hpp"

struct DML_TENSOR_DESC {
  char first;
};
struct IDMLDevice {};
enum { DML_OPERATOR_GATHER = 1000 };

static_assert(sizeof(::DML_TENSOR_DESC) == 1 && sizeof(strew::directml::DML_TENSOR_DESC) == 16);
static_assert(strew::directml::DML_OPERATOR_GATHER == 67 && ::DML_OPERATOR_GATHER == 1000);

long run_everything(void* memory) {
  return strew::directml::use::run_all(memory);
}
