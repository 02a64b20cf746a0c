// The same case through the other public APIs of the library.
#pragma once

#include <string>
#include <vector>

#include "cases/frontends.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

struct frontend {
  const char* name;
  bool has_own_rules;  // the frontend may report a rule of its own where the C ABI refuses
  std::optional<frontend_run> (*call)(const test_case&, arena&);
};

const std::vector<frontend>& all_frontends();

// The first difference from the expected result; empty if there is none. Adds the frontends that ran it to `names`.
std::string check_frontends(const test_case& p, const arena& before, const expectation& expected,
                            std::vector<const char*>& names);

}  // namespace strew::differential
