// Conversion from the structs of the C ABI to internal views and options, and back for errors.
#pragma once

#include "api/report.hpp"
#include "base/operands.hpp"
#include "execute/execute.hpp"
#include "lower/lower.hpp"
#include "solve/solver.hpp"
#include "strew/exchange.h"
#include "strew/problem.h"
#include "strew/strew.h"

namespace strew::engine::api {

// The operands of one call, as passed by the caller. Updates are null for a gather.
struct arguments {
  const strew_tensor* data = nullptr;
  const strew_tensor* indices = nullptr;
  const strew_tensor* updates = nullptr;
  const strew_tensor* output = nullptr;
  bool is_scatter = false;
  bool has_memory = false;  // the data pointers are used and checked for null
  bool has_indices = true;
  bool has_output = true;

  // Data are not copied. Only of operands whose structs were checked.
  [[nodiscard]] bool is_in_place() const { return is_scatter && data->data == output->data; }
};

status check_struct(const strew_tensor* view, operand where);  // PT1, PT2
status check_struct(const strew_operator* op);                 // PT1, PT2
status check_struct(const strew_gather_dimensions* given);     // PT1, PT2, lists included
status check_struct(const strew_scatter_dimensions* given);
status check_struct(const strew_options* options);             // PT2; null is fine
status check_struct(const strew_execution* execution);         // PT2, PT4; null is fine
status check_struct(const strew_prepared_info* info);          // PT2
status check_struct(const strew_problem_view* view);           // PT2
status check_struct(const strew_operand_places* at);           // PT1, PT2
status check_struct(const strew_prepared_lists* lists);        // PT2
status check_struct(const strew_problem_bad_index* found);     // PT2
status check_struct(const strew_problem_duplicate* found);     // PT2
status check_struct(const strew_problem_places* places);       // PT2
status check_struct(const strew_problem_part* part);           // PT2
status check_struct(const strew_problem_bases* bases);         // PT2
status check_struct(const strew_problem_accumulators* about);  // PT2
status check_struct(const strew_layout* layout);               // PT2, as below
status check_struct(const strew_exchange_call* call);
status check_struct(const strew_exchange_rows* rows);
status check_error(const strew_error* error);              // PT2; null is fine
status check_device(std::uint32_t device, operand where);  // PT3

// Of an execution that passed check_struct; version 1 has none.
inline std::int32_t on_error_of(const strew_execution& given) {
  return given.version == 1 ? STREW_ON_ERROR_KEEP : given.on_error;
}

// Inline: every small call asks.
inline bool has_known_on_error(const strew_execution* execution) {
  if (execution == nullptr) return true;
  const std::int32_t given = on_error_of(*execution);
  return given == STREW_ON_ERROR_KEEP || given == STREW_ON_ERROR_DISCARD;
}
[[gnu::cold]] failure unknown_on_error(const strew_execution& given);  // AT1
status check_run(const strew_execution* execution);                    // PT2, PT4, AT1; null is fine

// PT1 to PT3 on all operands; if the data pointers are not used, any device is accepted.
status check_structs(const arguments& given);
// Null data pointers (PT1), then TY1, on all operands whose structs have passed check_structs. Into empty ones.
status to_operands(const arguments& given, operands& ops);
pointers to_pointers(const arguments& given);

// Reads options; errors are stored in the result, to be reported in their order.
operator_options to_options(const strew_options* options, const tensor& data);

// The solver requested by name; null without a name and for names that are unknown, which to_options refuses.
const solver* solver_of(const strew_options* options);

// StableHLO's dimension numbers, of structs that have passed check_struct.
gather_dimensions to_dimensions(const strew_gather_dimensions& given);
scatter_dimensions to_dimensions(const strew_scatter_dimensions& given);

// Only of one that passed check_struct.
execution_context to_context(const strew_execution* execution);

}  // namespace strew::engine::api
