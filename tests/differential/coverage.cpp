#include "differential/coverage.hpp"

#include <fmt/format.h>

#include "cases/layout.hpp"
#include "cases/operators.hpp"
#include "oracle/reduce.hpp"

namespace strew::differential {
namespace {

std::string joined(std::string_view a, std::string_view b) {
  return fmt::format("{} {}", a, b);
}

const char* group_of(strew_dtype type) {
  const auto e = static_cast<oracle::element>(type);
  if (oracle::is_integer(e)) return oracle::width_of(e) == 8 ? "64-bit integers" : "integers";
  if (oracle::is_complex(e)) return "complex";
  if (type == STREW_DTYPE_F16 || type == STREW_DTYPE_BF16) return "f16 and bf16";
  return type == STREW_DTYPE_BOOL ? "bool" : "f32 and f64";
}

const char* outcome_of(const verdict& answer) {
  if (answer.status == STREW_STATUS_OK) return "done";
  return answer.status == STREW_STATUS_INDEX ? "index error" : "refused";
}

}  // namespace

void coverage::add(const test_case& p, const sighting& seen) {
  const verdict& answer = seen.expected.answer;
  count("outcome", outcome_of(answer));
  if (answer.status != STREW_STATUS_OK) count("rule", std::string(answer.rule));
  count_frontends(p, seen);
  if (seen.parts != nullptr) count("parts", seen.parts);
  if (answer.status == STREW_STATUS_OK || answer.status == STREW_STATUS_INDEX) count_problem(p, seen.expected);
}

void coverage::count_frontends(const test_case& p, const sighting& seen) {
  const char* outcome = outcome_of(seen.expected.answer);
  for (const char* frontend : seen.frontends) {
    const std::string subject = joined("through", frontend);
    ++frontends_[frontend];
    count(subject, outcome);
    if (outcome == std::string_view("done")) count(subject, std::string(name_of(p.op)));
  }
}

uint64_t coverage::by_parts(const char* kind) const {
  const auto found = counts_.find("parts");
  return found == counts_.end() || found->second.count(kind) == 0 ? 0 : found->second.at(kind);
}

uint64_t coverage::through(const char* frontend) const {
  const auto found = frontends_.find(frontend);
  return found == frontends_.end() ? 0 : found->second;
}

void coverage::count_problem(const test_case& p, const expectation& expected) {
  const verdict& answer = expected.answer;
  const std::string op(name_of(p.op));
  count("operator", op);
  count(op + ", policy", std::string(name_of_policy(static_cast<int32_t>(policy_of(p).out_of_bounds))));
  if (answer.status == STREW_STATUS_INDEX) count(op + ", error", std::string(answer.rule));
  count("type", name_of_type(p.data.type));
  if (!p.no_indices) count("index type", name_of_type(p.indices.type));
  if (p.out_of_bounds == STREW_OOB_FILL) count("fill value as", p.has_fill ? name_of_type(p.fill_type) : "zero bytes");
  count("negative", p.negative == STREW_NEGATIVE_INVALID ? "invalid" : "from_end");
  count("pattern", std::string(name_of(p.index_pattern)));
  count("rank of data", std::to_string(p.data.extents.size()));
  count("index depth", std::to_string(form_of(p).members.size()));
  count("batch dims",
        std::to_string(p.is_stablehlo() ? static_cast<int64_t>(p.numbers.batching.size()) : p.batch_dims));
  if (p.data.type == STREW_DTYPE_OPAQUE) count("record bytes", std::to_string(width_of(p.data)));
  for (const operand_number which : operands_of(p)) {
    constexpr const char* names[] = {"data", "indices", "updates", "output",
                                     "from", "weights", "offsets", "from offsets"};
    count(joined("layout of", names[which]), layout_name(view_of(p, which)));
  }
  if (p.is_scatter()) count_reduction(p, expected);
  count_traits(p, expected);
  count_index_traits(p, expected);
  if (p.is_stablehlo()) count_stablehlo(p, expected);
  if (p.is_move()) count_move(p, expected);
}

void coverage::count_reduction(const test_case& p, const expectation& expected) {
  const std::string reduction(name_of_reduction(p.reduction));
  count(std::string(name_of(p.op)) + ", reduction", reduction);
  if (p.reduction == STREW_REDUCTION_NONE) return;
  count("reduced " + reduction, name_of_type(p.data.type));
  if (p.exclude_self != 0) count("include_self false", reduction);
  if (expected.done.repeated > 0) count("duplicates seen", reduction);
  if (expected.done.nans > 0) count("canonical NaN", joined(reduction, group_of(p.data.type)));
  count(p.accumulate == STREW_ACCUMULATE_WIDE ? "wide" : "native", joined(reduction, group_of(p.data.type)));
  if (p.exclude_self != 0 && expected.done.repeated > 0) count("include_self false, duplicates seen", reduction);
}

void coverage::count_stablehlo(const test_case& p, const expectation& expected) {
  const std::string op(name_of(p.op));
  const auto trait = [&](bool holds, const char* name) {
    if (holds) count(op + " trait", name);
  };
  const oracle::dimensions& n = p.numbers;
  const auto index_rank = static_cast<int64_t>(p.indices.extents.size());
  trait(n.index_vector_dim == index_rank, "no tuple dimension");
  trait(n.index_vector_dim < index_rank - 1, "tuple dimension not last");
  trait(n.index_map.empty(), "depth 0");
  trait(!n.batching.empty(), "batching");
  trait(!n.collapsed.empty(), "collapsed");
  trait(expected.done.cut > 0, p.partial_window == STREW_PARTIAL_WHOLE ? "window cut, whole" : "window cut, element");
  trait(expected.done.split > 0, "window split by wrap");
  trait(p.null_options, "default options");
  trait(p.partial_window == STREW_PARTIAL_WHOLE && expected.done.dropped > 0, "whole windows dropped");
}

namespace {

struct move_kind {
  const char* name;
  bool (*has)(const test_case& p, const expectation& expected);
};

bool is_bad_of(const expectation& expected, int32_t operand) {
  return expected.done.error && expected.judged == operand;
}

// Every long run has each of them.
constexpr move_kind move_kinds[] = {
    {"in order", [](const test_case& p, const expectation&) { return !p.move.has_from; }},
    {"from", [](const test_case& p, const expectation&) { return p.move.has_from; }},
    {"weights", [](const test_case& p, const expectation&) { return p.move.has_weights; }},
    {"weights, from", [](const test_case& p, const expectation&) { return p.move.has_weights && p.move.has_from; }},
    {"weights of another type",
     [](const test_case& p, const expectation&) { return p.move.has_weights && p.move.weights.type != p.data.type; }},
    {"weights repeated",
     [](const test_case& p, const expectation&) {
       return p.move.has_weights && std::string_view(layout_name(p.move.weights)) == "zero";
     }},
    {"padding", [](const test_case& p, const expectation&) { return p.move.padding.has_value(); }},
    {"padding of from", [](const test_case& p, const expectation&) { return p.move.from_padding.has_value(); }},
    {"padding of both", [](const test_case& p, const expectation&) { return p.move.padding && p.move.from_padding; }},
    {"elements left out", [](const test_case&, const expectation& e) { return e.done.dropped > 0; }},
    {"repeated cells", [](const test_case&, const expectation& e) { return e.done.repeated > 0; }},
    {"repeated cells, weights",
     [](const test_case& p, const expectation& e) { return e.done.repeated > 0 && p.move.has_weights; }},
    {"batch", [](const test_case& p, const expectation&) { return p.batch_dims > 0 && p.move.has_from; }},
    {"other rules of from",
     [](const test_case& p, const expectation&) {
       return p.move.has_from && p.move.from_out_of_bounds != p.out_of_bounds;
     }},
    {"tuples on both sides",
     [](const test_case& p, const expectation&) {
       return p.move.has_from && p.move.from.extents.back() > 1 && p.indices.extents.back() > 1;
     }},
    {"in place", [](const test_case& p, const expectation&) { return is_in_place(p); }},
    {"a copy", [](const test_case& p, const expectation&) { return !is_in_place(p); }},
    {"offsets", [](const test_case& p, const expectation&) { return p.move.has_offsets; }},
    {"offsets of from", [](const test_case& p, const expectation&) { return p.move.has_from_offsets; }},
    {"OF1", [](const test_case&, const expectation& e) { return e.has_bad_offset; }},
    {"IX1", [](const test_case&, const expectation& e) { return is_bad_of(e, STREW_OPERAND_INDICES); }},
    {"IX1 of from", [](const test_case&, const expectation& e) { return is_bad_of(e, STREW_OPERAND_FROM); }},
    {"IX2", [](const test_case&, const expectation& e) { return e.done.found_duplicate.has_value(); }}};

constexpr const char* kinds_of_moves = "moves";

}  // namespace

void coverage::count_move(const test_case& p, const expectation& expected) {
  ++moves_;
  for (const move_kind& kind : move_kinds) {
    if (kind.has(p, expected)) count(kinds_of_moves, kind.name);
  }
}

std::string coverage::moves_not_covered() const {
  constexpr uint64_t enough = 1000;
  if (moves_ < enough) return "";
  std::string text;
  const auto& covered = counts_.at(kinds_of_moves);
  for (const move_kind& kind : move_kinds) {
    if (covered.count(kind.name) == 0) text += fmt::format(" '{}'", kind.name);
  }
  return text;
}

void coverage::count_traits(const test_case& p, const expectation& expected) {
  const auto trait = [&](bool holds, const char* name) {
    if (holds) count("trait", name);
  };
  const auto misaligned = [](const view& v) { return v.misalign != 0; };
  trait(is_in_place(p), "in place");
  trait(is_in_place(p) && p.op == operator_kind::tensor_scatter, "tensor_scatter in place");
  trait(expected.answer.may_overlap, "interleaved operands");
  trait(misaligned(p.data) || misaligned(p.indices) || misaligned(p.updates) || misaligned(p.output), "misaligned");
  trait(p.calls == calling::plan, "planned");
  trait(p.calls == calling::plan && p.runs > 1, "plan executed twice");
  trait(p.threads != 1, "threads");
  trait(p.data.null || p.indices.null || p.updates.null || p.output.null, "null pointer");
  trait(count_of(p.direct()) > 1024, "big");
  trait(count_of(p.data) > INT32_MAX, "extents beyond 31 bits");
  trait(p.is_scatter() && std::string_view(layout_name(p.data)) == "zero", "data of a scatter repeated by stride 0");
  trait(p.unordered != 0, "unordered");
  trait(p.data.extents.empty(), "rank 0");
}

void coverage::count_index_traits(const test_case& p, const expectation& expected) {
  const auto trait = [&](bool holds, const char* name) {
    if (holds) count("index trait", name);
  };
  const oracle::outcome& done = expected.done;
  const bool has_index_error = done.error.has_value();
  trait(done.repeated > 0, "duplicates");
  trait(done.found_duplicate.has_value(), "duplicates refused");
  trait(p.duplicates == STREW_DUPLICATES_ERROR && !has_index_error && !done.found_duplicate,
        "no duplicates where they are refused");
  trait(done.dropped > 0, "skipped or filled");
  trait(done.cut > 0, "window cut");
  trait(done.split > 0, "window split by wrap");
  trait(done.moved == 0 && !has_index_error && !done.found_duplicate, "nothing moves");
  trait(count_of_positions(p) == 0, "no position");
  trait(count_of_positions(p) > 0 && count_of(p.direct()) == 0, "empty slices");
  trait(has_index_error && count_of(p.direct()) == 0, "index error with empty slices");
  trait(has_index_error && done.error->range.high < done.error->range.low, "index error where no value is valid");
  trait(has_index_error && done.error->bad_count > 1, "several bad positions");
  trait(p.no_indices, "no write indices");
}

std::string coverage::to_text() const {
  std::string text;
  for (const auto& [subject, names] : counts_) {
    text += fmt::format("{}:", subject);
    for (const auto& [name, times] : names) text += fmt::format("  {} {}", name, times);
    text += "\n";
  }
  return text + rules_not_covered();
}

std::string coverage::rules_not_covered() const {
  std::string text;
  const auto covered = counts_.find("rule");
  for (uint64_t number = 0; const char* rule = strew_rule_name(number); ++number) {
    if (covered == counts_.end() || covered->second.count(rule) == 0) text += fmt::format("  {}", rule);
  }
  return text.empty() ? text : fmt::format("rules not covered:{}\n", text);
}

}  // namespace strew::differential
