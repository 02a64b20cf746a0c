#include "execute/judge.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "walk/kernel_axes.hpp"
#include "walk/odometer.hpp"
#include "walk/polls.hpp"

namespace strew {
inline namespace engine {
namespace {

// Whether one stored value is bad, as part d of the lowering rules defines it.
bool is_bad(index_value stored, const index_space::member& m, const index_policy& policy) {
  if (policy.below_zero == negative::refuse && stored.negative) return true;
  if (lacks_start(m, policy)) return true;
  if (policy.outside != out_of_bounds::error) return false;
  auto value = static_cast<std::int64_t>(stored.bits);
  if (!stored.negative && value < 0) return true;  // beyond 2^63 - 1
  if (policy.below_zero == negative::from_end && value < 0 && value >= -m.extent) value += m.extent;
  return value < 0 || value > m.extent - m.window;
}

small_vector<std::int64_t> coordinates_of(const index_space& space, std::uint64_t position) {
  small_vector<std::int64_t> coordinates(space.positions.size());
  for (std::size_t i = space.positions.size(); i-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(space.positions[i].extent);
    coordinates[i] = static_cast<std::int64_t>(position % extent);
    position /= extent;
  }
  return coordinates;
}

class reporter {
 public:
  reporter(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices)
      : space_(p.space),
        policy_(p.policy),
        indices_(indices),
        signed_(is_signed(p.index_type)),
        load_(kernels.load(index_type_of(p.index_type))) {}

  // The tuple of one position, for a record.
  small_vector<index_value> tuple_at(const small_vector<std::int64_t>& coordinates) const {
    const std::byte* at = indices_;
    for (std::size_t i = 0; i < coordinates.size(); ++i) at += coordinates[i] * space_.positions[i].index_stride;
    small_vector<index_value> tuple;
    for (const auto& m : space_.members) tuple.push_back(stored(at, m));
    return tuple;
  }

  // Broadcast dimensions are walked at 0 only: that visits the first position of each distinct tuple, in order, and
  // each bad one counts as often as it is broadcast. False if it was cancelled.
  bool run(const cancellation& cancel) {
    run_list<axis> axes;
    std::int64_t step = static_cast<std::int64_t>(space_.position_count());
    for (const auto& p : space_.positions) {
      step /= p.extent;
      if (p.index_stride == 0) {
        copies_ *= static_cast<std::uint64_t>(p.extent);
      } else if (p.extent != 1) {
        axes.push_back({p.extent, step, 0, p.index_stride, no_window});
      }
    }
    odometer walk(axes.data(), axes.size());
    poll_counter polls(cancel);
    do {
      if (!polls.go_on(space_.members.size())) return false;
      visit(static_cast<std::uint64_t>(walk.table()), indices_ + walk.index());
    } while (walk.next());
    return true;
  }

  // Empty if none is bad.
  [[nodiscard]] std::shared_ptr<const index_report> found() const { return found_; }

 private:
  index_value stored(const std::byte* tuple, const index_space::member& m) const {
    const std::uint64_t bits = load_(tuple + m.index_offset);
    return {bits, signed_ && (bits >> 63U) != 0};
  }

  void visit(std::uint64_t position, const std::byte* tuple) {
    for (std::size_t k = 0; k < space_.members.size(); ++k) {
      const index_value value = stored(tuple, space_.members[k]);
      if (!is_bad(value, space_.members[k], policy_)) continue;
      if (!found_) describe_first(position, tuple, k, value);
      found_->bad_count += copies_;
      return;
    }
  }

  void describe_first(std::uint64_t position, const std::byte* tuple, std::size_t k, index_value bad) {
    found_ = std::make_shared<index_report>();
    const index_space::member& m = space_.members[k];
    found_->position = position;
    found_->component = k;
    found_->extent = m.extent;
    found_->window = m.window;
    if (policy_.outside != out_of_bounds::error && m.extent >= m.window) {
      found_->high = std::numeric_limits<std::int64_t>::max();  // only negatives are refused
    } else if (m.extent >= m.window) {
      const bool adds = signed_ && policy_.below_zero == negative::from_end && m.extent > 0;
      found_->low = adds ? -m.extent : 0;
      found_->high = m.extent - m.window;
    }
    for (std::size_t t = 0; t < space_.members.size(); ++t) {
      found_->tuple.push_back(t == k ? bad : stored(tuple, space_.members[t]));
    }
    found_->coordinates = coordinates_of(space_, position);
  }

  const index_space& space_;
  const index_policy& policy_;
  const std::byte* indices_;
  bool signed_;
  kernel::load_kernel load_;
  std::uint64_t copies_ = 1;
  std::shared_ptr<index_report> found_;
};

template <class T>
std::string tuple_text(const small_vector<T>& values) {
  return list_text(values, "()");
}

std::string to_range_text(const index_report& r) {
  if (r.high < r.low) return ", but no value is allowed";
  if (r.low < 0 && r.window > 1) return formatted(", outside [{}, {}] and [0, {}]", r.low, -r.window, r.high);
  return formatted(", outside [{}, {}]", r.low, r.high);
}

// "IX1: indices: position 5 (1, 2): component 0 of (9, 4) is 9, outside [-5, 4] (extent 5); 2 of 6 positions are bad"
failure to_failure(std::shared_ptr<const index_report> bad, std::uint64_t positions) {
  const index_report& r = *bad;
  failure made = fail(rule::IX1, operand::indices,
                      "position {} {}: component {} of {} is {}{} (extent {}); {} of {} positions are bad", r.position,
                      tuple_text(r.coordinates), r.component, tuple_text(r.tuple),
                      sentence_value(r.tuple[static_cast<std::size_t>(r.component)]), to_range_text(r), r.extent,
                      r.bad_count, positions);
  made.index = std::move(bad);
  return made;
}

enum class verdict : std::uint8_t { good, bad, cancelled };

verdict look_at_all(const judgement& how, const std::byte* indices, const cancellation& cancel) {
  if (how.lacks_start) return verdict::bad;
  const std::size_t walked = how.axes.empty() ? 0 : how.axes.size() - 1;
  const axis last = how.axes.empty() ? axis{} : how.axes.back();
  odometer walk(how.axes.data(), walked);
  poll_counter polls(cancel);
  bool is_bad = false;
  do {
    for (const auto& m : how.members) {
      if (!m.reads) continue;
      const std::byte* first = indices + walk.index() + m.index_offset;
      const bool is_seen = visit_in_pieces(static_cast<std::uint64_t>(last.extent), polls, [&](auto from, auto to) {
        const std::byte* piece = first + static_cast<std::int64_t>(from) * last.index_stride;
        is_bad = is_bad || how.is_bad({piece, last.index_stride, static_cast<std::size_t>(to - from)}, m.rule);
      });
      if (!is_seen) return verdict::cancelled;
      if (is_bad) return verdict::bad;
    }
  } while (walk.next());
  return verdict::good;
}

}  // namespace

std::optional<check> judge(const judgement& how, const problem& p, const kernel::kernel_set& kernels,
                           const std::byte* indices, const cancellation& cancel) {
  if (!how.is_needed()) return check();
  const verdict found = look_at_all(how, indices, cancel);
  if (found == verdict::good) return check();
  if (found == verdict::cancelled) return std::nullopt;
  reporter report(p, kernels, indices);
  if (!report.run(cancel)) return std::nullopt;
  // None if another thread mended the indices between the two looks: they are good now.
  return report.found() ? check(to_failure(report.found(), p.space.position_count())) : check();
}

failure duplicate_failure(const problem& p, const kernel::kernel_set& kernels, const std::byte* indices,
                          std::uint64_t position, std::uint64_t other) {
  STREW_ASSERT(other < position);  // both mean nothing where no positions meet
  auto found = std::make_shared<index_report>();
  found->position = position;
  found->other_position = other;
  found->high = 0;  // no range is at fault
  found->coordinates = coordinates_of(p.space, position);
  found->tuple = reporter(p, kernels, indices).tuple_at(found->coordinates);
  failure made = fail(
      rule::IX2, operand::indices, "position {} {} with tuple {} writes a cell that position {} {} wrote", position,
      tuple_text(found->coordinates), tuple_text(found->tuple), other, tuple_text(coordinates_of(p.space, other)));
  made.index = std::move(found);
  return made;
}

}  // namespace engine
}  // namespace strew
