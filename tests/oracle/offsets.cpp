#include "oracle/offsets.hpp"

namespace strew::oracle {
namespace {

int64_t positions_of_an_entry(const segmentation& of) {
  return product(rest(of.positions, of.batch_dims));
}

// The segment that holds position `number` of a batch entry; -1: none.
int64_t segment_of(const segmentation& of, const tensor& offsets, const coordinate& entry, int64_t number) {
  const auto begin_of = [&](int64_t s) {
    return s < offsets.extents.back() ? read_index(offsets, join({entry, {s}})) : integer{positions_of_an_entry(of)};
  };
  for (int64_t s = 0; s < of.segments; ++s) {
    if (begin_of(s) <= number && number < begin_of(s + 1)) return s;
  }
  return -1;
}

}  // namespace

std::optional<index_error> bad_offsets(const segmentation& of, const tensor& offsets) {
  std::optional<index_error> first;
  uint64_t number = 0;
  const int64_t end = positions_of_an_entry(of);
  for_each_coordinate(offsets.extents, [&](const coordinate& c) {
    const integer value = read_index(offsets, c);
    coordinate before = c;
    const integer low = --before.back() < 0 ? 0 : read_index(offsets, before);
    if (value < 0 || value < low || value > end) {
      if (!first) {
        first = index_error{number, c, {{static_cast<uint64_t>(value), value < 0}}, 0, end, 1, {}, 0};
        first->range = {static_cast<int64_t>(low), end};
      }
      ++first->bad_count;
    }
    ++number;
  });
  return first;
}

segment_ids::segment_ids(const segmentation& of, const tensor& offsets) {
  const int64_t width = width_of(element::i64);
  const int64_t entry_bytes = width * positions_of_an_entry(of);
  const shape batch = part(of.positions, 0, of.batch_dims);
  view = {&store, 0, element::i64, width, join({of.positions, {1}}), shape(of.positions.size() + 1, width)};
  for (size_t d = of.positions.size(); d-- > 0;) view.strides[d] = view.strides[d + 1] * view.extents[d + 1];
  store.resize(static_cast<size_t>(entry_bytes * product(batch)));
  for_each_coordinate(batch, [&](const coordinate& entry) {
    int64_t number = 0;
    for_each_coordinate(rest(of.positions, of.batch_dims), [&](const coordinate& p) {
      const int64_t segment = segment_of(of, offsets, entry, number++);
      write_integer(view.at(join({entry, p, {0}})), static_cast<uint64_t>(segment));
    });
  });
}

}  // namespace strew::oracle
