// What a call is, beside its arrays: operator, numbers, options. call_spec.cpp makes the descriptor of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "strew/problem.h"
#include "strew/strew.h"

namespace strew::python {

// The dimension numbers of StableHLO in the order of strew_gather_dimensions or strew_scatter_dimensions.
struct dimension_numbers {
  std::vector<std::int64_t> lists[6];
  std::int64_t index_vector_dim = 0;
};

// What executes plans in place of the processor. It has no need of the GIL.
class plan_device {
 public:
  plan_device() = default;
  virtual ~plan_device() = default;
  plan_device(const plan_device&) = delete;
  plan_device& operator=(const plan_device&) = delete;
  // As strew_execute_at.
  virtual strew_status execute(const strew_plan* plan, const strew_operand_places& at, strew_error& record) = 0;
};

// How a call is executed.
struct execution_settings {
  std::uint64_t threads = 0;  // at most so many; 0: as many as the machine allows
  std::int32_t on_error = STREW_ON_ERROR_KEEP;
  plan_device* device = nullptr;  // null: by the processor
};

struct call_spec {
  std::int32_t op = STREW_OPERATOR_GATHER;  // STREW_OPERATOR_...
  std::int64_t axis = 0;                    // where the operator has one
  std::int64_t batch_dims = 0;              // where the operator has them
  std::int32_t mode = STREW_MODE_LINEAR;
  strew_options options = STREW_OPTIONS_INIT;
  std::shared_ptr<const std::string> fill = nullptr;        // what options.fill_value points to
  std::shared_ptr<dimension_numbers> dimensions = nullptr;  // written while the call is read
  std::optional<strew_segmentation> segmentation = {};      // of operators of segments
  std::optional<strew_quantization> quantization = {};      // where data are codes
  bool counts = false;                                      // of segment_scan: data are ones that no caller has
  execution_settings execution = {};                        // of a plan: for calls that give none
};

bool is_gather(std::int32_t kind);

// Of a call whose plan is executed by strew_execute_at.
inline bool has_further(const call_spec& spec) {
  return spec.segmentation.has_value() || spec.quantization.has_value();
}

strew_status call(const call_spec& spec, const strew_operands& given, const strew_execution& execution,
                  strew_error& record);
// The same at the site of the operator's calls.
strew_status run_at_site(const call_spec& spec, const strew_operands& given, const strew_execution& execution,
                         strew_error& record);
strew_status make_plan(const call_spec& spec, const strew_operands& given, strew_plan** plan, strew_error& record);

// The extents of the output of a gather. Writes at most `capacity`; *rank is the whole number.
strew_status output_extents(const call_spec& spec, const strew_operands& given, std::uint64_t capacity,
                            std::int64_t* extents, std::uint64_t* rank, strew_error& record);

}  // namespace strew::python
