#include "differential/compare.hpp"

#include "cases/overlap.hpp"
#include "differential/frontends.hpp"
#include "differential/interpreted.hpp"
#include "differential/parts.hpp"
#include "differential/prepared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace strew::differential {
namespace {

template <class Left, class Right>
std::string differs(std::string_view name, const Left& is, const Right& should_be) {
  return is == should_be ? "" : fmt::format("{} is {}, should be {}", name, is, should_be);
}

std::string first_of(std::initializer_list<std::string> texts) {
  for (const std::string& text : texts) {
    if (!text.empty()) return text;
  }
  return "";
}

std::string lists_differ(const strew_error& e, const oracle::coordinate& coordinates,
                         const std::vector<oracle::stored_index>& tuple) {
  if (e.coordinate_rank != coordinates.size() || e.tuple_depth != tuple.size()) {
    return fmt::format("coordinate_rank {} and tuple_depth {}, should be {} and {}", e.coordinate_rank, e.tuple_depth,
                       coordinates.size(), tuple.size());
  }
  for (size_t i = 0; i < coordinates.size(); ++i) {
    if (e.coordinates[i] != coordinates[i]) return differs("a coordinate", e.coordinates[i], coordinates[i]);
  }
  for (size_t i = 0; i < tuple.size(); ++i) {
    const oracle::stored_index stored{e.tuple[i], e.tuple_negative[i] != 0};
    if (!(stored == tuple[i])) return differs("a tuple member", stored.bits, tuple[i].bits) + " (or its sign)";
  }
  return "";
}

std::string numbers_differ(const strew_error& e, uint64_t position, uint64_t other, uint64_t bad_count,
                           uint64_t component, oracle::member of, oracle::allowed_range range) {
  return first_of({differs("position", e.position, position), differs("other_position", e.other_position, other),
                   differs("bad_count", e.bad_count, bad_count), differs("component", e.component, component),
                   differs("extent", e.extent, of.extent), differs("window", e.window, of.window),
                   differs("allowed_low", e.allowed_low, range.low),
                   differs("allowed_high", e.allowed_high, range.high)});
}

// Checks that the message contains these numbers.
std::string message_lacks(const strew_error& e, std::initializer_list<std::string> numbers) {
  const std::string_view message = e.message;
  for (const std::string& part : numbers) {
    if (message.find(part) == std::string_view::npos) return fmt::format("the message lacks {}: {}", part, message);
  }
  return "";
}

std::string index_error_differs(const strew_error& e, const oracle::index_error& right, int32_t operand) {
  const oracle::stored_index bad = right.tuple.at(right.component);
  const std::string value = bad.negative ? std::to_string(static_cast<int64_t>(bad.bits)) : std::to_string(bad.bits);
  return first_of({differs("operand", e.operand, operand),
                   numbers_differ(e, right.position, 0, right.bad_count, right.component, {right.extent, right.window},
                                  right.range),
                   lists_differ(e, right.coordinates, right.tuple),
                   message_lacks(e, {std::to_string(right.position), value, std::to_string(right.extent)})});
}

std::string duplicate_differs(const strew_error& e, const oracle::duplicate& right) {
  return first_of({differs("operand", e.operand, static_cast<int32_t>(STREW_OPERAND_INDICES)),
                   numbers_differ(e, right.position, right.other_position, 0, 0, {0, 1}, {0, 0}),
                   lists_differ(e, right.coordinates, right.tuple),
                   message_lacks(e, {std::to_string(right.position), std::to_string(right.other_position)})});
}

std::string answer_differs(const test_case& p, const answer& got, const expectation& expected) {
  const verdict& right = expected.answer;
  if (right.may_overlap && got.status == STREW_STATUS_OVERLAP) return "";
  if (got.status != right.status) {
    return fmt::format("status {} ({}), should be {} {}", got.status, got.error.message, right.status, right.rule);
  }
  if (p.null_error) return "";
  if (const auto text = differs("status in the record", got.error.status, right.status); !text.empty()) return text;
  if (right.status == STREW_STATUS_OK) return "";
  if (got.error.message[0] == 0) return "an error without a message";
  const std::string_view rule(got.error.rule, strnlen(got.error.rule, sizeof got.error.rule));
  const auto requested = right.may_be_sc4 && rule == "SC4" ? rule : right.rule;
  if (const auto text = differs("rule", rule, requested); !text.empty()) {
    return text + fmt::format(" ({})", got.error.message);
  }
  if (p.calls == calling::plan && got.at_plan != right.at_plan) return "found at the wrong step of plan and execution";
  if (expected.done.error) return index_error_differs(got.error, *expected.done.error, expected.judged);
  return expected.done.found_duplicate ? duplicate_differs(got.error, *expected.done.found_duplicate) : "";
}

std::string where(const test_case& p, const arena& memory, size_t buffer, int64_t offset) {
  constexpr const char* names[] = {"data", "indices", "updates", "output", "from", "weights"};
  for (int i = operand_count; i-- > 0;) {
    const auto which = static_cast<operand_number>(i);
    const placement& place = memory.places[which];
    const byte_range range = range_of(view_of(p, which)).value_or(byte_range{});
    const int64_t relative = offset - place.base;
    if (i > output_operand && std::ranges::count(operands_of(p), which) == 0) continue;
    if (place.buffer == buffer && relative >= range.low && relative < range.high) {
      return fmt::format("byte {} from the first element of {}", relative, names[i]);
    }
  }
  return fmt::format("byte {} of buffer {}, a guard", offset, buffer);
}

// Whether the helper checks this rule: it checks those that do not depend on the direct operand.
bool helper_sees(std::string_view rule) {
  return rule.starts_with("AX") ? rule != "AX5" : rule.starts_with("ND") && rule != "ND5";
}

std::string shape_differs(const test_case& p, const shape_answer& got, const verdict& right) {
  const std::string_view rule(got.error.rule, strnlen(got.error.rule, sizeof got.error.rule));
  if (helper_sees(right.rule)) return differs("rule of the shape helper", rule, right.rule);
  if (right.status != STREW_STATUS_OK && right.status != STREW_STATUS_INDEX) return "";
  if (got.status != STREW_STATUS_OK) return fmt::format("the shape helper says {}", got.error.message);
  const shape& extents = p.direct().extents;
  if (got.rank != extents.size()) return differs("rank by the shape helper", got.rank, extents.size());
  for (size_t d = 0; d < got.extents.size(); ++d) {
    const int64_t should_be = d < extents.size() ? extents[d] : -1;
    if (got.extents[d] != should_be) return differs("an extent by the shape helper", got.extents[d], should_be);
  }
  return "";
}

}  // namespace

std::string memory_differs(const test_case& p, const arena& after, const std::vector<oracle::memory>& right) {
  for (size_t b = 0; b < right.size(); ++b) {
    const auto [is, should_be] = std::mismatch(after.buffers[b].begin(), after.buffers[b].end(), right[b].begin());
    if (is == after.buffers[b].end()) continue;
    const auto offset = is - after.buffers[b].begin();
    return fmt::format("{} is {:02x}, should be {:02x}", where(p, after, b, offset), *is, *should_be);
  }
  return "";
}

namespace {

// A discarded output has any content after an index error; all that lies around its elements is as expected.
bool is_discarded(const test_case& p, const expectation& expected) {
  return p.engine.on_error == STREW_ON_ERROR_DISCARD && expected.answer.status == STREW_STATUS_INDEX;
}

std::vector<oracle::memory> with_any_output(const test_case& p, const arena& after, std::vector<oracle::memory> right) {
  const placement& output = after.places[output_operand];
  for (const int64_t byte : bytes_of(p.output, output.base)) {
    const auto offset = static_cast<size_t>(byte);
    right.at(output.buffer).at(offset) = after.buffers[output.buffer].at(offset);
  }
  return right;
}

}  // namespace

std::string difference(const test_case& p, const std::vector<answer>& answers, const arena& after,
                       const expectation& expected) {
  for (const answer& got : answers) {
    const std::string text = answer_differs(p, got, expected);
    if (!text.empty()) return text;
  }
  if (is_discarded(p, expected)) return memory_differs(p, after, with_any_output(p, after, expected.after));
  return memory_differs(p, after, expected.after);
}

namespace {

// Whether a requested solver that is not applicable refused a valid case.
bool is_refusal(const test_case& p, const answer& got, const verdict& right) {
  if (got.status != STREW_STATUS_ATTRIBUTE || right.status == STREW_STATUS_ATTRIBUTE) return false;
  return p.null_error || std::string_view(got.error.rule) == "AT5";
}

// The case with other settings must write the same bits, or be refused and write nothing.
std::string check_way(const test_case& p, const arena& before, const expectation& expected) {
  arena memory = before;
  const std::vector<answer> answers = call(p, memory);
  const bool refused = p.engine.names_a_solver() && is_refusal(p, answers.front(), expected.answer);
  const bool overlaps = expected.answer.may_overlap && answers.front().status == STREW_STATUS_OVERLAP;
  return refused || overlaps ? memory_differs(p, memory, before.buffers) : difference(p, answers, memory, expected);
}

// Each solver by name, some of them in tasks, always those for which the order is free, and the plan's default solver
// in tasks; with an output that is kept after an error or not.
std::vector<engine_choice> all_ways(const test_case& p) {
  const auto tasks = static_cast<int64_t>(2 + p.seed % 4);
  std::vector<engine_choice> ways;
  for (uint64_t number = 0; const char* name = strew_solver_name(number); ++number) {
    const bool discards = (p.seed / 3 + number) % 2 == 0;
    ways.push_back({kernels::any, name, (p.seed + number) % 3 == 0 ? tasks : 0,
                    discards ? STREW_ON_ERROR_DISCARD : STREW_ON_ERROR_KEEP});
  }
  ways.push_back({kernels::any, "any", tasks});
  for (const int64_t executor : {int64_t{0}, tasks})
    ways.push_back({kernels::any, "any", executor, STREW_ON_ERROR_DISCARD});
  if (p.unordered != 0) ways.push_back({kernels::any, "private", tasks});
  return ways;
}

std::string check_all_ways(test_case p, const arena& before, const expectation& expected, engine_choice& failed) {
  for (const engine_choice& engine : all_ways(p)) {
    p.engine = engine;
    const std::string text = check_way(p, before, expected);
    if (text.empty()) continue;
    failed = engine;
    return text;
  }
  return "";
}

// Prepared indices too: as the case is, and with a solver that keeps the order of their positions. They are judged
// when they are prepared, before the other ones of a move: where these are bad, another record is right.
std::string check_prepared_ways(test_case p, const arena& before, const expectation& expected) {
  constexpr const char* solvers[] = {"any", "grouped", "sorted", "private", "owned"};
  if (expected.judged == STREW_OPERAND_FROM && expected.done.error) return "";
  if (p.move.has_offsets) return "";  // which are not prepared
  if (std::string text = check_prepared(p, before, expected); !text.empty()) return text;
  p.engine = {kernels::any, solvers[p.seed % std::size(solvers)], static_cast<int64_t>(6 + p.seed % 4)};
  return check_prepared(p, before, expected);
}

}  // namespace

std::string check(const test_case& p, sighting& seen) {
  arena memory = make_arena(p);
  const arena before = memory;
  expectation expected = expect(p, memory);
  if (!(p.engine == engine_choice{})) {
    const std::string text = check_way(p, before, expected);
    seen.expected = std::move(expected);
    return text;
  }
  std::vector<const char*> frontends;
  const std::vector<answer> answers = call(p, memory);
  std::string text = check_all_ways(p, before, expected, seen.failed);
  const bool reaches_indices =
      expected.answer.status == STREW_STATUS_OK || expected.answer.status == STREW_STATUS_INDEX;
  if (text.empty() && reaches_indices && !expected.answer.may_overlap) {
    if (p.calls == calling::plan) text = check_prepared_ways(p, before, expected);
    if (text.empty()) text = check_interpreted(p, before, expected);
    if (text.empty()) text = check_parts(p, before, expected, seen.parts);
  }
  if (text.empty()) text = check_frontends(p, before, expected, frontends);
  if (expected.answer.may_overlap && answers.front().status == STREW_STATUS_OVERLAP) expected.after = before.buffers;
  if (text.empty()) text = difference(p, answers, memory, expected);
  const std::optional<shape_answer> helper = call_shape(p, memory);
  if (helper && text.empty()) text = shape_differs(p, *helper, expected.answer);
  seen.expected = std::move(expected);
  seen.frontends = std::move(frontends);
  return text;
}

}  // namespace strew::differential
