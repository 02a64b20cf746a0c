// The check of StableHLO's hints, made where check_hints is set: whether they are true of the indices of a call.
#ifndef STREW_STABLEHLO_HINTS_HPP
#define STREW_STABLEHLO_HINTS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "strew/buffers.hpp"
#include "strew/call.hpp"
#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/error.hpp"
#include "strew/numbers.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/sentence.hpp"
#include "strew/stablehlo/dimensions.hpp"
#include "strew/stablehlo/options.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE::stablehlo::detail {

inline void copy_bytes(const void* from, void* to, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i)
    static_cast<unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[i];
}

// In bytes, also of a packed tensor.
inline std::int64_t stride_of(const strew_tensor& of, std::size_t d) noexcept {
  if (of.strides != nullptr) return of.strides[d];
  auto product = static_cast<std::int64_t>(of.element_bytes != 0 ? of.element_bytes : strew_dtype_bytes(of.dtype));
  while (++d < of.rank) product *= of.extents[d];
  return product;
}

// What decides whether starts are sorted: the tuples of an operator that are compared, dimension by dimension of data.
struct start_order {
  const dimension_list& tuple_dims;  // the dimension of data that each member addresses
  std::int64_t index_vector_dim;
  const dimension_list* clamped_to = nullptr;  // window extents, where starts are clamped so that these fit
  bool counts_from_end = false;
};

// The tuples of start indices, which lie where a call that was checked says. Nothing is allocated.
class start_tuples {
 public:
  start_tuples(const start_order& order, const strew_tensor& data, const strew_tensor& indices) noexcept
      : order_(order), data_(data), indices_(indices) {}

  std::uint64_t count() const noexcept {
    std::uint64_t product = 1;
    for (std::size_t d = 0; d < rank(); ++d) {
      if (!holds_tuples(d)) product *= static_cast<std::uint64_t>(indices_.extents[d]);
    }
    return product;
  }

  // Distance in bytes of the tuple of a position; positions are numbered in row-major order.
  std::int64_t offset(std::uint64_t position) const noexcept {
    std::int64_t sum = 0;
    for (std::size_t d = rank(); d-- > 0;) {
      if (holds_tuples(d)) continue;
      const auto extent = static_cast<std::uint64_t>(indices_.extents[d]);
      sum += static_cast<std::int64_t>(position % extent) * stride_of(indices_, d);
      position /= extent;
    }
    return sum;
  }

  // Whether the window at `left` starts after that at `right`, dimension by dimension of data.
  bool is_after(std::int64_t left, std::int64_t right) const noexcept {
    for (std::uint64_t d = 0; d < data_.rank; ++d) {
      const std::size_t member = member_of(static_cast<std::int64_t>(d));
      if (member == order_.tuple_dims.size()) continue;
      const std::int64_t l = start(left, member), r = start(right, member);
      if (l != r) return l > r;
    }
    return false;
  }

 private:
  std::size_t rank() const noexcept { return strew::detail::cast<std::size_t>(indices_.rank); }
  bool holds_tuples(std::size_t d) const noexcept { return static_cast<std::int64_t>(d) == order_.index_vector_dim; }

  std::size_t member_of(std::int64_t dimension) const noexcept {
    std::size_t member = 0;
    while (member < order_.tuple_dims.size() && order_.tuple_dims[member] != dimension) ++member;
    return member;
  }

  std::int64_t start(std::int64_t tuple, std::size_t member) const noexcept {
    const auto d = static_cast<std::size_t>(order_.tuple_dims[member]);
    const auto vector = static_cast<std::size_t>(order_.index_vector_dim);
    const std::int64_t step = vector < rank() ? stride_of(indices_, vector) : 0;
    std::int64_t value = stored(tuple + static_cast<std::int64_t>(member) * step);
    const std::int64_t extent = data_.extents[d];
    if (order_.counts_from_end && value < 0 && value >= -extent) value += extent;
    if (order_.clamped_to == nullptr) return value;
    const std::int64_t last = extent - (*order_.clamped_to)[d];
    return value < 0 ? 0 : value > last ? last : value;
  }

  template <class T>
  std::int64_t stored_as(std::int64_t offset) const noexcept {
    T value{};
    copy_bytes(static_cast<const unsigned char*>(indices_.data) + offset, &value, sizeof value);
    if constexpr (sizeof(T) == sizeof(std::uint64_t) && static_cast<T>(-1) > T{0}) {
      constexpr auto most = static_cast<T>(INT64_MAX);  // what exceeds 63 bits is beyond every extent
      return static_cast<std::int64_t>(value > most ? most : value);
    } else {
      return value;
    }
  }
  std::int64_t stored(std::int64_t offset) const noexcept {
    switch (indices_.dtype) {
      case STREW_DTYPE_I8:
        return stored_as<std::int8_t>(offset);
      case STREW_DTYPE_I16:
        return stored_as<std::int16_t>(offset);
      case STREW_DTYPE_I32:
        return stored_as<std::int32_t>(offset);
      case STREW_DTYPE_U8:
        return stored_as<std::uint8_t>(offset);
      case STREW_DTYPE_U16:
        return stored_as<std::uint16_t>(offset);
      case STREW_DTYPE_U32:
        return stored_as<std::uint32_t>(offset);
      case STREW_DTYPE_U64:
        return stored_as<std::uint64_t>(offset);
      default:
        return stored_as<std::int64_t>(offset);
    }
  }

  const start_order& order_;
  const strew_tensor& data_;
  const strew_tensor& indices_;
};

// A failure whose message says more than the engine's own.
inline error_record reworded(const error_record& failure, std::string_view before) noexcept {
  strew::detail::sentence words;
  words << before << failure.message();
  strew_error made = failure.native();
  const error_record cut(failure.code(), words.view());
  copy_bytes(cut.native().message, made.message, sizeof made.message);
  return error_record(made);
}

// A refusal of duplicates that nobody but the hint asked for.
inline result<void> of_hint(const result<void>& outcome, const scatter_options& with) noexcept {
  if (outcome || outcome.error().rule() != "IX2" || with.duplicates == duplicates::error) return outcome;
  return reworded(outcome.error(), "unique_indices is not true: ");
}

inline result<void> check_order(const start_tuples& tuples) noexcept {
  const std::uint64_t count = tuples.count();
  std::int64_t before = count == 0 ? 0 : tuples.offset(0);
  for (std::uint64_t position = 1; position < count; ++position) {
    const std::int64_t at = tuples.offset(position);
    if (tuples.is_after(before, at)) {
      strew::detail::sentence why;
      why << "indices_are_sorted is not true: the window of position " << position << " starts before that of position "
          << position - 1;
      strew_error made = error_record(status::index, why.view(), {}, operand::indices).native();
      made.position = position;
      made.other_position = position - 1;
      made.bad_count = 1;
      return error_record(made);
    }
    before = at;
  }
  return {};
}

// indices_are_sorted, after the checks that precede every write: what these refuse is reported as without the hint.
inline result<void> check_sorted(const strew::detail::chosen& what, const strew::detail::operands& of,
                                 const start_order& order, const execution& exec) noexcept {
  const result<plan> planned = strew::detail::make_plan(what, of);
  if (planned.code() == status::memory) return planned.error();
  if (!planned) return strew::detail::run(what, of, exec);  // refuses it too, for the first of its reasons
  const auto pointer = [](const strew::detail::given& from) {
    return from.native() == nullptr ? nullptr : from.native()->data;
  };
  const result<void> checked =
      planned->try_check(buffers{pointer(of.data), pointer(of.indices), pointer(of.updates), pointer(of.output)}, exec);
  return checked ? check_order({order, *of.data.native(), *of.indices.native()}) : checked;
}

}  // namespace STREW_NAMESPACE::stablehlo::detail

#endif
