// What the operators over deep operands are tried with.
#pragma once

#include <memory>
#include <string_view>

#include "deep_calls.hpp"

namespace strew::testing {

struct variant {
  const char* name;
  std::int64_t index;
  void (*set)(strew_options& options);
  bool (*fits)(const deep_call& call);
};

inline bool is_append(const deep_call& call) {
  return std::string_view(call.name) == "tensor_scatter";
}
inline bool any(const deep_call& /*call*/) {
  return true;
}
inline bool gathers(const deep_call& call) {
  return call.is_gather;
}
inline bool scatters(const deep_call& call) {
  return !call.is_gather && !is_append(call);
}

inline constexpr std::int64_t beyond = 9;   // no row of a table
inline constexpr std::int64_t at_edge = 3;  // the last row: a window from there is cut

inline const variant variants[] = {
    {"plain", 1, [](strew_options&) {}, any},
    {"bad_index", beyond, [](strew_options&) {}, any},
    {"fill", at_edge, [](strew_options& o) { o.out_of_bounds = STREW_OOB_FILL; }, gathers},
    {"skip", at_edge, [](strew_options& o) { o.out_of_bounds = STREW_OOB_SKIP; }, scatters},
    {"wrap", at_edge, [](strew_options& o) { o.out_of_bounds = STREW_OOB_WRAP; }, scatters},
    {"add", 1, [](strew_options& o) { o.reduction = STREW_REDUCTION_ADD; }, scatters},
    {"mean", 1, [](strew_options& o) { o.reduction = STREW_REDUCTION_MEAN; }, scatters},
    {"exclude_self", 1,
     [](strew_options& o) {
       o.reduction = STREW_REDUCTION_MAX;
       o.exclude_self = 1;
     },
     scatters},
    {"duplicates", 1, [](strew_options& o) { o.duplicates = STREW_DUPLICATES_ERROR; }, scatters},
    {"last_solver", 1, [](strew_options& o) { o.solver = "strided"; },
     [](const deep_call& c) { return !is_append(c); }},
};

inline std::unique_ptr<deep_operands> operands_of(const deep_call& call, const variant& one) {
  auto made = call.make();
  made->set_indices(one.index);
  one.set(made->options);
  return made;
}

struct plan_deleter {
  void operator()(strew_plan* plan) const { strew_plan_destroy(plan); }
};
using plan_owner = std::unique_ptr<strew_plan, plan_deleter>;

inline plan_owner plan_of(const deep_call& call, deep_operands& with) {
  strew_plan* made = nullptr;
  call.plan(with, &made);
  return plan_owner(made);
}

// Without the names that only a scatter or only a gather needs.
inline strew_status execute(const strew_plan* plan, deep_operands& with, bool is_gather) {
  return strew_execute(plan, with.d.data, with.i.data, is_gather ? nullptr : with.u.data, with.o.data, &with.execution,
                       &with.error);
}

}  // namespace strew::testing
