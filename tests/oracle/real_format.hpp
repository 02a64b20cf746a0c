// Floating-point formats from their definition: one sign bit, exponent bits, fraction bits.
#pragma once

#include <cstdint>

#include "oracle/types.hpp"

namespace strew::oracle {

struct real_format {
  int exponent_bits;
  int fraction_bits;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  uint64_t canonical_nan() const;                                    // positive, quiet, no payload
  double decode(uint64_t bits) const;                                // exact
  uint64_t encode(double value) const;                               // to nearest even; NaN becomes canonical
  double round(double value) const;                                  // decode(encode(value))
  uint64_t encode_integer(uint64_t magnitude, bool negative) const;  // rounds once
};

// f16, bf16, f32, f64 and the parts of c64 and c128.
real_format format_of(element type);

}  // namespace strew::oracle
