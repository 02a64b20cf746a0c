// The same case through the other public shapes of the library.
#pragma once

#include <string>
#include <vector>

#include "cases/frontends.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

struct frontend {
  const char* name;
  bool has_own_rules;  // where the C ABI refuses, the frontend may name a rule of its own
  std::optional<frontend_run> (*call)(const test_case&, arena&);
};

const std::vector<frontend>& all_frontends();

// The first difference to what the case must do; empty if there is none. `names` gets the frontends it went through.
std::string check_frontends(const test_case& p, const arena& before, const expectation& expected,
                            std::vector<const char*>& names);

}  // namespace strew::differential
