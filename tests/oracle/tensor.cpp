#include "oracle/tensor.hpp"

#include <bit>
#include <stdexcept>

namespace strew::oracle {

bytes tensor::at(const coordinate& place) const {
  if (place.size() != extents.size()) throw std::out_of_range("a coordinate of another rank");
  int64_t offset = base;
  for (size_t d = 0; d < place.size(); ++d) {
    if (place[d] < 0 || place[d] >= extents[d]) throw std::out_of_range("a coordinate outside its extent");
    if (place[d] > 0) offset += place[d] * strides.at(d);
  }
  if (offset < 0 || offset + width > static_cast<int64_t>(store->size())) {
    throw std::out_of_range("an element outside its memory");
  }
  return bytes(*store).subspan(static_cast<size_t>(offset), static_cast<size_t>(width));
}

namespace {

// What byte i of `size` stored ones counts for: the library has elements in the byte order of the machine.
uint64_t digit(size_t i, size_t size) {
  return std::endian::native == std::endian::little ? 8 * i : 8 * (size - 1 - i);
}

}  // namespace

uint64_t read_integer(element type, std::span<const unsigned char> stored) {
  uint64_t value = 0;
  for (size_t i = 0; i < stored.size(); ++i) value |= static_cast<uint64_t>(stored[i]) << digit(i, stored.size());
  const bool sign = value >> (8 * stored.size() - 1) != 0;
  if (is_signed_integer(type) && sign && stored.size() < 8) value |= ~uint64_t{0} << (8 * stored.size());
  return value;
}

void write_integer(bytes target, uint64_t value) {
  for (size_t i = 0; i < target.size(); ++i) target[i] = static_cast<unsigned char>(value >> digit(i, target.size()));
}

void for_each_coordinate(const shape& extents, const std::function<void(const coordinate&)>& visit) {
  if (product(extents) == 0) return;
  coordinate place(extents.size(), 0);
  while (true) {
    visit(place);
    size_t d = extents.size();
    while (d > 0 && ++place[d - 1] == extents[d - 1]) place[--d] = 0;
    if (d == 0) return;
  }
}

shape part(const shape& list, size_t from, size_t to) {
  if (from > to || to > list.size()) throw std::out_of_range("a part outside its list");
  const auto begin = list.begin();
  return shape(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to));
}

shape rest(const shape& list, size_t from) {
  return part(list, from, list.size());
}

shape join(std::initializer_list<shape> lists) {
  shape all;
  for (const shape& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

int64_t product(const shape& extents) {
  int64_t count = 1;
  bool is_huge = false;
  for (const int64_t extent : extents) {
    if (extent == 0) return 0;
    is_huge = __builtin_mul_overflow(count, extent, &count) || is_huge;
  }
  return is_huge ? INT64_MAX : count;
}

}  // namespace strew::oracle
