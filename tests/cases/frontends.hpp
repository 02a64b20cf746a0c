// Runs a case through the other public APIs of the library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases/call.hpp"

namespace strew::cases {

struct frontend_run {
  std::vector<answer> answers;  // one per run; a refused plan is one
  std::string defect;           // a violation of the contract of the frontend; empty if none
};

// Empty if the frontend cannot express the case.
std::optional<frontend_run> call_through_cpp(const test_case& p, arena& memory);
std::optional<frontend_run> call_through_directml(const test_case& p, arena& memory);
std::optional<frontend_run> call_through_bnns(const test_case& p, arena& memory);
std::optional<frontend_run> call_through_onnx(const test_case& p, arena& memory);

}  // namespace strew::cases
