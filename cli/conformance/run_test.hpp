// One test folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/difference.hpp"
#include "conformance/finding.hpp"

namespace strew::cli::conformance {

struct run_settings {
  std::optional<tolerance> allowed;
  std::uint64_t threads = 0;
};

// Of several data sets the first that does not pass decides.
finding run_test(const std::string& folder, const run_settings& settings);

}  // namespace strew::cli::conformance
