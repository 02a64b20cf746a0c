// The tensor model of the oracle: bytes, an element type, extents, and byte strides from a logical first element.
// Every access is checked: the coordinate against the extents, the bytes against the memory.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

#include "oracle/types.hpp"

namespace strew::oracle {

using memory = std::vector<unsigned char>;
using bytes = std::span<unsigned char>;
using shape = std::vector<int64_t>;
using coordinate = std::vector<int64_t>;

struct tensor {
  memory* store = nullptr;
  int64_t base = 0;  // offset in the store of the logical first element
  element type = element::opaque;
  int64_t width = 0;
  shape extents;
  shape strides;  // in bytes, any sign

  // The bytes of one element; throws std::out_of_range outside the extents or the store.
  bytes at(const coordinate& place) const;
};

// The integer stored in `element`, least significant byte first, sign-extended to 64 bits if the type is signed.
uint64_t read_integer(element type, std::span<const unsigned char> stored);
void write_integer(bytes target, uint64_t value);

// Calls `visit` with every coordinate of `extents` in row-major order: once for rank 0, never if an extent is 0.
void for_each_coordinate(const shape& extents, const std::function<void(const coordinate&)>& visit);

// v[from:to] and the concatenation of lists, as the formulas write them.
shape part(const shape& list, size_t from, size_t to);
shape rest(const shape& list, size_t from);
shape join(std::initializer_list<shape> lists);
// INT64_MAX also stands for all that is larger.
int64_t product(const shape& extents);

}  // namespace strew::oracle
