// The same problem through the other public shapes of the library.
#pragma once

#include <string>
#include <vector>

#include "cases/doors.hpp"
#include "differential/expect.hpp"

namespace strew::differential {

struct door {
  const char* name;
  bool has_own_rules;  // where the C ABI refuses, the door may name a rule of its own
  std::optional<door_run> (*call)(const problem&, arena&);
};

const std::vector<door>& all_doors();

// The first difference to what the problem must do; empty if there is none. `names` gets the doors it went through.
std::string check_doors(const problem& p, const arena& before, const expectation& expected,
                        std::vector<const char*>& names);

}  // namespace strew::differential
