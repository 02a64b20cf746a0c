#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/arithmetic.hpp"
#include "kernel/targets.hpp"
#include "plan/estimate.hpp"
#include "plan/plan.hpp"
#include "plan/schedule_text.hpp"
#include "platform/float_state.hpp"
#include "problem/names.hpp"
#include "solve/traits.hpp"

namespace strew::engine {
namespace {

std::uint64_t distinct_index_bytes(const problem& p) {
  std::uint64_t count = p.space.members.size();
  for (const auto& position : p.space.positions) {
    if (position.index_stride != 0 || position.extent == 0)
      count = saturated_product(count, static_cast<std::uint64_t>(position.extent));
  }
  return saturated_product(count, static_cast<std::uint64_t>(info(p.index_type).width));
}

// Of units that are decoded: their codes, scales and zero points.
std::uint64_t code_bytes(const problem& p) {
  if (!p.decoding) return 0;
  const decoding& of = *p.decoding;
  const auto bits = static_cast<std::uint64_t>(of.bits);
  const auto bytes = [&](std::int64_t codes) {
    return saturated_sum(saturated_product(static_cast<std::uint64_t>(codes), bits), 7) / 8;
  };
  const auto scales =
      saturated_product(static_cast<std::uint64_t>(of.blocks()), static_cast<std::uint64_t>(info(of.scale_type).width));
  const std::uint64_t unit =
      saturated_sum(saturated_sum(bytes(of.columns), scales), of.has_zero_points ? bytes(of.blocks()) : 0);
  std::uint64_t units = 1;
  for (const axis& a : p.axes)
    if (p.codes_along(a).column == 0) units = saturated_product(units, static_cast<std::uint64_t>(a.extent));
  return saturated_product(units, unit);
}

// Each unit is read and written; a reduction also reads the value that it is combined with.
std::uint64_t moved_bytes(const problem& p) {
  if (p.moves_nothing()) return 0;
  const std::uint64_t passes = p.reduce == reduction::none ? 2 : 3;
  return saturated_sum(saturated_product(unit_bytes(p), passes - (p.decoding ? 1 : 0)), code_bytes(p));
}

std::string type_text(const tensor& of) {
  if (of.type != dtype::opaque) return info(of.type).name;
  return formatted("{}-byte records", of.width);
}

struct named_operand {
  const char* name;
  const tensor* value;
  bool is_prepared = false;
};

small_vector<named_operand, 4> operands_of(const plan& p, const plan_label& label) {
  small_vector<named_operand, 4> all;
  const bool is_segments = label.is_of_segments;
  if (label.has_data) all.push_back({is_segments ? "base" : "data", &p.ops.data});
  if (label.has_indices)
    all.push_back({p.move().segments ? "offsets"
                   : is_segments     ? "ids"
                                     : "indices",
                   &p.ops.indices, p.bound_indices != nullptr});
  if (p.ops.is_scatter) all.push_back({is_segments ? "data" : "updates", &p.ops.updates});
  if (p.move().from) all.push_back({is_segments ? "indices" : "from", &p.ops.paired->from, p.bound_from != nullptr});
  if (p.move().is_weighted()) all.push_back({label.has_right ? "right" : "weights", &p.ops.paired->weights});
  if (p.move().decoding) {
    all.push_back({"scales", &p.ops.paired->scales});
    if (p.move().decoding->has_zero_points) all.push_back({"zero_points", &p.ops.paired->zero_points});
    if (p.move().decoding->has_codebook) all.push_back({"codebook", &p.ops.paired->codebook});
  }
  all.push_back({"output", &p.ops.output});
  for (const auto& further : p.further)
    all.push_back({further->kind == further_kind::counts ? "count" : "arg", &further->made.ops.output});
  return all;
}

std::string operand_text(const named_operand& of) {
  return of.is_prepared ? "prepared" : formatted("{} {}", type_text(*of.value), to_text(of.value->extents));
}

// ", ids out of bounds: skip, negative ids: invalid".
std::string policy_text(const index_policy& of, std::string_view before, std::string_view name) {
  return formatted(", {}out of bounds: {}, negative {}: {}", before, name_of(of.outside), name, name_of(of.below_zero));
}

std::string options_text(const plan& p, const plan_label& label) {
  const problem& asked = p.spec ? p.spec->operation.main : p.move();
  const bool has_reduction = p.ops.is_scatter && !label.has_right;
  std::string text = has_reduction ? formatted(", reduction {}", name_of(asked.reduce)) : "";
  const bool is_segments = label.is_of_segments;
  if (is_segments && asked.from) text += policy_text(asked.from->policy, "", "indices");
  if (is_segments && label.has_indices && !asked.segments) text += policy_text(asked.policy, "ids ", "ids");
  if (!is_segments && label.has_indices) text += policy_text(asked.policy, "", "indices");
  if (asked.exclude_self && label.has_data) text += ", without the old value";
  if (asked.accumulate == accumulation::native) text += ", accumulate native";
  if (asked.unordered) text += ", in any order";
  if (asked.policy.cut == partial_window::whole) text += ", partial windows whole";
  if (asked.refuses_duplicates) text += ", no duplicates";
  if (p.spec && p.spec->requested != nullptr) text += formatted(", solver {}", p.spec->requested->name);
  return text.empty() ? text : text.substr(2);
}

std::string bytes_text(const plan& p, const plan_label& label) {
  const std::uint64_t in_place = bytes_of(p, true);
  const std::uint64_t whole = bytes_of(p, false);
  if (label.is_in_place) return formatted("{} to read and write, in place", in_place);
  if (in_place == whole) return formatted("{} to read and write", whole);
  return formatted("{} to read and write, {} in place", whole, in_place);
}

void add_operands(std::string& text, const plan& p, const plan_label& label) {
  for (const named_operand& one : operands_of(p, label)) add_line(text, one.name, operand_text(one));
}

}  // namespace

std::uint64_t bytes_of(const plan& p, bool is_in_place) {
  const std::uint64_t main = saturated_sum(moved_bytes(p.move()), distinct_index_bytes(p.move()));
  const step* copy = p.find(step_role::copy);
  return saturated_sum(main, copy != nullptr && !is_in_place ? moved_bytes(copy->problem) : 0);
}

std::string describe(const plan& p, const plan_label& label) {
  std::string text = label.name + ":";
  const char* separator = " ";
  for (const named_operand& one : operands_of(p, label)) {
    if (one.value == &p.ops.output && p.ops.is_scatter && label.has_data) continue;  // as data
    text += formatted("{}{} {}", separator, one.name, operand_text(one));
    separator = ", ";
  }
  text += formatted("; solver {}", p.main().candidates[0].made.by->name);
  for (std::size_t i = 1; i < p.main().candidates.size(); ++i)
    text += formatted(" or {}", p.main().candidates[i].made.by->name);
  return text + formatted("; {} bytes to read and write, workspace {}", bytes_of(p, label.is_in_place), p.workspace);
}

std::string explain(const plan& p, const plan_label& label) {
  const platform::float_state computing;
  std::string text;
  const estimate expected = estimate_of(p, label);
  add_line(text, "in short", summary_text(expected));
  add_line(text, "operator", label.name);
  add_operands(text, p, label);
  if (const std::string options = options_text(p, label); !options.empty()) add_line(text, "options", options);
  add_schedule(text, p, label);
  add_line(text, "bytes", bytes_text(p, label));
  add_line(text, "estimate", model_text(expected));
  add_line(text, "workspace", formatted("{} bytes", p.workspace));
  add_line(text, "problem", to_text(p));
  return text;
}

std::string tuning_line(std::string_view name, std::int64_t number, std::string_view effect) {
  constexpr std::size_t name_width = 24;
  constexpr std::size_t value_width = 10;
  const std::string value = formatted("{}", number);
  std::string text(name);
  text.append(name_width - std::min(name.size(), name_width), ' ');
  text.append(value_width - std::min(value.size(), value_width), ' ').append(value);
  return text.append("  ").append(effect).append("\n");
}

std::string tuning_text() {
  std::string text;
  for (const auto& row : kernel::tuning_rows) {
    text += tuning_line(row.name, kernel::chosen_set().tuning.*row.value, row.text);
  }
  return text;
}

namespace {

std::string_view reason_text(kernel::choice_reason reason) {
  switch (reason) {
    case kernel::choice_reason::named:
      return "by STREW_TARGET";
    case kernel::choice_reason::below_named:
      return "the target that STREW_TARGET names is unavailable";
    case kernel::choice_reason::best_as_unknown:
      return "the best available; no target has the name in STREW_TARGET";
    default:
      return "the best available";
  }
}

}  // namespace

std::string targets_text() {
  constexpr std::size_t name_width = 10;
  const kernel::choice& made = kernel::chosen_target();
  std::string text;
  for (const kernel::target& one : kernel::targets()) {
    const std::string_view name = one.name;
    text.append(name).append(name_width - std::min(name.size(), name_width), ' ');
    if (&one == made.chosen) {
      text.append("chosen       ").append(reason_text(made.reason));
    } else {
      text.append(one.is_available() ? "available    this processor has its instructions"
                                     : "unavailable  this processor lacks some of its instructions");
    }
    text.append("\n");
  }
  return text;
}

std::string target_names() {
  std::string names;
  for (const kernel::target& one : kernel::targets()) names.append(names.empty() ? "" : " ").append(one.name);
  return names;
}

std::string_view chosen_target_name() {
  return kernel::chosen_target().chosen->name;
}

}  // namespace strew::engine
