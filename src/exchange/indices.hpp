// Indices of one rank, validated and resolved by the engine as those of the whole table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/status.hpp"
#include "exchange/engine_calls.hpp"
#include "exchange/row_layout.hpp"
#include "strew/types.h"

namespace strew::engine::exchange {

// What a hello says of a rank's indices, if some are bad.
struct bad_positions {
  std::uint64_t count = 0;
  std::uint64_t first = 0;  // position among those of the rank
  std::uint64_t value = 0;  // as stored
};

// How the indices of an exchange are read.
struct index_kind {
  std::int64_t rows = 0;
  strew_dtype type = STREW_DTYPE_I64;
  std::int32_t out_of_bounds = STREW_OOB_ERROR;
  std::int32_t negative_indices = STREW_NEGATIVE_FROM_END;
};

// Positions and the places of their rows; those without a row are left out.
class placed_positions {
 public:
  // XC1; TY1 and others of the engine. Bad indices are no failure, but noted.
  status make(const strew_tensor& indices, const index_kind& kind, const row_layout& layout,
              const strew_execution* with, bad_positions& bad);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] const row_layout& layout() const { return *layout_; }

  // Calls visit(rank, place, position) for each one, in order. XC1 of the layout's function, CN1.
  template <class Visit>
  status for_each(const Visit& visit) const {
    std::vector<row_place> places(std::min(count_, at_once));
    const std::uint64_t ranks = layout_->ranks();
    for (std::uint64_t first = 0; first < count_; first += at_once) {
      const std::uint64_t some = std::min(count_ - first, at_once);
      if (auto bad = read(first, some, places.data())) return bad;
      for (std::uint64_t n = 0; n < some; ++n) {
        const row_place at = places[n];
        if (at.rank < ranks)
          visit(at.rank, static_cast<std::uint32_t>(at.place), static_cast<std::uint32_t>(first + n));
      }
    }
    return {};
  }

 private:
  static constexpr std::uint64_t at_once = 1024;

  status read(std::uint64_t first, std::uint64_t count, row_place* places) const;

  plan_ptr plan_{nullptr, strew_plan_destroy};
  const void* indices_ = nullptr;
  std::uint64_t count_ = 0;
  const row_layout* layout_ = nullptr;
  const strew_execution* with_ = nullptr;
};

// IX1 of a position by its number through all ranks.
failure index_failure(const index_kind& kind, std::uint64_t positions, const bad_positions& bad);

}  // namespace strew::engine::exchange
