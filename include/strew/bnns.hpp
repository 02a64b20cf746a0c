// BNNS's gather and scatter with an interface like its Swift functions: errors are exceptions. Link with strew::bnns.
//
//   std::vector<float> updates{20, 21, 22, 23}, output(12);
//   std::vector<std::int32_t> indices{1};
//   bnns::scatter_nd(bnns::shape::matrix_first_major(2, 2).descriptor(updates),
//                    bnns::shape::vector(1).descriptor(indices),
//                    bnns::shape::tensor3d_first_major(3, 2, 2).descriptor(output), bnns::reduction::none);
//
// `input` of a scatter holds the updates; `output` is destination and initial value. See strew/bnns.h for the rest.
#ifndef STREW_BNNS_HPP
#define STREW_BNNS_HPP

#include <cstddef>
#include <cstdint>

#include "strew/bnns.h"
#include "strew/bnns/shape.hpp"
#include "strew/error.hpp"

namespace strew::bnns {

// How an update combines with the old value; each value is that of BNNSReduceFunction with the same name.
enum class reduction : std::uint32_t {
  max = 0,
  min = 1,
  sum = 6,
  logical_or = 10,  // of Boolean elements
  any = 10,
  logical_and = 11,  // of Boolean elements
  all = 11,
  product = 14,
  none = 15  // the update replaces the old value
};

// A reduction under either of its names; accepts every BNNSReduceFunction, unsupported ones are refused (BN6).
class reduce_function {
 public:
  constexpr reduce_function(reduction value) noexcept : value_(static_cast<std::uint32_t>(value)) {}
  constexpr reduce_function(BNNSReduceFunction value) noexcept : value_(static_cast<std::uint32_t>(value)) {}
  constexpr std::uint32_t value() const noexcept { return value_; }

 private:
  std::uint32_t value_;
};

namespace detail {

inline void require(int outcome) {
  if (outcome == 0) return;
  strew_error record = STREW_ERROR_INIT;
  strew_bnns_last_error(&record);
  raise(error_record(record));
}

}  // namespace detail

// Each throws strew::index_error for an index out of bounds, else strew::error; the output is then unchanged.
// `options` as in strew/bnns.h: null means that a negative or too large index is an error.
inline void gather(const BNNSNDArrayDescriptor& input, const BNNSNDArrayDescriptor& indices,
                   BNNSNDArrayDescriptor output, std::size_t axis,
                   const BNNSFilterParameters* filter_parameters = nullptr, const strew_options* options = nullptr) {
  detail::require(strew_bnns_gather(axis, &input, &indices, &output, filter_parameters, options));
}

inline void gather_nd(const BNNSNDArrayDescriptor& input, const BNNSNDArrayDescriptor& indices,
                      BNNSNDArrayDescriptor output, const BNNSFilterParameters* filter_parameters = nullptr,
                      const strew_options* options = nullptr) {
  detail::require(strew_bnns_gather_nd(&input, &indices, &output, filter_parameters, options));
}

inline void scatter(const BNNSNDArrayDescriptor& input, const BNNSNDArrayDescriptor& indices,
                    BNNSNDArrayDescriptor output, std::size_t axis, reduce_function reduction,
                    const BNNSFilterParameters* filter_parameters = nullptr, const strew_options* options = nullptr) {
  detail::require(strew_bnns_scatter(axis, reduction.value(), &input, &indices, &output, filter_parameters, options));
}

inline void scatter_nd(const BNNSNDArrayDescriptor& input, const BNNSNDArrayDescriptor& indices,
                       BNNSNDArrayDescriptor output, reduce_function reduction,
                       const BNNSFilterParameters* filter_parameters = nullptr,
                       const strew_options* options = nullptr) {
  detail::require(strew_bnns_scatter_nd(reduction.value(), &input, &indices, &output, filter_parameters, options));
}

}  // namespace strew::bnns

#if STREW_BNNS_NAMES
namespace bnns = strew::bnns;
#endif

#endif
