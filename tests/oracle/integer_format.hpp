// Integer accumulators from their definition: two's complement, everything modulo 2^bits.
#pragma once

#include <cstdint>

#include "oracle/types.hpp"

namespace strew::oracle {

// The bits of an accumulator, those above its own 0.
__extension__ typedef unsigned __int128 integer_bits;

struct integer_format {
  int bits;  // at most 128
  bool is_signed;

  integer_bits cut(integer_bits value) const;
  integer_bits decode(element type, uint64_t stored) const;  // `stored` is sign-extended if the type is signed
  bool is_less(integer_bits a, integer_bits b) const;
  integer_bits floor_quotient(integer_bits sum, uint64_t count) const;

 private:
  bool is_negative(integer_bits value) const;
};

// In which elements of `type` are combined; `wide`: in which a mean sums them, if it does not wrap in their own type.
integer_format accumulator_of(element type, bool wide);

}  // namespace strew::oracle
