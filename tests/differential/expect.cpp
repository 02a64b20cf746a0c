#include "differential/expect.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "cases/operators.hpp"
#include "oracle/fill.hpp"
#include "oracle/move.hpp"

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
  for (const operand_number which : operands_of(p)) {
    if (which != output_operand && share_bytes(p, memory, output_operand, which)) return {STREW_STATUS_OVERLAP, "OV2"};
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

oracle::reduction_rule reduction_of(const test_case& p) {
  return {static_cast<oracle::reduction>(p.reduction), p.exclude_self == 0,
          static_cast<oracle::accumulate>(p.accumulate),
          p.move.has_weights ? static_cast<element>(p.move.weights.type) : element::opaque};
}

oracle::move_operands move_operands_of(const test_case& p, arena& memory) {
  oracle::move_operands of;
  of.table = memory.tensor_of(p, output_operand);
  of.direct = memory.tensor_of(p, updates_operand);
  if (p.move.has_offsets) {
    of.offsets = memory.tensor_of(p, offsets_operand);
  } else {
    of.to = {memory.tensor_of(p, indices_operand), policy_of(p)};
  }
  if (p.move.has_from_offsets) {
    of.from_offsets = {memory.tensor_of(p, from_offsets_operand), from_segments_of(p)};
  } else if (p.move.has_from) {
    of.from = {memory.tensor_of(p, from_operand), from_policy_of(p)};
  }
  if (p.move.has_weights) of.weights = memory.tensor_of(p, weights_operand);
  of.batch_dims = p.batch_dims;
  return of;
}

// The output becomes a copy of data first, unless it is data or something is bad.
oracle::move_outcome run_move(const test_case& p, arena& memory) {
  const oracle::move_operands of = move_operands_of(p, memory);
  const oracle::reduction_rule rule = reduction_of(p);
  if (const auto fault = oracle::move_fault(of, rule); !fault.empty())
    throw std::invalid_argument("the move does not fit: " + std::string(fault));
  const std::vector<oracle::memory> before = memory.buffers;
  const oracle::tensor data = memory.tensor_of(p, data_operand);
  oracle::for_each_coordinate(of.table.extents, [&](const oracle::coordinate& c) {
    std::ranges::copy(oracle::memory(data.at(c).begin(), data.at(c).end()), of.table.at(c).begin());
  });
  const oracle::move_outcome done = oracle::move(of, rule, static_cast<oracle::duplicates>(p.duplicates));
  if (done.error || done.found_duplicate) memory.buffers = before;
  return done;
}

oracle::outcome run_oracle(const test_case& p, arena& memory) {
  const oracle::policy rules = policy_of(p);
  const oracle::indexing op = form_of(p);
  const oracle::tensor data = memory.tensor_of(p, data_operand);
  const oracle::tensor indices = memory.tensor_of(p, indices_operand);
  const oracle::tensor output = memory.tensor_of(p, output_operand);
  if (!p.is_scatter()) return oracle::gather(op, rules, data, indices, output, fill_of(p));
  return oracle::scatter(op, rules, reduction_of(p), data, indices, memory.tensor_of(p, updates_operand), output,
                         static_cast<oracle::duplicates>(p.duplicates));
}

// What one run does; also whose indices it finds bad.
oracle::outcome run_once(const test_case& p, arena& memory, expectation& expected) {
  if (!p.is_move()) return run_oracle(p, memory);
  const oracle::move_outcome done = run_move(p, memory);
  const bool is_from_offsets = done.judged == oracle::move_operand::from_offsets;
  if (done.judged == oracle::move_operand::from || is_from_offsets) expected.judged = STREW_OPERAND_FROM;
  expected.has_bad_offset = done.error && (is_from_offsets || done.judged == oracle::move_operand::offsets);
  return done;
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
    const oracle::outcome done = run_once(p, work, expected);
    if (run == 0) expected.done = done;
  }
  if (expected.done.error || expected.done.found_duplicate) {
    expected.answer.status = STREW_STATUS_INDEX;
    expected.answer.rule = expected.has_bad_offset ? "OF1" : expected.done.error ? "IX1" : "IX2";
  }
  expected.after = work.buffers;
  return expected;
}

}  // namespace strew::differential
