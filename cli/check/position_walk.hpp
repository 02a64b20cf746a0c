// The positions of an index operand: where the members of each are stored, and the place of the table that each
// addresses.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "strew/strew.h"

namespace strew::cli {

// An index as it is stored: 64 bits, sign-extended.
struct stored_index {
  std::uint64_t bits = 0;
  bool is_negative = false;

  std::string text() const;
  // By value.
  std::strong_ordering operator<=>(const stored_index& other) const {
    if (is_negative != other.is_negative)
      return is_negative ? std::strong_ordering::less : std::strong_ordering::greater;
    return bits <=> other.bits;
  }
  bool operator==(const stored_index& other) const = default;
};

class position_walk {
 public:
  // With tuples the last dimension has the members of a position. Starts at position 0; there must be one.
  position_walk(const strew_tensor& indices, bool has_tuples);

  void next();
  void move_to(std::uint64_t position);
  stored_index member(std::uint64_t number) const;
  const std::vector<std::int64_t>& coordinates() const { return coordinates_; }
  std::uint64_t depth() const { return depth_; }

 private:
  std::vector<std::int64_t> extents_;
  std::vector<std::int64_t> strides_;
  std::vector<std::int64_t> coordinates_;
  std::uint64_t depth_ = 1;
  std::int64_t member_stride_ = 0;
  strew_dtype dtype_;
  const std::byte* first_;
  const std::byte* at_;
};

// The addressed dimensions of a table, in order: each has a coordinate of the position or a member of its tuple.
class addressed_places {
 public:
  struct dimension {
    std::int64_t extent;
    std::uint64_t number;  // of the coordinate or of the member
    bool is_member;
  };

  addressed_places(std::vector<dimension> dimensions, bool is_from_end)
      : dimensions_(std::move(dimensions)), is_from_end_(is_from_end) {}

  std::uint64_t count() const;
  // Row-major; none where a member is out of range.
  std::optional<std::uint64_t> place_of(const position_walk& at) const;
  std::vector<std::int64_t> coordinates_of(std::uint64_t place) const;

 private:
  std::vector<dimension> dimensions_;
  bool is_from_end_;
};

}  // namespace strew::cli
