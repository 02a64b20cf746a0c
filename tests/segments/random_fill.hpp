// Random contents of the operands of a call.
#pragma once

#include <strew/strew.h>

#include <algorithm>
#include <cstdint>

#include "cases/placed_operand.hpp"
#include "cases/random.hpp"
#include "cases/values.hpp"
#include "oracle/real_format.hpp"
#include "oracle/tensor.hpp"
#include "oracle/types.hpp"

namespace strew::testing {

using oracle::element;

class random_fill {
 public:
  explicit random_fill(cases::random_source& draw) : draw_(draw) {}

  void bits(cases::placed_operand& of) {
    const oracle::tensor all = of.tensor();
    oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) {
      for (unsigned char& one : all.at(c)) one = static_cast<unsigned char>(draw_.bits());
    });
  }
  // Few are any bits, so that most results are numbers.
  void reals(cases::placed_operand& of) {
    const oracle::tensor all = of.tensor();
    oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) {
      const double number = static_cast<double>(draw_.between(-5000, 5000)) / 1024;
      oracle::write_integer(all.at(c), oracle::format_of(of.type).encode(number));
      if (!draw_.chance(3)) return;
      for (unsigned char& one : all.at(c)) one = static_cast<unsigned char>(draw_.bits());
    });
  }
  void part(element type, oracle::bytes to) {
    if (oracle::is_complex(type)) {
      const element half = type == element::c64 ? element::f32 : element::f64;
      part(half, to.first(to.size() / 2));
      part(half, to.subspan(to.size() / 2));
    } else if (type == element::boolean) {
      to[0] = static_cast<unsigned char>(draw_.between(0, 2));
    } else if (oracle::is_only_moved(type) || draw_.chance(3)) {
      for (unsigned char& one : to) one = static_cast<unsigned char>(draw_.bits());
    } else {
      oracle::write_integer(to, draw_.chance(5) ? 0 : cases::small_number(type, draw_));
    }
  }
  void elements(cases::placed_operand& of) {
    const oracle::tensor all = of.tensor();
    oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) { part(of.type, all.at(c)); });
  }

  // Mostly valid where they are refused; ids in order now and then.
  void indices(cases::placed_operand& of, int64_t extent, int32_t policy) {
    const oracle::tensor all = of.tensor();
    const int bad = policy == STREW_OOB_ERROR ? (draw_.chance(10) ? 4 : 0) : 20;
    const bool ascends = draw_.chance(30);
    const int64_t largest = oracle::is_signed_integer(of.type) ? 100 : 200;
    int64_t last = 0;
    oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) {
      int64_t value = extent > 0 ? draw_.between(0, extent - 1) : 0;
      if (ascends) value = last = std::min(last + (draw_.chance(40) ? 1 : 0), std::max<int64_t>(extent - 1, 0));
      if (extent > 0 && oracle::is_signed_integer(of.type) && draw_.chance(10)) value -= extent;
      if (draw_.chance(bad)) value = draw_.between(oracle::is_signed_integer(of.type) ? -largest : 0, largest);
      oracle::write_integer(all.at(c), static_cast<uint64_t>(value));
    });
  }

 private:
  cases::random_source& draw_;
};

}  // namespace strew::testing
