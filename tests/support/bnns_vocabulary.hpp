// A call as BNNS's descriptors.
#pragma once

#include "strew/bnns.h"
#include "support/frontend_vocabulary.hpp"

namespace strew::support {

struct bnns_vocabulary {
  BNNSNDArrayDescriptor data = {}, indices = {}, updates = {}, output = {};
  BNNSReduceFunction reduction = BNNSReduceFunctionNone;
  strew_options options = STREW_OPTIONS_INIT;  // those of the call without its reduction
  bool has_options = true;                     // false: they are BNNS's own
  size_t axis = 0;
};

// False where BNNS cannot express the call.
bool say(const frontend_call& call, bnns_vocabulary& vocabulary);

}  // namespace strew::support
