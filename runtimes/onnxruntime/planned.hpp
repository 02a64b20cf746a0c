// A plan of a node for operands of certain types and extents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/node.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"

namespace strew::onnxruntime {

// An input of a node, in ONNX's order. One that is left out has type 0.
struct operand {
  abi::element_type type = 0;
  const std::int64_t* extents = nullptr;
  std::size_t rank = 0;
  const void* data = nullptr;
};
using operands = std::array<operand, 3>;

class planned {
 public:
  // Whether the plan is for operands like these.
  bool is_for(const operands& given) const noexcept;

  // Makes the plan.
  result<void> make(const node& what, const operands& given);

  const strew_plan* native() const noexcept { return plan_.native(); }
  const std::vector<std::int64_t>& output_extents() const noexcept { return output_; }

  // Whether there is anything to execute. The runtime's own GatherND does not look at the indices of an output without
  // elements, so that none of them is bad.
  bool has_work() const noexcept { return has_work_; }

  // Whether an execution has enough work for several threads.
  bool is_large() const noexcept { return is_large_; }

 private:
  struct layout {
    abi::element_type type = -1;
    std::size_t rank = 0;
  };

  std::array<layout, 3> layouts_;
  std::vector<std::int64_t> extents_;  // of all operands
  std::vector<std::int64_t> output_;
  plan plan_;
  bool has_work_ = true;
  bool is_large_ = false;
};

}  // namespace strew::onnxruntime
