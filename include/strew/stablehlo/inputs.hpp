// StableHLO's scatter of several inputs: the same indices, dimensions and update computation for each.
//
//   strew::stablehlo::scatter({{sums, updates, sums}, {counts, ones, counts}}, at, dimensions,
//                             {.reduction = strew::reduction::add});
//
// Either all results are written or none: every plan is made and all checks of every input precede the first write.
// Rules SC1, SC3 and SC5 are of this header, since the operator of the engine has one input.
#ifndef STREW_STABLEHLO_INPUTS_HPP
#define STREW_STABLEHLO_INPUTS_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "strew/buffers.hpp"
#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/numbers.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/sentence.hpp"
#include "strew/stablehlo.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::stablehlo {

// One input of several, with its updates and its result, which may be the input itself: in place.
struct scatter_operands {
  const_view input;
  const_view updates;
  view result;
};

namespace detail {

using scatter_list = std::span<const scatter_operands>;

inline bool is_same_shape(const const_view& left, const const_view& right) noexcept {
  bool is_same = left.rank() == right.rank();
  for (std::size_t d = 0; is_same && d < left.rank(); ++d) is_same = left.extents()[d] == right.extents()[d];
  return is_same;
}

inline result<void> shape_refusal(std::string_view rule, operand about, std::string_view what, std::size_t number,
                                  const const_view& one, const const_view& first) noexcept {
  strew::detail::sentence why;
  why << rule << ": the extents of " << what << " " << std::uint64_t{number} << " are "
      << strew::detail::list{one.extents().data(), one.rank()} << ", those of " << what << " 0 are "
      << strew::detail::list{first.extents().data(), first.rank()};
  return error_record(status::shape, why.view(), rule, about);
}

// SC1, SC3, SC5.
inline result<void> check_shapes(scatter_list all) noexcept {
  if (all.empty()) return error_record(status::shape, "SC5: a scatter has at least one input", "SC5", operand::data);
  for (std::size_t n = 1; n < all.size(); ++n) {
    if (!is_same_shape(all[n].input, all[0].input))
      return shape_refusal("SC1", operand::data, "input", n, all[n].input, all[0].input);
    if (!is_same_shape(all[n].updates, all[0].updates))
      return shape_refusal("SC3", operand::updates, "updates", n, all[n].updates, all[0].updates);
  }
  return {};
}

// The failure of one input. Indices are those of all inputs.
inline error_record of_input(std::size_t number, std::size_t count, const error_record& failure) noexcept {
  if (count == 1 || failure.code() == status::index) return failure;
  strew::detail::sentence which;
  which << "input " << std::uint64_t{number} << " of " << std::uint64_t{count} << ": ";
  return reworded(failure, which.view());
}

// The bytes from `first` to before `last`; equal if there are none. Only for operands with which a plan was made.
struct byte_range {
  std::uintptr_t first, last;

  explicit byte_range(const const_view& of) noexcept : first(reinterpret_cast<std::uintptr_t>(of.data())), last(first) {
    std::uintptr_t below = 0, above = strew::detail::cast<std::uintptr_t>(of.element_bytes());
    for (std::size_t d = 0; d < of.rank(); ++d) {
      const std::int64_t extent = of.extents()[d];
      if (extent == 0) return;
      const std::int64_t distance = (extent - 1) * stride_of(of.native(), d);
      if (distance < 0) below += static_cast<std::uintptr_t>(-distance);
      if (distance > 0) above += static_cast<std::uintptr_t>(distance);
    }
    first -= below;
    last += above;
  }

  bool overlaps(const byte_range& other) const noexcept {
    return first != last && other.first != other.last && first < other.last && other.first < last;
  }
};

inline result<void> overlap_refusal(std::size_t n, std::string_view what, std::size_t other) noexcept {
  strew::detail::sentence why;
  why << "OV2: output: result " << std::uint64_t{n} << " overlaps " << what << " " << std::uint64_t{other}
      << ", or is not proven apart from it";
  return error_record(status::overlap, why.view(), "OV2", operand::output);
}

// A result overlaps no operand of another input. Of its own it is checked by the engine.
inline result<void> check_apart(scatter_list all) noexcept {
  for (std::size_t n = 0; n < all.size(); ++n) {
    const byte_range written(all[n].result);
    for (std::size_t other = 0; other < all.size(); ++other) {
      if (other == n) continue;
      if (written.overlaps(byte_range(all[other].input))) return overlap_refusal(n, "input", other);
      if (written.overlaps(byte_range(all[other].updates))) return overlap_refusal(n, "updates", other);
      if (written.overlaps(byte_range(all[other].result))) return overlap_refusal(n, "result", other);
    }
  }
  return {};
}

// Plans on the heap, or none.
class plan_list {
 public:
  explicit plan_list(std::size_t count) noexcept : count_(count), first_(new (std::nothrow) plan[count]) {}
  ~plan_list() { delete[] first_; }
  plan_list(const plan_list&) = delete;
  plan_list& operator=(const plan_list&) = delete;

  explicit operator bool() const noexcept { return first_ != nullptr; }
  std::span<plan> items() const noexcept { return {first_, first_ == nullptr ? 0 : count_}; }

 private:
  std::size_t count_;
  plan* first_;
};

// Workspace that several executions use in turn: the allocator's, else the heap's, or none.
class shared_workspace {
 public:
  shared_workspace(const strew_allocator* allocator, std::uint64_t bytes) noexcept
      : allocator_(allocator), bytes_(bytes) {
    first_ = allocator == nullptr ? ::operator new(strew::detail::cast<std::size_t>(bytes), std::nothrow)
                                  : allocator->allocate(allocator->context, bytes, alignment);
  }
  ~shared_workspace() {
    if (allocator_ == nullptr)
      ::operator delete(first_);
    else if (first_ != nullptr)
      allocator_->release(allocator_->context, first_, bytes_, alignment);
  }
  shared_workspace(const shared_workspace&) = delete;
  shared_workspace& operator=(const shared_workspace&) = delete;

  explicit operator bool() const noexcept { return first_ != nullptr; }
  std::span<std::byte> bytes() const noexcept {
    return {static_cast<std::byte*>(first_), strew::detail::cast<std::size_t>(bytes_)};
  }

 private:
  static constexpr std::uint64_t alignment = 64;  // a line of the caches
  const strew_allocator* allocator_;
  std::uint64_t bytes_;
  void* first_;
};

inline error_record memory_refusal() noexcept {
  return error_record(status::memory, "MM1: no memory for the plans or the workspace of several inputs", "MM1");
}

inline buffers buffers_of(const scatter_operands& one, const const_view& indices) noexcept {
  return {one.input.data(), indices.data(), one.updates.data(), one.result.data()};
}

// Plans of all inputs, whose executions have passed all checks.
inline result<void> plan_all(scatter_list all, const const_view& indices, const scatter_dimensions& dimensions,
                             const scatter_options& with, const execution& exec, std::span<plan> plans) noexcept {
  for (std::size_t n = 0; n < all.size(); ++n) {
    result<plan> made = try_plan_scatter(all[n].input, indices, all[n].updates, all[n].result, dimensions, with);
    if (!made) return of_input(n, all.size(), made.error());
    plans[n] = *std::move(made);
  }
  for (std::size_t n = 0; n < all.size(); ++n) {
    const result<void> checked = plans[n].try_check(buffers_of(all[n], indices), exec);
    if (!checked) return of_input(n, all.size(), of_hint(checked, with).error());
  }
  return check_apart(all);
}

// Whether an execution without a workspace fails: another reduction takes a way that needs none.
inline bool needs_workspace(const scatter_dimensions& dimensions, const scatter_options& with) noexcept {
  return !with.include_self || with.reduction == reduction::mean || with.accumulate == accumulate::wide ||
         with.duplicates == duplicates::error || (with.check_hints && dimensions.unique_indices);
}

inline result<void> execute_all(scatter_list all, const const_view& indices, std::span<const plan> plans,
                                const execution& exec) noexcept {
  for (std::size_t n = 0; n < all.size(); ++n) {
    const result<void> done = plans[n].try_execute(buffers_of(all[n], indices), exec);
    if (!done) return of_input(n, all.size(), done.error());
  }
  return {};
}

}  // namespace detail

// For each n: all[n].result = all[n].input, then the updates, as the scatter of one input does. After any failure but
// status::cancelled no result is changed. The order of updates within one input is that of one input.
inline result<void> try_scatter(std::span<const scatter_operands> all,
                                const strew::detail::index_argument& scatter_indices,
                                const scatter_dimensions& dimensions, const scatter_options& with = {},
                                const execution& exec = {}) noexcept {
  if (const result<void> same = detail::check_shapes(all); !same) return same;
  const detail::plan_list plans(all.size());
  if (!plans) return detail::memory_refusal();
  if (const result<void> planned = detail::plan_all(all, scatter_indices, dimensions, with, exec, plans.items());
      !planned)
    return planned;
  if (with.check_hints && dimensions.indices_are_sorted) {
    const result<void> sorted =
        detail::check_order({detail::order_of(dimensions, with), all[0].input.native(), scatter_indices.native()});
    if (!sorted) return sorted;
  }
  std::uint64_t bytes = 0;
  for (const plan& one : plans.items()) bytes = one.workspace() > bytes ? one.workspace() : bytes;
  if (bytes == 0 || !exec.workspace.empty() || !detail::needs_workspace(dimensions, with))
    return detail::execute_all(all, scatter_indices, plans.items(), exec);
  const detail::shared_workspace workspace(exec.allocator,
                                           bytes);  // what has it cannot fail after another was executed
  if (!workspace) return detail::memory_refusal();
  execution with_workspace = exec;
  with_workspace.workspace = workspace.bytes();
  return detail::execute_all(all, scatter_indices, plans.items(), with_workspace);
}
inline result<void> try_scatter(std::initializer_list<scatter_operands> all,
                                const strew::detail::index_argument& scatter_indices,
                                const scatter_dimensions& dimensions, const scatter_options& with = {},
                                const execution& exec = {}) noexcept {
  return try_scatter(std::span<const scatter_operands>(all.begin(), all.size()), scatter_indices, dimensions, with,
                     exec);
}

#if STREW_HAS_EXCEPTIONS
inline void scatter(std::span<const scatter_operands> all, const strew::detail::index_argument& scatter_indices,
                    const scatter_dimensions& dimensions, const scatter_options& with = {},
                    const execution& exec = {}) {
  try_scatter(all, scatter_indices, dimensions, with, exec).value();
}
inline void scatter(std::initializer_list<scatter_operands> all, const strew::detail::index_argument& scatter_indices,
                    const scatter_dimensions& dimensions, const scatter_options& with = {},
                    const execution& exec = {}) {
  try_scatter(all, scatter_indices, dimensions, with, exec).value();
}
#endif

}  // namespace STREW_NAMESPACE::stablehlo

#endif
