// A small packed tensor of literal values, for the tests of the oracle.
#pragma once

#include <vector>

#include "oracle/tensor.hpp"

namespace strew::oracle {

using cells = std::vector<uint64_t>;  // the bits of elements, in row-major order

struct packed {
  memory store;
  tensor view;

  packed(element type, const shape& extents, const cells& bits) : packed(type, extents, extents, bits) {}
  // Elements of `stored` extents, repeated by stride 0 along dimensions where that is 1 and `extents` is not.
  packed(element type, const shape& extents, const shape& stored, const cells& bits) {
    const int64_t width = width_of(type);
    store.resize(static_cast<size_t>(width) * bits.size());
    view = {&store, 0, type, width, extents, shape(extents.size(), 0)};
    int64_t stride = width;
    for (size_t d = extents.size(); d-- > 0;) {
      if (stored[d] == extents[d]) view.strides[d] = stride;
      stride *= stored[d];
    }
    for (size_t i = 0; i < bits.size(); ++i) write_integer(element_at(i), bits[i]);
  }
  packed(const packed&) = delete;
  packed& operator=(const packed&) = delete;

  // What is stored, zero-extended.
  cells values() {
    cells all;
    for (size_t i = 0; i < store.size() / width(); ++i) all.push_back(read_integer(element::u64, element_at(i)));
    return all;
  }

 private:
  size_t width() const { return static_cast<size_t>(view.width); }
  bytes element_at(size_t i) { return bytes(store).subspan(i * width(), width()); }
};

}  // namespace strew::oracle
