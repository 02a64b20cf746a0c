// How work on files ends: well, with a failure of the contract, or with one of the system.
#pragma once

#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "base/status.hpp"

namespace strew::engine::outofcore {

struct trouble {
  status refused;        // by a rule: IX1, CN1, MM1 ...
  int error_number = 0;  // else errno
  std::string what;      // ... and what could not be done
};
using outcome = std::optional<trouble>;

inline outcome of_rule(failure bad) {
  return trouble{status(std::move(bad)), 0, {}};
}
inline outcome of_system(const char* what, int error_number = errno) {
  return trouble{{}, error_number, what};
}

}  // namespace strew::engine::outofcore
