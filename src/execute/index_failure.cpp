#include "execute/index_failure.hpp"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "walk/kernel_axes.hpp"

namespace strew::engine {
namespace {

// The tuple of one position, as stored now.
index_tuple tuple_at(const indexed_side& of, const kernel::kernel_set& kernels, const std::byte* indices,
                     const small_vector<std::int64_t>& coordinates) {
  const kernel::load_kernel load = kernels.load(index_type_of(of.index_type));
  const std::byte* at = indices;
  for (std::size_t i = 0; i < coordinates.size(); ++i) at += coordinates[i] * of.space.positions[i].index_stride;
  index_tuple tuple;
  for (const auto& m : of.space.members)
    tuple.push_back(stored_value(load, is_signed(of.index_type), at + m.index_offset));
  return tuple;
}

void note_range(index_report& r, const indexed_side& of) {
  const index_space::member& m = of.space.members[static_cast<std::size_t>(r.component)];
  r.extent = m.extent;
  r.window = m.window;
  if (m.extent < m.window) return;  // no value is allowed
  if (of.policy.outside != out_of_bounds::error) {
    r.high = std::numeric_limits<std::int64_t>::max();  // only negatives are refused
    return;
  }
  const bool adds = is_signed(of.index_type) && of.policy.below_zero == negative::from_end && m.extent > 0;
  r.low = adds ? -m.extent : 0;
  r.high = m.extent - m.window;
}

std::string to_range_text(const index_report& r) {
  if (r.high < r.low) return ", but no value is allowed";
  if (r.low < 0 && r.window > 1) return formatted(", outside [{}, {}] and [0, {}]", r.low, -r.window, r.high);
  return formatted(", outside [{}, {}]", r.low, r.high);
}

const char* are_bad_text(std::uint64_t bad, std::uint64_t positions) {
  if (positions == 1) return "position is bad";
  return bad == 1 ? "positions is bad" : "positions are bad";
}

}  // namespace

small_vector<std::int64_t> coordinates_of(const indexed_side& of, std::uint64_t number) {
  const std::size_t rank = of.segments ? static_cast<std::size_t>(of.segments->batch_rank) : of.space.positions.size();
  small_vector<std::int64_t> made(rank);
  const auto take = [&](std::int64_t extent) {
    const auto here = static_cast<std::int64_t>(number % static_cast<std::uint64_t>(extent));
    number /= static_cast<std::uint64_t>(extent);
    return here;
  };
  const std::int64_t offset = of.segments ? take(of.segments->offset_count) : 0;
  for (std::size_t n = rank; n-- > 0;) made[n] = take(of.space.positions[n].extent);
  if (of.segments) made.push_back(offset);
  return made;
}

failure bad_index_failure(const indexed_side& of, operand where, const bad_indices& found, const index_tuple& tuple) {
  auto report = std::make_shared<index_report>();
  report->position = found.position;
  report->bad_count = found.count;
  report->component = found.component;
  note_range(*report, of);
  report->coordinates = coordinates_of(of, found.position);
  report->tuple = tuple;
  report->tuple[static_cast<std::size_t>(found.component)] = found.value;  // the bad value as it was read
  const std::uint64_t positions = of.space.position_count();
  failure made =
      fail(rule::IX1, where, "position {} {}: component {} of {} is {}{} (<axis {} of extent {}>); {} of {} {}",
           report->position, tuple_of(report->coordinates), report->component, tuple_of(report->tuple),
           sentence_value(found.value), to_range_text(*report),
           std::int64_t{of.space.members[static_cast<std::size_t>(found.component)].axis}, report->extent,
           report->bad_count, positions, are_bad_text(report->bad_count, positions));
  made.index = std::move(report);
  return made;
}

failure bad_index_failure(const indexed_side& of, operand where, const kernel::kernel_set& kernels,
                          const std::byte* indices, const bad_indices& found) {
  return bad_index_failure(of, where, found, tuple_at(of, kernels, indices, coordinates_of(of, found.position)));
}

failure duplicate_failure(const indexed_side& of, std::uint64_t position, std::uint64_t other,
                          const index_tuple& tuple) {
  STREW_ASSERT(other < position);  // both are invalid if no positions collide
  auto report = std::make_shared<index_report>();
  report->position = position;
  report->other_position = other;
  report->high = 0;  // there is no range
  report->coordinates = coordinates_of(of, position);
  report->tuple = tuple;
  failure made = fail(
      rule::IX2, operand::indices, "position {} {} with tuple {} writes <a cell> that position {} {} wrote", position,
      tuple_of(report->coordinates), tuple_of(report->tuple), other, tuple_of(coordinates_of(of, other)));
  made.index = std::move(report);
  return made;
}

failure duplicate_failure(const indexed_side& of, const kernel::kernel_set& kernels, const std::byte* indices,
                          std::uint64_t position, std::uint64_t other) {
  return duplicate_failure(of, position, other, tuple_at(of, kernels, indices, coordinates_of(of, position)));
}

}  // namespace strew::engine
