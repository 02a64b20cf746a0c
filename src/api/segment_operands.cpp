#include "api/segment_operands.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "api/operator.hpp"

namespace strew::engine::api {
namespace {

// By the engine's names: none, data, indices, updates, output, from, weights.
constexpr std::array callers_names = {operand::none,   operand::base,    operand::segments, operand::data,
                                      operand::output, operand::indices, operand::weights};

operand callers_name(operand where) {
  const auto number = static_cast<std::size_t>(where);
  return number < callers_names.size() ? callers_names[number] : where;
}

}  // namespace

status check_idle_operands(const strew_operator* op, const strew_operands& given) {
  const operator_info* about = op == nullptr ? nullptr : find_operator(op->kind);
  if (about == nullptr) return {};
  struct rare_operand {
    const strew_tensor* view;
    operand where;
    bool is_used;
  };
  const bool has_segments = is_segment_reduce(op), decodes = has_codes(op);
  if (has_segments && given.updates != nullptr)
    return fail(rule::PT5, operand::updates, "{} has no updates, but some are given", about->name);
  const rare_operand all[] = {
      {given.segments, operand::segments, has_segments},  {given.weights, operand::weights, has_segments},
      {given.base, operand::base, has_segments},          {given.scales, operand::scales, decodes},
      {given.zero_points, operand::zero_points, decodes}, {given.codebook, operand::codebook, decodes},
      {given.arg, operand::arg, has_segments},            {given.count, operand::count, has_segments}};
  for (const auto& [view, where, is_used] : all) {
    if (view != nullptr && !is_used)
      return fail(rule::PT5, where, "{} has no {}, but some are given", about->name, where);
  }
  return {};
}

pointers places_of(const strew_plan& plan, const strew_operand_places& at) {
  const auto place = [](const void* first) { return static_cast<const std::byte*>(first); };
  auto* const output = static_cast<std::byte*>(at.output);
  if (plan.label.kind == STREW_OPERATOR_SEGMENT_REDUCE) {
    const std::byte* base = plan.label.has_data ? place(at.base) : zero_element;
    return {base,
            place(at.segments),
            place(at.data),
            output,
            place(at.indices),
            place(at.weights),
            nullptr,
            nullptr,
            nullptr,
            static_cast<std::byte*>(at.arg),
            static_cast<std::byte*>(at.count)};
  }
  return {place(at.data),   place(at.indices),     place(at.updates), output, place(at.from), place(at.weights),
          place(at.scales), place(at.zero_points), place(at.codebook)};
}

status renamed(std::int32_t kind, status bad) {
  if (!bad || kind != STREW_OPERATOR_SEGMENT_REDUCE) return bad;
  bad->where = callers_name(bad->where);
  if (!bad->told) return bad;
  std::vector<sentence_value> values = bad->told->values;
  for (sentence_value& value : values) value.of = callers_name(value.of);
  failure told = make_failure(bad->number, bad->where, bad->told->text, values.data(), values.size());
  told.index = std::move(bad->index);
  return told;
}

}  // namespace strew::engine::api
