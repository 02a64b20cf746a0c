#include "execute/bad_indices.hpp"

#include "walk/kernel_axes.hpp"

namespace strew::engine {

bool is_bad(index_value stored, const index_space::member& m, const index_policy& policy) {
  if (policy.below_zero == negative::refuse && stored.negative) return true;
  if (lacks_start(m, policy)) return true;
  if (policy.outside != out_of_bounds::error) return false;
  auto value = static_cast<std::int64_t>(stored.bits);
  if (!stored.negative && value < 0) return true;  // beyond 2^63 - 1
  if (policy.below_zero == negative::from_end && value < 0 && value >= -m.extent) value += m.extent;
  return value < 0 || value > m.extent - m.window;
}

index_value stored_value(kernel::load_kernel load, bool has_sign, const std::byte* member) {
  const std::uint64_t bits = load(member);
  return {bits, has_sign && (bits >> 63U) != 0};
}

void bad_indices::merge(const bad_indices& other) {
  if (other.count == 0) return;
  const std::uint64_t both = count + other.count;
  if (count == 0 || other.position < position) *this = other;
  count = both;
}

index_finder::index_finder(const indexed_side& of, const kernel::kernel_set& kernels, const std::byte* indices)
    : space_(of.space),
      policy_(of.policy),
      indices_(indices),
      signed_(is_signed(of.index_type)),
      load_(kernels.load(index_type_of(of.index_type))) {
  auto step = static_cast<std::int64_t>(space_.position_count());
  for (const auto& position : space_.positions) {
    step /= position.extent;
    if (position.index_stride == 0) {
      copies_ *= static_cast<std::uint64_t>(position.extent);
    } else {
      tuples_ *= static_cast<std::uint64_t>(position.extent);
      append_axis(axes_, {position.extent, step, 0, position.index_stride, no_window});
    }
  }
}

// Broadcast dimensions are visited at 0 only: this visits the first position of each distinct tuple, in order, and each
// bad one counts as often as it is broadcast.
bool index_finder::find(tuple_range range, const cancellation& cancel, bad_indices& found) const {
  poll_counter polls(cancel);
  return walk_runs(axes_.data(), axes_.size(), range, indices_, space_.members.size(), polls,
                   [&](const point_run& run) {
                     for (std::size_t n = 0; n < run.count; ++n) {
                       const auto steps = static_cast<std::int64_t>(n);
                       look_at(static_cast<std::uint64_t>(run.place + steps * run.place_step),
                               run.tuple + steps * run.tuple_step, found);
                     }
                     return true;
                   });
}

void index_finder::look_at(std::uint64_t position, const std::byte* tuple, bad_indices& found) const {
  for (std::size_t k = 0; k < space_.members.size(); ++k) {
    const index_space::member& m = space_.members[k];
    const index_value value = stored_value(load_, signed_, tuple + m.index_offset);
    if (!is_bad(value, m, policy_)) continue;
    if (found.count == 0) found = {0, position, k, value};
    found.count += copies_;
    return;
  }
}

}  // namespace strew::engine
