#include "onnxruntime/batches.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace strew::onnxruntime {
namespace {

using extents = std::span<const std::int64_t>;

// The extents of data and indices by their part in the call.
struct parts {
  extents data_batch, data_rest;  // before and from dimension b on
  extents index_batch, tuples;    // the first b dimensions of indices, if there are as many, and all but the last
  extents slice;                  // of data, behind the coordinates
};

std::optional<parts> parts_of(extents data, extents indices, std::int64_t batch_dims) noexcept {
  if (indices.empty() || batch_dims < 0) return {};
  const auto b = static_cast<std::size_t>(batch_dims), depth = static_cast<std::size_t>(indices.back());
  if (b > data.size() || depth > data.size() - b) return {};
  const extents tuples = indices.first(indices.size() - 1);
  return parts{data.first(b), data.subspan(b), tuples.first(std::min(b, tuples.size())), tuples,
               data.subspan(b + depth)};
}

std::optional<std::uint64_t> product_of(extents of) noexcept {
  std::uint64_t product = 1;
  for (const std::int64_t extent : of) {
    if (!strew::detail::multiply(product, extent)) return {};
  }
  return product;
}

const_view grouped(const const_view& like, std::vector<std::int64_t> first, extents rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return {like.data(), like.dtype(), first};
}

}  // namespace

std::optional<batches> regroup(const const_view& data, const const_view& indices, std::int64_t batch_dims) {
  const std::optional<parts> of = parts_of(data.extents(), indices.extents(), batch_dims);
  if (!of || std::ranges::equal(of->data_batch, of->index_batch)) return {};
  const std::optional<std::uint64_t> entries = product_of(of->data_batch), tuples = product_of(of->tuples);
  if (!entries || !tuples) return {};
  const bool is_empty = *tuples == 0 || std::ranges::count(of->slice, 0) > 0;
  if (!is_empty && (*entries == 0 || *tuples % *entries != 0)) return {};
  const auto groups = static_cast<std::int64_t>(is_empty ? 1 : *entries);
  const auto share = static_cast<std::int64_t>(*tuples) / groups;
  std::vector<std::int64_t> output(of->tuples.begin(), of->tuples.end());
  output.insert(output.end(), of->slice.begin(), of->slice.end());
  return batches{grouped(data, {groups}, of->data_rest), grouped(indices, {groups, share}, indices.extents().last(1)),
                 std::move(output)};
}

}  // namespace strew::onnxruntime
