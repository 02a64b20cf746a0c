#include "differential/expect.hpp"

#include <algorithm>
#include <iterator>

#include "cases/operators.hpp"
#include "oracle/fill.hpp"

namespace strew::differential {
namespace {

using oracle::element;

bool share_bytes(const test_case& p, const arena& memory, operand_number a, operand_number b) {
  if (memory.places[a].buffer != memory.places[b].buffer) return false;
  const std::vector<int64_t> left = bytes_of(view_of(p, a), memory.places[a].base);
  const std::vector<int64_t> right = bytes_of(view_of(p, b), memory.places[b].base);
  std::vector<int64_t> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
  return !both.empty();
}

verdict verify_overlap(const test_case& p, const arena& memory) {
  if (p.place == output_place::own || is_in_place(p)) return {};
  const placement& data = memory.places[data_operand];
  const placement& output = memory.places[output_operand];
  const bool same_base = data.buffer == output.buffer && data.base == output.base;
  const bool overlaps_data = share_bytes(p, memory, output_operand, data_operand);
  if (overlaps_data && same_base) return {STREW_STATUS_OVERLAP, "OV1"};
  const bool overlaps_indices = !p.no_indices && share_bytes(p, memory, output_operand, indices_operand);
  if (overlaps_data || overlaps_indices ||
      (p.is_scatter() && share_bytes(p, memory, output_operand, updates_operand))) {
    return {STREW_STATUS_OVERLAP, "OV2"};
  }
  return {STREW_STATUS_OK, "", false, false, true};
}

// A null pointer is legal where nothing is read or written through it.
verdict verify_pointers(const test_case& p) {
  if (p.tamper == tampering::execution_size) return {STREW_STATUS_POINTER, "PT2"};
  if (p.tamper == tampering::device) return {STREW_STATUS_POINTER, "PT3"};
  const auto is_missing = [&](const view& v) { return v.null && count_of(v) > 0; };
  const bool reads_data = p.is_scatter() || count_of(p.output) > 0;
  const bool reads_updates = p.is_scatter() && count_of(p.data) > 0;
  const bool missing = (is_missing(p.data) && reads_data) || (is_missing(p.indices) && !p.no_indices) ||
                       is_missing(p.output) || (reads_updates && is_missing(p.updates));
  return missing ? verdict{STREW_STATUS_POINTER, "PT1"} : verdict{};
}

// A one-shot call checks the pointers first; a plan has none.
verdict verify_without_memory(const test_case& p) {
  const verdict described = verify_description(p);
  const verdict pointers = verify_pointers(p);
  const bool pointers_first = p.calls == calling::once && described.status != STREW_STATUS_POINTER;
  if (pointers_first && pointers.status != STREW_STATUS_OK) return pointers;
  return described.status != STREW_STATUS_OK ? described : pointers;
}

std::vector<unsigned char> fill_of(const test_case& p) {
  const auto zero = std::vector<unsigned char>(static_cast<size_t>(width_of(p.data)), 0);
  if (!p.has_fill) return zero;
  if (p.fill_type == STREW_DTYPE_OPAQUE) return p.fill;
  const uint64_t bits = oracle::read_integer(element::u64, p.fill);
  return *oracle::element_of_number(static_cast<element>(p.data.type), static_cast<element>(p.fill_type), bits);
}

oracle::outcome run_oracle(const test_case& p, arena& memory) {
  const oracle::policy rules = policy_of(p);
  const oracle::indexing op = form_of(p);
  const oracle::tensor data = memory.tensor_of(p, data_operand);
  const oracle::tensor indices = memory.tensor_of(p, indices_operand);
  const oracle::tensor output = memory.tensor_of(p, output_operand);
  if (!p.is_scatter()) return oracle::gather(op, rules, data, indices, output, fill_of(p));
  const oracle::reduction_rule rule = {static_cast<oracle::reduction>(p.reduction), p.exclude_self == 0,
                                       static_cast<oracle::accumulate>(p.accumulate)};
  return oracle::scatter(op, rules, rule, data, indices, memory.tensor_of(p, updates_operand), output,
                         static_cast<oracle::duplicates>(p.duplicates));
}

}  // namespace

expectation expect(const test_case& p, const arena& memory) {
  expectation expected;
  expected.after = memory.buffers;
  expected.answer = verify_without_memory(p);
  if (expected.answer.status != STREW_STATUS_OK) return expected;
  expected.answer = verify_overlap(p, memory);
  if (expected.answer.status != STREW_STATUS_OK) return expected;
  arena work = memory;
  for (int64_t run = 0; run < p.runs; ++run) {
    const oracle::outcome done = run_oracle(p, work);
    if (run == 0) expected.done = done;
  }
  if (expected.done.error || expected.done.found_duplicate) {
    expected.answer.status = STREW_STATUS_INDEX;
    expected.answer.rule = expected.done.error ? "IX1" : "IX2";
  }
  expected.after = work.buffers;
  return expected;
}

}  // namespace strew::differential
