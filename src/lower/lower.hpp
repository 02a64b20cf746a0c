// Lowering: an operator and its operands become one canonical problem, or a numbered refusal.
//
// Errors come in the order of the contract: types, attributes, shape constraints in numeric order, sizes and strides.
// Data pointers are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/operands.hpp"
#include "base/small_vector.hpp"
#include "problem/operation.hpp"

namespace strew {

struct operator_options {
  reduction reduce = reduction::none;
  index_policy policy;
  bool has_fill_value = false;
  small_vector<std::byte, 16> fill;  // one element; meant only with has_fill_value
  check invalid;                     // AT1 or AT4, found while the options were read; reported in its turn
};

namespace lower {

// Extents of the direct operand of an nd operator, after ND1 to ND4.
result<extents_list> nd_extents(const tensor& data, const tensor& indices, std::int64_t batch_dims);
result<operation> nd(const operands& ops, std::int64_t batch_dims, const operator_options& options);

}  // namespace lower
}  // namespace strew
