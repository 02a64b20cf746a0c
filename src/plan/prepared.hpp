// The copy of an index operand owned by prepared indices, and an operation that reads the copy instead. The copy has
// one number for each member of each tuple, of 32 bits where all extents fit, otherwise of 64; positions along which
// the operand repeats itself share theirs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "base/tensor.hpp"
#include "partition/kept_order.hpp"
#include "problem/destinations.hpp"
#include "problem/operation.hpp"

namespace strew::engine {

// The numbers of a copy. Any number of plans may read it at the same time.
class copied_values {
 public:
  copied_values() = default;
  copied_values(const std::byte* first, std::uint64_t bytes) : first_(first), bytes_(bytes) {}
  copied_values(const copied_values&) = delete;
  copied_values& operator=(const copied_values&) = delete;

  void set(const std::byte* first, std::uint64_t bytes) {
    first_ = first;
    bytes_ = bytes;
  }
  // Of no other prepared indices of the process, not even of destroyed ones.
  void set_serial(std::uint64_t serial) { serial_ = serial; }
  [[nodiscard]] std::uint64_t serial() const { return serial_; }
  // Memory for the order of so many positions.
  void set_order(std::uint32_t* room, std::uint64_t positions) { order_.set(room, positions); }
  [[nodiscard]] const kept_order& order() const { return order_; }
  [[nodiscard]] const std::byte* first() const { return first_; }

  // A hash of the values, computed when it is asked for: only comparing and printing plans needs it.
  [[nodiscard]] std::uint64_t digest() const;
  friend bool operator==(const copied_values& left, const copied_values& right);

 private:
  const std::byte* first_ = nullptr;
  std::uint64_t bytes_ = 0;
  std::uint64_t serial_ = 0;
  mutable std::atomic<std::uint64_t> digest_ = 0;  // 0: not computed yet
  kept_order order_;
};

// The same destinations, read from the copy: its strides, signed numbers, negatives not adjusted.
destinations packed(const destinations& where);

// Bytes of the copy, a multiple of 8; of the copy followed by the order of all positions; and of the workspace in which
// positions are sorted and duplicates found. 63 bits at most, else no_workspace.
std::int64_t packed_bytes(const destinations& where);
std::int64_t prepared_bytes(const destinations& where);
std::int64_t inspection_workspace(const destinations& where);

// The copy as an operand.
tensor packed_tensor(const destinations& copy);

// One index operand of an operation: `from` is that of the updates, which it has.
const indexed_side& side_of(const problem& p, operand where);

index_map map_of(const operation& spec, operand where);

// Whether each axis that reads these indices traverses whole dimensions of them, one after the other, as axes of
// lowering do; those of a problem that is given may be others.
bool can_read_copies(const operation& spec, operand where);

// Makes an operation read a copy of one of its index operands, which it can. Nothing is validated again: with
// `is_whole` every window lies on the table, so every policy would do the same; else the policy still determines what
// is cut, skipped or filled. The canonical form is the caller's to make.
void read_copy(operation& of, operand where, const destinations& copy, bool is_whole);

}  // namespace strew::engine
