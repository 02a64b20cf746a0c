// strew recover: what is left of a scatter in place.
#pragma once

#include <string>

#include "options.hpp"

namespace strew::cli {

struct recover_options {
  common_options common;
  std::string table;
};

inline constexpr const char* recover_footer =
    "'strew scatter --memory --in-place' keeps beside its table a folder of what completes it, .NAME.strew, until it "
    "is\n"
    "done. After any end of that process this command writes the rest, or removes a folder that nothing was written "
    "with.\n\n"
    "Examples:\n"
    "  strew recover table.npy";

int recover(const recover_options& options);

}  // namespace strew::cli
