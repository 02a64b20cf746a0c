#include <cstring>
#include <span>

#include "cases/frontends.hpp"
#include "cases/overlap.hpp"
#include "strew/strew.hpp"

namespace strew::cases {
namespace {

template <class View, class Pointer>
View view_at(const view& v, Pointer data) {
  const auto type = static_cast<strew::dtype>(v.type);
  if (v.packed) return View(data, type, v.extents, v.element_bytes);
  return View(data, type, v.extents, v.strides, v.element_bytes);
}

struct operands {
  const_view data, indices, updates;
  strew::view output;
  bool in_place;  // the output is passed as the data
};

operands operands_in(const test_case& p, arena& memory) {
  const auto pointer = [&](operand_number which) {
    return view_of(p, which).null ? nullptr : memory.pointer_of(which);
  };
  const auto input = [&](operand_number which) { return view_at<const_view>(view_of(p, which), pointer(which)); };
  const bool in_place = is_in_place(p) && p.data == p.output;
  return {input(data_operand), input(indices_operand), input(updates_operand),
          view_at<strew::view>(p.output, pointer(output_operand)), in_place};
}

template <class Number>
Number number_of(const std::vector<unsigned char>& stored) {
  Number made{};
  std::memcpy(&made, stored.data(), sizeof made);
  return made;
}

strew::fill fill_option_of(const test_case& p) {
  if (!p.has_fill) return {};
  if (p.fill_type == STREW_DTYPE_I64) return number_of<int64_t>(p.fill);
  if (p.fill_type == STREW_DTYPE_U64) return number_of<uint64_t>(p.fill);
  if (p.fill_type == STREW_DTYPE_F64) return number_of<double>(p.fill);
  return strew::fill::bytes(std::as_bytes(std::span(p.fill)));
}

strew::options options_of(const test_case& p) {
  return {.batch_dims = p.has_batch_dims() ? p.batch_dims : 0,
          .reduction = static_cast<strew::reduction>(p.reduction),
          .include_self = p.exclude_self == 0,
          .accumulate = static_cast<strew::accumulate>(p.accumulate),
          .ordered = p.unordered == 0,
          .out_of_bounds = static_cast<strew::out_of_bounds>(p.out_of_bounds),
          .negative_indices = static_cast<strew::negative_indices>(p.negative),
          .partial_window = static_cast<strew::partial_window>(p.partial_window),
          .fill_value = fill_option_of(p),
          .duplicates = static_cast<strew::duplicates>(p.duplicates)};
}

stablehlo::gather_dimensions gather_numbers(const oracle::dimensions& n) {
  return {n.window, n.collapsed, n.batching, n.index_batching, n.index_map, n.index_vector_dim, n.slice_sizes};
}

stablehlo::scatter_dimensions scatter_numbers(const oracle::dimensions& n) {
  return {n.window, n.collapsed, n.batching, n.index_batching, n.index_map, n.index_vector_dim};
}

stablehlo::gather_options gather_options_of(const test_case& p) {
  const strew::options o = options_of(p);
  return {o.out_of_bounds, o.negative_indices, o.partial_window, o.fill_value};
}

stablehlo::scatter_options scatter_options_of(const test_case& p) {
  const strew::options o = options_of(p);
  return {o.reduction,     o.include_self,     o.accumulate,     o.ordered,
          o.out_of_bounds, o.negative_indices, o.partial_window, o.duplicates};
}

std::optional<const_view> optional_indices(const test_case& p, const operands& o) {
  return p.no_indices ? std::nullopt : std::optional(o.indices);
}

tensor_scatter_options append_options(const test_case& p) {
  return {p.axis, static_cast<cache_mode>(p.mode)};
}

result<void> run_gather(const test_case& p, const operands& o, const execution& exec) {
  switch (p.op) {
    case operator_kind::gather:
      return try_gather(o.data, o.indices, o.output, p.axis, options_of(p), exec);
    case operator_kind::gather_elements:
      return try_gather_elements(o.data, o.indices, o.output, p.axis, options_of(p), exec);
    case operator_kind::stablehlo_gather:
      return stablehlo::try_gather(o.data, o.indices, o.output, gather_numbers(p.numbers), gather_options_of(p), exec);
    default:
      return try_gather_nd(o.data, o.indices, o.output, options_of(p), exec);
  }
}

result<void> run_scatter(const test_case& p, const operands& o, const execution& exec) {
  switch (p.op) {
    case operator_kind::scatter:
      return try_scatter(o.data, o.indices, o.updates, o.output, p.axis, options_of(p), exec);
    case operator_kind::scatter_elements:
      return try_scatter_elements(o.data, o.indices, o.updates, o.output, p.axis, options_of(p), exec);
    case operator_kind::stablehlo_scatter:
      return stablehlo::try_scatter(o.data, o.indices, o.updates, o.output, scatter_numbers(p.numbers),
                                    scatter_options_of(p), exec);
    case operator_kind::tensor_scatter:
      return try_tensor_scatter(o.data, o.updates, optional_indices(p, o), o.output, append_options(p), exec);
    default:
      return try_scatter_nd(o.data, o.indices, o.updates, o.output, options_of(p), exec);
  }
}

result<void> run_in_place(const test_case& p, const operands& o, const execution& exec) {
  switch (p.op) {
    case operator_kind::scatter:
      return try_scatter(o.output, o.indices, o.updates, p.axis, options_of(p), exec);
    case operator_kind::scatter_elements:
      return try_scatter_elements(o.output, o.indices, o.updates, p.axis, options_of(p), exec);
    case operator_kind::stablehlo_scatter:
      return stablehlo::try_scatter(o.output, o.indices, o.updates, scatter_numbers(p.numbers), scatter_options_of(p),
                                    exec);
    case operator_kind::tensor_scatter:
      return try_tensor_scatter(o.output, o.updates, optional_indices(p, o), append_options(p), exec);
    default:
      return try_scatter_nd(o.output, o.indices, o.updates, options_of(p), exec);
  }
}

result<plan> plan_of(const test_case& p, const operands& o) {
  switch (p.op) {
    case operator_kind::gather:
      return try_plan_gather(o.data, o.indices, o.output, p.axis, options_of(p));
    case operator_kind::gather_elements:
      return try_plan_gather_elements(o.data, o.indices, o.output, p.axis, options_of(p));
    case operator_kind::gather_nd:
      return try_plan_gather_nd(o.data, o.indices, o.output, options_of(p));
    case operator_kind::stablehlo_gather:
      return stablehlo::try_plan_gather(o.data, o.indices, o.output, gather_numbers(p.numbers), gather_options_of(p));
    case operator_kind::scatter:
      return try_plan_scatter(o.data, o.indices, o.updates, o.output, p.axis, options_of(p));
    case operator_kind::scatter_elements:
      return try_plan_scatter_elements(o.data, o.indices, o.updates, o.output, p.axis, options_of(p));
    case operator_kind::stablehlo_scatter:
      return stablehlo::try_plan_scatter(o.data, o.indices, o.updates, o.output, scatter_numbers(p.numbers),
                                         scatter_options_of(p));
    case operator_kind::tensor_scatter:
      return try_plan_tensor_scatter(o.data, o.updates, optional_indices(p, o), o.output, append_options(p));
    default:
      return try_plan_scatter_nd(o.data, o.indices, o.updates, o.output, options_of(p));
  }
}

// Half of the cases test the conversion to exceptions, which the throwing functions use.
template <class T>
answer answer_of(const test_case& p, const result<T>& got) {
  answer made;
  if (p.seed % 2 == 0) {
    made.status = static_cast<strew_status>(got.code());
    if (!got) made.error = got.error().native();
    return made;
  }
  try {
    (void)got.value();
  } catch (const index_error& thrown) {
    made.error = thrown.record().native();
    made.status = STREW_STATUS_INDEX;
  } catch (const error& thrown) {
    made.error = thrown.record().native();
    made.status = made.error.status;
  }
  return made;
}

frontend_run run_once(const test_case& p, const operands& o, const execution& exec) {
  frontend_run made;
  for (int64_t run = 0; run < p.runs; ++run) {
    made.answers.push_back(answer_of(p, o.in_place       ? run_in_place(p, o, exec)
                                        : p.is_scatter() ? run_scatter(p, o, exec)
                                                         : run_gather(p, o, exec)));
  }
  return made;
}

frontend_run run_plan(const test_case& p, const operands& o, const execution& exec) {
  frontend_run made;
  const result<plan> planned = plan_of(p, o);
  if (!planned) {
    made.answers = {answer_of(p, planned)};
    made.answers[0].at_plan = true;
    return made;
  }
  const buffers where = {.data = o.data.data(),
                         .indices = p.no_indices ? nullptr : o.indices.data(),
                         .updates = p.is_scatter() ? o.updates.data() : nullptr,
                         .output = o.output.data()};
  for (int64_t run = 0; run < p.runs; ++run)
    made.answers.push_back(answer_of(p, planned.value().try_execute(where, exec)));
  return made;
}

bool has_options_of_append(const test_case& p) {
  return p.reduction == STREW_REDUCTION_NONE && p.out_of_bounds == STREW_OOB_ERROR &&
         p.negative == STREW_NEGATIVE_FROM_END && p.exclude_self == 0 && p.accumulate == STREW_ACCUMULATE_WIDE &&
         p.unordered == 0 && p.duplicates == STREW_DUPLICATES_ALLOW && p.partial_window == STREW_PARTIAL_ELEMENT &&
         !p.has_fill;
}

// The options structs of C++ contain only members that apply to the operator.
bool has_vocabulary(const test_case& p) {
  const bool knows_flags = p.accumulate >= STREW_ACCUMULATE_WIDE && p.accumulate <= STREW_ACCUMULATE_NATIVE &&
                           p.duplicates >= STREW_DUPLICATES_ALLOW && p.duplicates <= STREW_DUPLICATES_ERROR;
  const bool is_typed =
      p.fill_type == STREW_DTYPE_I64 || p.fill_type == STREW_DTYPE_U64 || p.fill_type == STREW_DTYPE_F64;
  if (p.tamper != tampering::none) return false;
  if (p.has_fill && p.fill_type != STREW_DTYPE_OPAQUE && !(is_typed && p.fill.size() == 8)) return false;
  if (p.op == operator_kind::tensor_scatter) return has_options_of_append(p);
  if (p.op == operator_kind::stablehlo_gather) return p.reduction == STREW_REDUCTION_NONE && knows_flags;
  return p.op != operator_kind::stablehlo_scatter || !p.has_fill;
}

}  // namespace

std::optional<frontend_run> call_through_cpp(const test_case& p, arena& memory) {
  if (!has_vocabulary(p)) return std::nullopt;
  const execution exec = {.threads = static_cast<uint64_t>(p.threads),
                          .on_error = static_cast<on_error>(p.engine.on_error)};
  const operands o = operands_in(p, memory);
  return p.calls == calling::plan ? run_plan(p, o, exec) : run_once(p, o, exec);
}

}  // namespace strew::cases
