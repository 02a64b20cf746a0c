// After a platform's own DirectML.h: its names stay what they are, strew's stand in strew::directml.
#include "platform/DirectML.h"

#include "fill.hpp"

static_assert(sizeof(::DML_OPERATOR_DESC) < 16 && sizeof(strew::directml::DML_OPERATOR_DESC) == 16);
static_assert(sizeof(::DML_SCATTER_ND_OPERATOR_DESC) == 4);
static_assert(sizeof(strew::directml::DML_SCATTER_ND_OPERATOR_DESC) == 40);

HRESULT run_everything(void* memory, ::IDMLDevice& theirs) {
  theirs.AddRef();
  return strew::directml::use::run_all(memory);
}
