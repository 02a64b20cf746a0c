// How work on files ends: well, with a failure of the contract, or with one of the system.
#pragma once

#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "base/status.hpp"
#include "strew/strew.h"

namespace strew::engine::outofcore {

struct trouble {
  status refused;        // by a rule: IX1, CN1, MM1 ...
  int error_number = 0;  // else errno
  std::string what;      // ... what could not be done
  int file = -1;         // ... and with which open file, if it is one of the caller's
};
using outcome = std::optional<trouble>;

// The record of what a rule refuses.
strew_error error_of(const trouble& of);

inline outcome of_rule(failure bad) {
  return trouble{status(std::move(bad)), 0, {}, -1};
}
inline outcome of_system(const char* what, int error_number = errno, int file = -1) {
  return trouble{{}, error_number, what, file};
}

}  // namespace strew::engine::outofcore
