#include "api/segment_operands.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "api/operator.hpp"

namespace strew::engine::api {
namespace {

// By the engine's names: none, data, indices, updates, output, from; weights are the last one.
constexpr std::array callers_names = {operand::none, operand::base,   operand::segments,
                                      operand::data, operand::output, operand::indices};

operand callers_name(std::int32_t kind, operand where) {
  if (where == operand::weights && kind == STREW_OPERATOR_SDDMM) return operand::right;
  const auto number = static_cast<std::size_t>(where);
  return number < callers_names.size() ? callers_names[number] : where;
}

struct given_operand {
  const strew_tensor* view;
  operand where;
};

}  // namespace

status check_idle_operands(const strew_operator* op, const strew_operands& given) {
  const operator_info* about = op == nullptr ? nullptr : find_operator(op->kind);
  if (about == nullptr) return {};
  struct rare_operand {
    const strew_tensor* view;
    operand where;
    bool is_used;
  };
  const bool has_base = op->kind == STREW_OPERATOR_SEGMENT_REDUCE, decodes = has_codes(op);
  const rare_operand all[] = {{given.updates, operand::updates, !has_segments(op)},
                              {given.segments, operand::segments, has_segments(op)},
                              {given.weights, operand::weights, has_base},
                              {given.base, operand::base, has_base},
                              {given.right, operand::right, op->kind == STREW_OPERATOR_SDDMM},
                              {given.scales, operand::scales, decodes},
                              {given.zero_points, operand::zero_points, decodes},
                              {given.codebook, operand::codebook, decodes},
                              {given.arg, operand::arg, has_base},
                              {given.count, operand::count, has_base}};
  for (const auto& [view, where, is_used] : all) {
    if (view != nullptr && !is_used)
      return fail(rule::PT5, where, "{} has no {}, but some are given", about->name, where);
  }
  return {};
}

pointers places_of(const strew_plan& plan, const strew_operand_places& at) {
  const auto place = [](const void* first) { return static_cast<const std::byte*>(first); };
  auto* const output = static_cast<std::byte*>(at.output);
  if (has_segments(plan.label.kind)) {
    const std::byte* base = plan.label.has_data ? place(at.base) : zero_element;
    const void* weights = plan.label.kind == STREW_OPERATOR_SDDMM ? at.right : at.weights;
    return {base,
            place(at.segments),
            place(at.data),
            output,
            place(at.indices),
            place(weights),
            place(at.scales),
            place(at.zero_points),
            place(at.codebook),
            static_cast<std::byte*>(at.arg),
            static_cast<std::byte*>(at.count)};
  }
  return {place(at.data),   place(at.indices),     place(at.updates), output, place(at.from), place(at.weights),
          place(at.scales), place(at.zero_points), place(at.codebook)};
}

status renamed(std::int32_t kind, status bad) {
  if (!bad || !has_segments(kind)) return bad;
  bad->where = callers_name(kind, bad->where);
  if (!bad->told) return bad;
  std::vector<sentence_value> values = bad->told->values;
  for (sentence_value& value : values) value.of = callers_name(kind, value.of);
  failure told = make_failure(bad->number, bad->where, bad->told->text, values.data(), values.size());
  told.index = std::move(bad->index);
  return told;
}

}  // namespace strew::engine::api
