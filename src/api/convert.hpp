// Conversion from the structs of the C ABI to internal views and options, and back for errors.
#pragma once

#include <cstddef>

#include "api/view_list.hpp"
#include "base/operands.hpp"
#include "execute/execute.hpp"
#include "lower/lower.hpp"
#include "record/record.hpp"
#include "solve/solver.hpp"
#include "strew/exchange.h"
#include "strew/problem.h"
#include "strew/site.h"
#include "strew/strew.h"

namespace strew::engine::api {

// The operands of one call, as passed by the caller. Updates are null for a gather, data for a segment_reduce without
// base and for sddmm.
struct arguments : view_list {
  bool is_scatter = false;
  bool has_memory = false;  // the data pointers are used and checked for null
  bool has_indices = true;
  bool has_output = true;
  bool makes_output = false;  // its memory comes when the plan is known
  bool can_lack_data = false;
  bool has_codes = false;  // they need scales
  bool needs_weights = false;

  // Data are not copied. Only of operands whose structs were checked.
  [[nodiscard]] bool is_in_place() const {
    return is_scatter && !makes_output && data != nullptr && data->data == output->data;
  }
  [[nodiscard]] bool needs_data() const { return data != nullptr || !can_lack_data; }
};

// Whether a struct begins with the size and the version that this library knows first.
template <class Struct>
bool is_known(const Struct& given) {
  return given.struct_size == sizeof(Struct) && given.version == 1;
}

// What every small call asks is inline; a failure is made elsewhere.
[[gnu::cold]] failure bad_struct(const strew_tensor* view, operand where);
[[gnu::cold]] failure bad_struct(const strew_operator* op);
[[gnu::cold]] failure bad_struct(const strew_options& options);
[[gnu::cold]] failure bad_struct(const strew_site* site);
[[gnu::cold]] failure bad_struct(const strew_operands* given);
[[gnu::cold]] failure bad_device(std::uint32_t device, operand where);

inline bool is_sound(const strew_tensor& view) {
  return is_known(view) && (view.rank == 0 || view.extents != nullptr);
}
inline bool is_on_cpu(const strew_tensor& view) {
  return is_sound(view) && view.device == STREW_DEVICE_CPU;
}
inline status check_struct(const strew_tensor* view, operand where) {  // PT1, PT2
  return view != nullptr && is_sound(*view) ? status() : status(bad_struct(view, where));
}
inline status check_struct(const strew_operator* op) {  // PT1, PT2
  return op != nullptr && is_known(*op) ? status() : status(bad_struct(op));
}
inline status check_struct(const strew_options* options) {  // PT2; null is fine
  return options == nullptr || is_known(*options) ? status() : status(bad_struct(*options));
}
inline status check_struct(const strew_site* site) {  // PT1, PT2
  return site != nullptr && is_known(*site) ? status() : status(bad_struct(site));
}
inline status check_struct(const strew_operands* given) {  // PT1, PT2
  return given != nullptr && is_known(*given) ? status() : status(bad_struct(given));
}
inline status check_device(std::uint32_t device, operand where) {  // PT3
  return device == STREW_DEVICE_CPU ? status() : status(bad_device(device, where));
}

status check_struct(const strew_gather_dimensions* given);  // PT1, PT2, lists included
status check_struct(const strew_scatter_dimensions* given);
status check_struct(const strew_segmentation* given);          // PT1, PT2
status check_struct(const strew_quantization* given);          // PT1, PT2
status check_functions(const strew_execution& execution);      // PT2, PT4
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

[[gnu::cold]] failure bad_record(const strew_error& error);
inline status check_error(const strew_error* error) {  // PT2; null is fine
  return error == nullptr || is_known_record(*error) ? status() : status(bad_record(*error));
}

// PT2, PT4; null is fine. Version 1 ends before `on_error`.
inline bool is_known_execution(const strew_execution& given) {
  return given.version == 2 ? given.struct_size == sizeof given
                            : given.version == 1 && given.struct_size == offsetof(strew_execution, on_error);
}
inline status check_struct(const strew_execution* execution) {
  if (execution == nullptr) return {};
  const bool is_plain = execution->allocator == nullptr && execution->executor == nullptr;
  return is_plain && is_known_execution(*execution) ? status() : check_functions(*execution);
}

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
inline status check_run(const strew_execution* execution) {            // PT2, PT4, AT1; null is fine
  if (auto bad = check_struct(execution)) return bad;
  return has_known_on_error(execution) ? status() : status(unknown_on_error(*execution));
}

// PT1 to PT3 on all operands; if the data pointers are not used, any device is accepted.
status check_structs(const arguments& given);
// Null data pointers (PT1), then TY1, on all operands whose structs have passed check_structs. Into empty ones.
status to_operands(const arguments& given, operands& ops);
pointers to_pointers(const arguments& given);

// Of a call without data: zeros of an element, for the engine to copy to the output.
extern const std::byte zero_element[];

// Reads options; errors are stored in the result, to be reported in their order. `filled`: an operand with elements
// such as the fill value.
operator_options to_options(const strew_options* options, const tensor& filled, operand where = operand::data);

// The solver requested by name; null without a name and for names that are unknown, which to_options refuses.
const solver* solver_of(const strew_options* options);

// StableHLO's dimension numbers, of structs that have passed check_struct.
gather_dimensions to_dimensions(const strew_gather_dimensions& given);
scatter_dimensions to_dimensions(const strew_scatter_dimensions& given);
quantization_rules to_quantization_rules(const strew_quantization& given, const arguments& of, std::int64_t axis,
                                         std::int64_t batch_dims);
// AT1 and AT2 are stored in the result.
segment_rules to_segment_rules(const strew_operator& op, const arguments& of);

// Only of one that passed check_struct.
execution_context to_context(const strew_execution* execution);

}  // namespace strew::engine::api
