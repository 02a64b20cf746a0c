// Prepared indices: an index operand validated in advance for many executions.
//
//   const strew::plan sum = strew::plan_scatter_nd(data, {at, {4, 1}}, updates);  // in place
//   const strew::prepared once = sum.prepare({at, {4, 1}});       // validated, copied
//   const strew::plan bound = sum.bind(once);                     // needs no indices
//   bound.execute({.updates = updates, .output = data});
#ifndef STREW_PREPARED_HPP
#define STREW_PREPARED_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "strew/config.hpp"
#include "strew/handle.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE {

// Order of the destinations of positions in row-major order; positions skipped by the policy are ignored.
enum class index_order : std::int32_t {
  unsorted = STREW_ORDER_UNSORTED,
  sorted = STREW_ORDER_SORTED,          // destinations do not decrease
  ascending = STREW_ORDER_ASCENDING,    // ... and strictly increase: no two positions collide
  reversed = STREW_ORDER_REVERSED,      // destinations do not increase, but decrease somewhere
  descending = STREW_ORDER_DESCENDING,  // ... and strictly decrease: no two positions collide
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
  std::uint64_t distinct = 0;       // destinations that positions address, each counted once
  std::uint64_t most_frequent = 0;  // positions that address the destination which most of them address
  std::uint64_t runs = 0;           // pieces of the positions, as few as possible, in each of which they are sorted
  bool constant_rows = false;       // along the last dimension of the positions all tuples lead to one place
};

// Owns a copy of an index operand and its properties. Made by plan::prepare; can be bound to plans whose index extents,
// index type, addressed extents and windows, negative rule and policy are those of that plan. Immutable; may be used in
// many threads concurrently. It can be moved, not copied; one that is moved from or default-constructed is empty: what
// needs it fails with PT1.
class prepared {
 public:
  prepared() noexcept = default;

  // Takes ownership of prepared indices of the C ABI.
  explicit prepared(strew_prepared* owned) noexcept : handle_(owned) {}

  // Whether it is not empty.
  explicit operator bool() const noexcept { return native() != nullptr; }

  // Sorts the positions when it is called for the first time. Throws error if there is no memory for that.
  result<prepared_info> try_info() const noexcept {
    strew_prepared_info found = STREW_PREPARED_INFO_INIT;
    return detail::attempt([&](strew_error* failure) { return strew_prepared_inspect(native(), &found, failure); })
        .transform([&] {
          return prepared_info{found.bytes,
                               found.positions,
                               found.skipped,
                               found.duplicates,
                               found.first_position,
                               found.other_position,
                               static_cast<index_order>(found.order),
                               found.distinct,
                               found.most_frequent,
                               found.runs,
                               found.constant_rows != 0};
        });
  }
  // Positions in stable order by destination, skipped ones at the end. Sorts them like info().
  template <class List = std::vector<std::uint64_t>>  // compiled only where it is called
  result<List> try_order() const {
    const result<prepared_info> found = try_info();
    if (!found) return found.error();
    List positions(detail::cast<std::size_t>(found->positions));
    strew_prepared_order(native(), positions.size(), positions.data());
    return positions;
  }

  const strew_prepared* native() const noexcept { return handle_.get(); }

#if STREW_HAS_EXCEPTIONS
  prepared_info info() const {
    return try_info().value();
  }
  template <class List = std::vector<std::uint64_t>>
  List order() const {
    return try_order<List>().value();
  }
#endif

 private:
  detail::handle<strew_prepared, strew_prepared_destroy> handle_;
};

}  // namespace STREW_NAMESPACE

#endif
