#include "oracle/quantized.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/along_axis.hpp"
#include "oracle/real_format.hpp"

namespace strew::oracle {
namespace {

bool is_value(element type) {
  return type == element::f32 || type == element::f16 || type == element::bf16;
}

std::string_view type_rule(const quantized_operands& of) {
  if (!is_integer(of.indices.type)) return "TY3";
  const bool has_codes = of.data.type == element::u8 || of.data.type == element::i8;
  const bool has_scales = is_value(of.scales.type) || of.scales.type == element::u8;
  const bool has_zeros = !of.zero_points || of.zero_points->type == of.data.type;
  const bool has_numbers = !of.codebook || of.codebook->type == element::f32;
  return has_codes && has_scales && has_zeros && has_numbers && is_value(of.output.type) ? "" : "TY5";
}

int64_t K_of(const quantized_operands& of) {
  return of.output.extents.back();
}
int64_t block_of(const quantized_operands& of) {
  return of.block_size == 0 ? K_of(of) : of.block_size;
}
int64_t ceil_of(int64_t amount, int64_t by) {
  return by == 0 ? 0 : amount / by + (amount % by != 0 ? 1 : 0);
}

// The last extent of the output is told by other rules.
std::string_view gather_rule(const quantized_operands& of) {
  const shape &D = of.data.extents, &J = of.indices.extents, &U = of.output.extents;
  const std::string_view broken = along_axis_rule(D, J, of.axis, of.batch_dims, U);
  if (broken != "AX5") return broken;
  const auto axis = static_cast<size_t>(of.axis < 0 ? of.axis + static_cast<int64_t>(D.size()) : of.axis);
  shape expected = join({part(D, 0, axis), rest(J, static_cast<size_t>(of.batch_dims)), rest(D, axis + 1)});
  if (expected.empty() || expected.size() != U.size()) return broken;
  expected.back() = U.back();
  return U == expected ? "" : broken;
}

std::string_view row_rule(const quantized_operands& of) {
  const auto last = static_cast<int64_t>(of.data.extents.size()) - 1;
  if (of.axis == last || of.axis == -1 || of.block_size < 0) return "QB2";
  if (of.data.extents.back() != ceil_of(K_of(of) * of.bits, 8)) return "QB2";
  if (!of.in_halves || K_of(of) == 0) return "";
  return block_of(of) % 2 == 0 && K_of(of) % block_of(of) == 0 ? "" : "QB2";
}

std::string_view block_rule(const quantized_operands& of) {
  const shape D = part(of.data.extents, 0, of.data.extents.size() - 1);
  const int64_t blocks = ceil_of(K_of(of), block_of(of));
  if (of.scales.extents != join({D, {blocks}})) return "QB3";
  if (of.zero_points && of.codebook) return "QB4";
  if (of.zero_points && of.zero_points->extents != join({D, {ceil_of(blocks * of.bits, 8)}})) return "QB4";
  if (!of.codebook) return "";
  return of.data.type == element::u8 && of.codebook->extents == shape{int64_t{1} << of.bits} ? "" : "QB4";
}

// Number n of those that are packed low first in a row of bytes.
int64_t packed_at(const tensor& of, const coordinate& row, int64_t n, int64_t bits) {
  const int64_t per_byte = 8 / bits;
  const int64_t byte = of.at(join({row, {n / per_byte}}))[0];
  const int64_t code = byte / (int64_t{1} << (n % per_byte * bits)) % (int64_t{1} << bits);
  return of.type == element::i8 && code >= int64_t{1} << (bits - 1) ? code - (int64_t{1} << bits) : code;
}

int64_t code_at(const quantized_operands& of, const coordinate& row, int64_t c) {
  if (!of.in_halves) return packed_at(of.data, row, c, of.bits);
  const int64_t half = block_of(of) / 2, block = c / block_of(of), in_block = c % block_of(of);
  // Of the byte that has both, the low code comes first.
  return packed_at(of.data, row, 2 * (block * half + in_block % half) + in_block / half, of.bits);
}

double scale_at(const tensor& scales, const coordinate& place) {
  const uint64_t bits = read_integer(scales.type, scales.at(place));
  if (scales.type != element::u8) return format_of(scales.type).decode(bits);
  return bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, static_cast<int>(bits) - 127);
}

// Products are exact as f64, so each rounding is the rule's.
void decode(const quantized_operands& of, const coordinate& row, int64_t c, bytes to) {
  const int64_t code = code_at(of, row, c), n = c / block_of(of);
  double number = 0;
  if (of.codebook) {
    number = format_of(element::f32).decode(read_integer(element::u32, of.codebook->at({code})));
  } else {
    number = static_cast<double>(code - (of.zero_points ? packed_at(*of.zero_points, row, n, of.bits) : 0));
  }
  const double product = format_of(element::f32).round(number * scale_at(of.scales, join({row, {n}})));
  write_integer(to, format_of(of.output.type).encode(product));
}

}  // namespace

std::string_view quantized_rule(const quantized_operands& of) {
  if (const std::string_view broken = type_rule(of); !broken.empty()) return broken;
  if (of.bits != 8 && of.bits != 4 && of.bits != 2) return "QB1";
  if (of.in_halves && of.bits != 4) return "QB1";
  if (const std::string_view broken = gather_rule(of); !broken.empty()) return broken;
  if (const std::string_view broken = row_rule(of); !broken.empty()) return broken;
  return block_rule(of);
}

std::optional<index_error> gather_block_quantized(const quantized_operands& of) {
  shape rows = of.data.extents;
  rows.back() = K_of(of);
  const indexing op = along_axis_form(rows, of.indices.extents, of.axis, of.batch_dims);
  if (const auto bad = validate(op, of.rules, of.indices)) return bad;
  for_each_coordinate(op.positions, [&](const coordinate& p) {
    for_each_coordinate(op.slice, [&](const coordinate& s) {
      const bytes to = of.output.at(op.direct_at(p, s));
      if (const auto place = addressed_by(op, of.rules, of.indices, p, s)) {
        decode(of, part(*place, 0, place->size() - 1), place->back(), to);
      } else if (of.rules.out_of_bounds == out_of_bounds::fill) {
        std::copy(of.fill.begin(), of.fill.end(), to.begin());
      }
    });
  });
  return std::nullopt;
}

}  // namespace strew::oracle
