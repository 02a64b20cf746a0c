// Rows of codes decoded to values.
#include "kernel/kernel.hpp"
#include "kernel/portable/codes.hpp"
#include "kernel/portable/find.hpp"

namespace strew::kernel {
namespace {

template <class T>
void decode(const code_rows& work) {
  for_each_row(work, [&](const code_row& row) {
    for_each_code_block(work, row, [&](const code_block& block) { decode_each<T>(work, row, block); });
  });
}

}  // namespace

namespace portable_kernels {

reduction_kernel find_code_sums(scalar /*type*/, outcome /*stored*/) {
  return nullptr;
}

decode_kernel find_decode(scalar value) {
  switch (value) {
    case scalar::f16:
      return &decode<half>;
    case scalar::bf16:
      return &decode<brain>;
    case scalar::f32:
      return &decode<float>;
    default:
      return nullptr;
  }
}

}  // namespace portable_kernels
}  // namespace strew::kernel
