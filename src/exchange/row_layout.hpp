// Which rank holds a row of a table, and where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "strew/exchange.h"

namespace strew::engine::exchange {

struct row_place {
  std::uint64_t rank = 0;
  std::int64_t place = 0;  // among the rows of the rank
};

class row_layout {
 public:
  row_layout() = default;
  // XC1. Keeps no pointer but that of the function.
  static result<row_layout> of(const strew_layout& given);

  [[nodiscard]] std::uint64_t ranks() const { return ranks_; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t rows_of(std::uint64_t rank) const;
  // The places of rows below rows(); others get the rank ranks(). XC1, if the function gives a place that there is not.
  status locate(const std::uint64_t* rows, std::size_t count, row_place* made) const;
  // Equal layouts have equal digests; what a function says is not known.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  [[nodiscard]] row_place in_blocks(std::int64_t row) const;
  [[nodiscard]] row_place in_cycles(std::int64_t row) const;
  status ask(const std::uint64_t* rows, std::size_t count, row_place* made) const;
  template <class Find>
  void find(const std::uint64_t* rows, std::size_t count, row_place* made, const Find& one) const {
    const auto all = static_cast<std::uint64_t>(rows_);
    for (std::size_t n = 0; n < count; ++n)
      made[n] = rows[n] < all ? one(static_cast<std::int64_t>(rows[n])) : row_place{ranks_, 0};
  }

  std::int32_t kind_ = STREW_LAYOUT_BLOCKS;
  std::int64_t rows_ = 0;
  std::uint64_t ranks_ = 1;
  std::int64_t width_ = 1;
  std::uint64_t blocks_a_row_ = 0;     // of even blocks, in units of 2^-64; else 0
  std::vector<std::int64_t> numbers_;  // starts of blocks; sizes where a function locates
  void (*locate_)(void*, std::int64_t, std::uint64_t*, std::int64_t*) = nullptr;
  void* self_ = nullptr;
};

}  // namespace strew::engine::exchange
