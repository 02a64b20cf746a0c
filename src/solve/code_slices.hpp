// Rows of codes as the updates of listed slices: summed as they are read, or decoded beside their accumulators.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/fetch.hpp"
#include "kernel/kernel_set.hpp"
#include "solve/codes.hpp"
#include "solve/reduction_kernels.hpp"
#include "walk/part.hpp"

namespace strew::engine {

// Of rows of codes, whose values are in that room too, after accumulators and weights.
constexpr std::size_t decoded_at_once = reduced_at_once / 2;
constexpr std::size_t decoded_room = accumulator_room / 4;
constexpr std::size_t widened_room = 512;
static_assert(decoded_at_once * sizeof(float) <= widened_room);

// Where listed rows of codes are, beside their codes: offsets of scales and zero points, and the first column.
struct code_places {
  const std::byte* scales = nullptr;
  const std::byte* zeros = nullptr;  // null: there are none
  const std::int64_t* scale_of = nullptr;
  const std::int64_t* zero_of = nullptr;
  std::int64_t column = 0;
};

// Where a row is: of the position of that number along a line, and of the start that its index gives.
struct place_rule {
  std::int64_t first = 0;
  std::int64_t step = 0;
  std::int64_t stride = 0;

  [[nodiscard]] std::int64_t of(std::int64_t position, std::int64_t start) const {
    return first + position * step + start * stride;
  }
};
// The same in each operand of rows of codes; first is 0.
struct code_row_places {
  place_rule codes;
  place_rule scales;
  place_rule zeros;
};
code_row_places row_places_of(const problem& p, const axis& line);

// Decodes listed slices, a few at a time, into the memory beside their accumulators, and reduces their values there.
class row_decoder_of_slices {
 public:
  // `memory`: of a codebook.
  void start(const part& work, const kernel::kernel_set& kernels, std::byte* memory);
  [[nodiscard]] bool is_started() const { return decode_ != nullptr; }
  // As that of reduction_kernels.
  [[nodiscard]] std::size_t slices_ahead(std::size_t count) const {
    return sums(count) ? kernel::slices_ahead(count, false) : 0;
  }
  // `work`: as of slices, whose units are codes; `value_at`: memory for a list of them.
  void reduce(const reduction_kernels& by, const code_places& at, const kernel::reduction_block& work,
              std::int64_t* value_at) const;

 private:
  // Whether rows of so many codes are summed without values of their own.
  [[nodiscard]] bool sums(std::size_t count) const { return sum_ != nullptr && count >= kernel::min_reduced_row; }
  void sum(const code_places& at, const kernel::reduction_block& work) const;
  void fetch(const code_places& at, const kernel::reduction_block& work, std::size_t slices) const;
  void decode(const code_places& at, const kernel::reduction_block& work, std::size_t first, std::size_t last,
              std::byte* values) const;
  void widen_weights(const kernel::reduction_block& work, std::size_t count, std::byte* to,
                     kernel::reduction_block& piece) const;
  static std::size_t reduce_piece(const reduction_kernels& by, const kernel::reduction_block& work,
                                  kernel::reduction_block& piece, std::size_t run, std::size_t first, std::size_t last);

  kernel::code_rows rows_;
  kernel::decode_kernel decode_ = nullptr;
  kernel::slice_kernel widen_ = nullptr;  // of weights, which are narrower than the values
  kernel::reduction_kernel sum_ = nullptr;
  bool is_weighted_ = false;
  std::size_t value_bytes_ = 0;
};

}  // namespace strew::engine
