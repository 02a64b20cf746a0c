// An index outside its extent, or two positions that write one cell, as text and as fields.
#pragma once

#include "diagnostic.hpp"
#include "strew/strew.h"

namespace strew::cli {

// Sets message, hint and details of `made` from a STREW_STATUS_INDEX.
void describe_index_error(const strew_error& error, const call_info& info, diagnostic& made);

}  // namespace strew::cli
