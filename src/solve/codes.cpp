#include "solve/codes.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace strew::engine {
namespace {

kernel::scale_type scale_of(dtype type) {
  switch (type) {
    case dtype::f16:
      return kernel::scale_type::f16;
    case dtype::bf16:
      return kernel::scale_type::bf16;
    case dtype::u8:
      return kernel::scale_type::e8m0;
    default:
      return kernel::scale_type::f32;
  }
}

void read_codebook(const part& work, codebook& numbers) {
  const decoding& of = *work.problem.decoding;
  for (std::size_t n = 0; n < std::size_t{1} << static_cast<unsigned>(of.bits); ++n)
    std::memcpy(&numbers[n], work.codebook + static_cast<std::int64_t>(n) * of.codebook_step, sizeof(float));
}

}  // namespace

kernel::code_rows code_rows_of(const part& work, codebook& numbers) {
  const decoding& of = *work.problem.decoding;
  if (of.has_codebook) read_codebook(work, numbers);
  kernel::code_rows made;
  made.codebook = of.has_codebook ? numbers.data() : nullptr;
  made.block = of.block;
  made.code_step = of.code_step;
  made.scale_step = of.scale_step;
  made.zero_step = of.zero_step;
  made.value_step = of.value_step;
  made.bits = static_cast<int>(of.bits);
  made.is_signed = of.is_signed;
  made.order = of.packing == code_packing::halves ? kernel::code_order::halves : kernel::code_order::low_first;
  made.scale = scale_of(of.scale_type);
  return made;
}

}  // namespace strew::engine
