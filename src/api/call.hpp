// The implementation shared by the C functions of all operators: read the operands, lower, then plan or execute.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "api/operator.hpp"
#include "api/view.hpp"
#include "base/boxed.hpp"
#include "execute/phases.hpp"
#include "plan/plan.hpp"

namespace strew::engine::api {

// Of data, indices, updates, output, from, weights, scales, zero_points, codebook, arg, count.
using device_list = std::array<std::uint32_t, 11>;
constexpr device_list all_on_cpu = {STREW_DEVICE_CPU, STREW_DEVICE_CPU, STREW_DEVICE_CPU, STREW_DEVICE_CPU,
                                    STREW_DEVICE_CPU, STREW_DEVICE_CPU, STREW_DEVICE_CPU, STREW_DEVICE_CPU,
                                    STREW_DEVICE_CPU, STREW_DEVICE_CPU, STREW_DEVICE_CPU};

}  // namespace strew::engine::api

struct strew_plan {
  strew_plan() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear all lists of the plan

  strew::engine::plan value;
  // Executing requires CPU memory, planning does not.
  strew::engine::api::device_list devices = strew::engine::api::all_on_cpu;
  bool is_on_cpu = true;  // all of them
  strew::engine::api::call_label label;
  strew::engine::api::view_of_plan view;
  strew::engine::boxed<strew::engine::accumulator_layout> accumulators;  // of an open plan
};

namespace strew::engine::api {

status check_devices(const strew_plan& plan);         // PT3
status check_is_one_problem(const strew_plan& plan);  // PB6
// A problem and its map, as a plan whose operands it describes. `part_of`, which may be null: the operation that has
// its axes.
status make_plan_of_problem(const problem& raw, const index_map& map, const operation* part_of, const solver* requested,
                            std::unique_ptr<strew_plan>& made);
// The extents of the direct operand, of checked structs; the output is not looked at.
status find_extents(const strew_operator& op, const arguments& given, extents_list& found);
void set_devices(strew_plan& plan, const device_list& of);

strew_status make(const strew_operator* op, const view_list& given, const strew_options* options, strew_plan** made,
                  strew_error* error);

}  // namespace strew::engine::api
