// The table of layouts.
#include "bnns/layout.hpp"

#include <cstdint>

namespace strew::frontends::bnns {
namespace {

constexpr layout last_major(BNNSDataLayout value, std::size_t rank) {
  return {value, rank, false, false, false, nullptr};
}

constexpr layout first_major(BNNSDataLayout value, std::size_t rank) {
  return {value, rank, false, true, false, nullptr};
}

// Named after its logical dimensions, and numbered from the fastest.
constexpr layout fastest_first(BNNSDataLayout value, std::size_t rank, bool is_rotated = false) {
  return {value, rank, true, true, is_rotated, nullptr};
}

constexpr layout refused(BNNSDataLayout value, std::size_t rank, const char* reason) {
  return {value, rank, false, false, false, reason};
}

constexpr layout layouts[] = {
    last_major(BNNSDataLayoutVector, 1),
    last_major(BNNSDataLayout1DLastMajor, 1),
    first_major(BNNSDataLayout1DFirstMajor, 1),
    fastest_first(BNNSDataLayoutRowMajorMatrix, 2),
    last_major(BNNSDataLayoutColumnMajorMatrix, 2),
    refused(BNNSDataLayoutFullyConnectedSparse, 2,
            "FullyConnectedSparse: a sparse matrix stores no place for each element"),
    last_major(BNNSDataLayout2DLastMajor, 2),
    first_major(BNNSDataLayout2DFirstMajor, 2),
    fastest_first(BNNSDataLayoutImageCHW, 3),
    fastest_first(BNNSDataLayoutSNE, 3),
    fastest_first(BNNSDataLayoutNSE, 3),
    refused(BNNSDataLayoutMHA_DHK, 3, "MHA_DHK: the order of its dimensions is not documented"),
    last_major(BNNSDataLayout3DLastMajor, 3),
    first_major(BNNSDataLayout3DFirstMajor, 3),
    fastest_first(BNNSDataLayoutConvolutionWeightsOIHW, 4),
    fastest_first(BNNSDataLayoutConvolutionWeightsOIHrWr, 4, true),
    fastest_first(BNNSDataLayoutConvolutionWeightsIOHrWr, 4, true),
    refused(BNNSDataLayoutConvolutionWeightsOIHW_Pack32, 4, "OIHW_Pack32: packed weights have no strides"),
    last_major(BNNSDataLayout4DLastMajor, 4),
    first_major(BNNSDataLayout4DFirstMajor, 4),
    last_major(BNNSDataLayout5DLastMajor, 5),
    first_major(BNNSDataLayout5DFirstMajor, 5),
    last_major(BNNSDataLayout6DLastMajor, 6),
    first_major(BNNSDataLayout6DFirstMajor, 6),
    last_major(BNNSDataLayout7DLastMajor, 7),
    first_major(BNNSDataLayout7DFirstMajor, 7),
    last_major(BNNSDataLayout8DLastMajor, 8),
    first_major(BNNSDataLayout8DFirstMajor, 8),
};

}  // namespace

const layout* find_layout(BNNSDataLayout value) {
  for (const layout& row : layouts) {
    if (row.value == value) return &row;
  }
  return nullptr;
}

}  // namespace strew::frontends::bnns

std::size_t strew_bnns_layout_rank(std::uint32_t layout) {
  const auto* const found = strew::frontends::bnns::find_layout(static_cast<BNNSDataLayout>(layout));
  return found == nullptr ? SIZE_MAX : found->rank;
}
