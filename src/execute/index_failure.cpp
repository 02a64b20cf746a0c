#include "execute/index_failure.hpp"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "walk/kernel_axes.hpp"

namespace strew {
inline namespace engine {
namespace {

small_vector<std::int64_t> coordinates_of(const index_space& space, std::uint64_t position) {
  small_vector<std::int64_t> coordinates(space.positions.size());
  for (std::size_t i = space.positions.size(); i-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(space.positions[i].extent);
    coordinates[i] = static_cast<std::int64_t>(position % extent);
    position /= extent;
  }
  return coordinates;
}

// The tuple of one position, as it is stored now.
small_vector<index_value> tuple_at(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
                                   const small_vector<std::int64_t>& coordinates) {
  const kernel::load_kernel load = kernels.load(index_type_of(p.index_type));
  const std::byte* at = indices;
  for (std::size_t i = 0; i < coordinates.size(); ++i) at += coordinates[i] * p.space.positions[i].index_stride;
  small_vector<index_value> tuple;
  for (const auto& m : p.space.members)
    tuple.push_back(stored_value(load, is_signed(p.index_type), at + m.index_offset));
  return tuple;
}

void note_range(index_report& r, const problem& p) {
  const index_space::member& m = p.space.members[static_cast<std::size_t>(r.component)];
  r.extent = m.extent;
  r.window = m.window;
  if (m.extent < m.window) return;  // no value is allowed
  if (p.policy.outside != out_of_bounds::error) {
    r.high = std::numeric_limits<std::int64_t>::max();  // only negatives are refused
    return;
  }
  const bool adds = is_signed(p.index_type) && p.policy.below_zero == negative::from_end && m.extent > 0;
  r.low = adds ? -m.extent : 0;
  r.high = m.extent - m.window;
}

std::string to_text(index_value value) {
  return value.negative ? std::to_string(static_cast<std::int64_t>(value.bits)) : std::to_string(value.bits);
}

std::string to_text(std::int64_t value) {
  return std::to_string(value);
}

template <class T>
std::string to_text(const small_vector<T>& values) {
  std::string text = "(";
  for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + to_text(values[i]);
  return text + ")";
}

std::string to_range_text(const index_report& r) {
  if (r.high < r.low) return ", but no value is allowed";
  const std::string high = std::to_string(r.high) + "]";
  const std::string low = ", outside [" + std::to_string(r.low) + ", ";
  return r.low < 0 && r.window > 1 ? low + std::to_string(-r.window) + "] and [0, " + high : low + high;
}

std::string to_text(const index_report& r, std::uint64_t positions) {
  std::string text = "position " + std::to_string(r.position) + " " + to_text(r.coordinates);
  text += ": component " + std::to_string(r.component) + " of " + to_text(r.tuple);
  text += " is " + to_text(r.tuple[static_cast<std::size_t>(r.component)]);
  text += to_range_text(r);
  return text + " (extent " + std::to_string(r.extent) + "); " + std::to_string(r.bad_count) + " of " +
         std::to_string(positions) + " positions are bad";
}

}  // namespace

failure bad_index_failure(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
                          const bad_indices& found) {
  auto report = std::make_shared<index_report>();
  report->position = found.position;
  report->bad_count = found.count;
  report->component = found.component;
  note_range(*report, p);
  report->coordinates = coordinates_of(p.space, found.position);
  report->tuple = tuple_at(p, kernels, indices, report->coordinates);
  report->tuple[static_cast<std::size_t>(found.component)] = found.value;  // as it was read when it was found bad
  failure made = fail(rule::IX1, operand::indices, to_text(*report, p.space.position_count()));
  made.index = std::move(report);
  return made;
}

failure duplicate_failure(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
                          std::uint64_t position, std::uint64_t other) {
  auto report = std::make_shared<index_report>();
  report->position = position;
  report->other_position = other;
  report->high = 0;  // no range is at fault
  report->coordinates = coordinates_of(p.space, position);
  report->tuple = tuple_at(p, kernels, indices, report->coordinates);
  failure made = fail(rule::IX2, operand::indices,
                      "position " + std::to_string(position) + " " + to_text(report->coordinates) + " with tuple " +
                          to_text(report->tuple) + " writes a cell that position " + std::to_string(other) + " " +
                          to_text(coordinates_of(p.space, other)) + " wrote");
  made.index = std::move(report);
  return made;
}

}  // namespace engine
}  // namespace strew
