// Prepared indices: an index operand validated in advance for many executions.
//
//   const strew::plan sum = strew::plan_scatter_nd(data, {at, {4, 1}}, updates, data);
//   const strew::prepared once = sum.prepare(at.data());          // validated, copied
//   const strew::plan bound = sum.bind(once);                     // needs no indices
//   bound.execute({.data = data.data(), .updates = updates.data(), .output = data.data()});
#ifndef STREW_PREPARED_HPP
#define STREW_PREPARED_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "strew/result.hpp"
#include "strew/strew.h"

namespace strew {

// Order of the destinations of positions in row-major order; positions skipped by the policy are ignored.
enum class index_order : std::int32_t {
  unsorted = STREW_ORDER_UNSORTED,
  sorted = STREW_ORDER_SORTED,        // destinations do not decrease
  ascending = STREW_ORDER_ASCENDING,  // ... and strictly increase: no two positions collide
};

// Properties of prepared indices.
struct prepared_info {
  std::uint64_t bytes = 0;           // owned by them
  std::uint64_t positions = 0;       // all of them, broadcast ones included
  std::uint64_t skipped = 0;         // positions that the policy skips
  std::uint64_t duplicates = 0;      // positions with a cell that an earlier position addresses too
  std::uint64_t first_position = 0;  // valid only with duplicates: the first such position ...
  std::uint64_t other_position = 0;  // ... and the first position that addresses a cell of it
  index_order order = index_order::unsorted;
};

// Owns a copy of an index operand and its properties. Made by plan::prepare; can be bound to plans whose index extents,
// index type, addressed extents and windows, negative rule and policy are those of that plan. Immutable; may be used in
// many threads concurrently. It can be moved, not copied; a moved-from object can only be destroyed or assigned to.
class prepared {
 public:
  // Takes ownership of prepared indices of the C ABI.
  explicit prepared(strew_prepared* owned) noexcept : handle_(owned) {}

  // Sorts the positions when it is called for the first time. Throws error if there is no memory for that.
  prepared_info info() const {
    strew_prepared_info found = STREW_PREPARED_INFO_INIT;
    detail::attempt([&](strew_error* failure) { return strew_prepared_inspect(native(), &found, failure); }).value();
    return {found.bytes,
            found.positions,
            found.skipped,
            found.duplicates,
            found.first_position,
            found.other_position,
            static_cast<index_order>(found.order)};
  }

  // Positions in stable order by destination, skipped ones at the end. Sorts them like info().
  std::vector<std::uint64_t> order() const {
    std::vector<std::uint64_t> positions(static_cast<std::size_t>(info().positions));
    strew_prepared_order(native(), positions.size(), positions.data());
    return positions;
  }

  const strew_prepared* native() const noexcept { return handle_.get(); }

 private:
  struct destroy {
    void operator()(strew_prepared* handle) const noexcept { strew_prepared_destroy(handle); }
  };

  std::unique_ptr<strew_prepared, destroy> handle_;
};

}  // namespace strew

#endif
