#include "bnns/quantization.hpp"

#include <string>

#include "bnns/data_type.hpp"
#include "platform/float_state.hpp"

namespace strew::frontends::bnns {
namespace {

// Formatting a number computes with it, and the caller's state may round elsewhere or take denormals for zeros.
std::string text_of(float number) {
  const platform::float_state plain;
  char digits[32];
  print(digits, "{}", number);
  return digits;
}

// The fields of the table are ignored for types without one.
bool have_one_table(const BNNSNDArrayDescriptor& left, const BNNSNDArrayDescriptor& right) {
  if (is_indexed(left.data_type) != is_indexed(right.data_type)) return false;
  return !is_indexed(left.data_type) ||
         (left.table_data == right.table_data && left.table_data_type == right.table_data_type);
}

}  // namespace

maybe_failure compare_quantization(const operand& input, const operand& indices, const operand& output) {
  const BNNSNDArrayDescriptor& from = input.descriptor();
  const BNNSNDArrayDescriptor& to = output.descriptor();
  const BNNSNDArrayDescriptor& at = indices.descriptor();
  if (!have_one_table(from, to))
    return fail_of(output.name(), STREW_STATUS_TYPE, output.number(), "BN5",
                   "table_data or its type is not that of input");
  if (!is_same_number(scale_of(from), scale_of(to)))
    return fail_of(output.name(), STREW_STATUS_TYPE, output.number(), "BN5", "data_scale is {}, that of input {}",
                   text_of(scale_of(to)), text_of(scale_of(from)));
  if (!is_same_number(from.data_bias, to.data_bias))
    return fail_of(output.name(), STREW_STATUS_TYPE, output.number(), "BN5", "data_bias is {}, that of input {}",
                   text_of(to.data_bias), text_of(from.data_bias));
  if (is_indexed(at.data_type))
    return fail_of(indices.name(), STREW_STATUS_TYPE, indices.number(), "BN5", "they are entries of a table");
  if (is_scaled(at))
    return fail_of(indices.name(), STREW_STATUS_TYPE, indices.number(), "BN5",
                   "they have data_scale {} and data_bias {}", text_of(scale_of(at)), text_of(at.data_bias));
  return {};
}

}  // namespace strew::frontends::bnns
