// decode and code_sums: rows of codes at any places, of any number of units, some skipped, in pieces of their columns.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels.hpp"
#include "memory.hpp"
#include "scalars.hpp"

namespace strew::testing {
namespace {

using kernel::code_order;
using kernel::code_rows;
using kernel::scale_type;

template <class T>
T read_as(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

int code_of(const code_rows& rows, const std::byte* row, std::ptrdiff_t step, std::int64_t c, bool in_halves) {
  std::int64_t byte = c * rows.bits / 8;
  int lowest_bit = static_cast<int>(c * rows.bits % 8);
  if (in_halves) {
    const std::int64_t half = rows.block / 2, in_block = c % rows.block;
    byte = c / rows.block * half + in_block % half;
    lowest_bit = in_block < half ? 0 : 4;
  }
  const int code = std::to_integer<int>(row[byte * step]) >> lowest_bit & ((1 << rows.bits) - 1);
  return rows.is_signed && code >= 1 << (rows.bits - 1) ? code - (1 << rows.bits) : code;
}

float scale_of(scale_type type, const std::byte* at) {
  if (type == scale_type::f32) return read_as<float>(at);
  if (type == scale_type::f16) return read_as<f16>(at).value();
  if (type == scale_type::bf16) return read_as<bf16>(at).value();
  const int exponent = std::to_integer<int>(*at);
  return exponent == 255 ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0F, exponent - 127);
}

float value_of(const code_rows& rows, std::size_t p, std::ptrdiff_t u, std::int64_t c) {
  const std::int64_t n = c / rows.block;
  const std::byte* const codes = rows.codes + rows.code_offsets[p] + u * rows.unit_codes;
  const int code = code_of(rows, codes, rows.code_step, c, rows.order == code_order::halves);
  const std::byte* const scales = rows.scales + rows.scale_offsets[p] + u * rows.unit_scales;
  const float scale = scale_of(rows.scale, scales + n * rows.scale_step);
  if (rows.codebook != nullptr) return rows.codebook[code] * scale;
  if (rows.zeros == nullptr) return static_cast<float>(code) * scale;
  const std::byte* const zeros = rows.zeros + rows.zero_offsets[p] + u * rows.unit_zeros;
  return static_cast<float>(code - code_of(rows, zeros, rows.zero_step, n, false)) * scale;
}

template <class T>
T stored_as(float value) {
  if constexpr (std::is_same_v<T, float>)
    return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
  else
    return T::of(value);
}
template <class T>
float as_float(T value) {
  if constexpr (std::is_same_v<T, float>)
    return value;
  else
    return value.value();
}

template <class T>
void put_expected(const code_rows& rows, std::byte* values) {
  for (std::size_t p = 0; p < rows.positions; ++p) {
    if (rows.skip_mask != nullptr && rows.skip_mask[p] != 0) continue;
    for (std::size_t u = 0; u < rows.units; ++u) {
      for (std::int64_t c = rows.first; c < rows.last; ++c) {
        const auto unit = static_cast<std::ptrdiff_t>(u);
        const float value = value_of(rows, p, unit, c);
        std::byte* const to = values + static_cast<std::ptrdiff_t>(p) * rows.values_stride + unit * rows.unit_values +
                              c * rows.value_step;
        const auto stored = stored_as<T>(value);
        std::memcpy(to, &stored, sizeof stored);
      }
    }
  }
}

struct operand_of_rows {
  std::vector<std::byte> bytes;
  std::vector<std::int64_t> offsets;
};

// Rows of so many steps, anywhere in memory of their own.
operand_of_rows rows_anywhere(const code_rows& rows, std::int64_t steps, std::ptrdiff_t step, std::ptrdiff_t& unit,
                              random_engine& draw) {
  operand_of_rows made;
  unit = steps * step + static_cast<std::ptrdiff_t>(draw() % 3);
  const auto row = static_cast<std::int64_t>(rows.units) * unit;
  for (std::size_t p = 0; p < rows.positions; ++p)
    made.offsets.push_back(between(draw, 0, static_cast<std::int64_t>(rows.positions)) * row);
  made.bytes.resize(static_cast<std::size_t>((static_cast<std::int64_t>(rows.positions) + 1) * row) + 8);
  for (std::byte& one : made.bytes) one = static_cast<std::byte>(draw());
  return made;
}

// Some scales and numbers are any bits, most make products of usual sizes.
void make_usual(std::vector<std::byte>& scales, scale_type type, random_engine& draw) {
  const std::size_t width = type == scale_type::f32 ? 4 : type == scale_type::e8m0 ? 1 : 2;
  for (std::size_t at = 0; at + width <= scales.size(); at += width) {
    if (draw() % 8 == 0) continue;
    const float value = static_cast<float>(between(draw, -999, 999)) / 256;
    if (type == scale_type::f32) std::memcpy(scales.data() + at, &value, width);
    const std::uint16_t bits = type == scale_type::f16 ? f16::of(value).bits : bf16::of(value).bits;
    if (width == sizeof bits) std::memcpy(scales.data() + at, &bits, width);
  }
}

template <class T>
void check_rows(kernel::decode_kernel decode, code_rows rows, std::int64_t columns, bool is_dense, random_engine& draw,
                record& calls) {
  constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(T));
  const std::int64_t blocks = (columns + rows.block - 1) / rows.block;
  const std::ptrdiff_t scale = rows.scale == scale_type::f32 ? 4 : rows.scale == scale_type::e8m0 ? 1 : 2;
  rows.code_step = is_dense ? 1 : 2;
  rows.scale_step = scale * pick(draw, {1, 1, 2, 0});
  rows.zero_step = pick(draw, {1, 1, 3});
  rows.value_step = is_dense ? width : -(width + 1);
  const operand_of_rows codes =
      rows_anywhere(rows, (columns * rows.bits + 7) / 8, rows.code_step, rows.unit_codes, draw);
  operand_of_rows scales = rows_anywhere(rows, blocks, std::max(rows.scale_step, scale), rows.unit_scales, draw);
  make_usual(scales.bytes, rows.scale, draw);
  const operand_of_rows zeros =
      rows_anywhere(rows, (blocks * rows.bits + 7) / 8, rows.zero_step, rows.unit_zeros, draw);
  std::vector<std::byte> numbers((std::size_t{1} << static_cast<unsigned>(rows.bits)) * sizeof(float));
  for (std::byte& one : numbers) one = static_cast<std::byte>(draw());
  make_usual(numbers, scale_type::f32, draw);
  std::vector<float> codebook(numbers.size() / sizeof(float));
  std::memcpy(codebook.data(), numbers.data(), numbers.size());
  std::vector<std::uint8_t> skips;
  for (std::size_t p = 0; p < rows.positions; ++p) skips.push_back(draw() % 4 == 0 ? 1 : 0);
  const auto kind = draw() % 3;
  if (kind == 1) rows.zeros = zeros.bytes.data();
  if (kind == 2 && !rows.is_signed) rows.codebook = codebook.data();
  if (draw() % 2 == 0) rows.skip_mask = skips.data();
  rows.codes = codes.bytes.data(), rows.code_offsets = codes.offsets.data();
  rows.scales = scales.bytes.data(), rows.scale_offsets = scales.offsets.data();
  rows.zero_offsets = zeros.offsets.data();
  rows.streams = draw() % 2 == 0;
  const bool is_aligned = is_dense && columns % 8 == 0 && draw() % 2 == 0;
  rows.unit_values = columns * rows.value_step - (is_dense ? 0 : 3);
  rows.values_stride = static_cast<std::ptrdiff_t>(rows.units) * rows.unit_values + (is_aligned ? 16
                                                                                     : is_dense ? 1
                                                                                                : -1);
  const reach range = reach(sizeof(T))
                          .along(rows.positions, rows.values_stride)
                          .along(rows.units, rows.unit_values)
                          .along(static_cast<std::size_t>(columns), rows.value_step);
  memory made(range, is_aligned ? 0 : draw() % 4, draw);
  memory right = made;
  rows.values = made.origin();
  const std::int64_t grain = rows.order == code_order::halves ? rows.block : 64;
  rows.first = columns > grain && draw() % 2 == 0 ? grain : 0;
  rows.last = columns;
  calls.called(decode)(rows);
  put_expected<T>(rows, right.origin());
  ASSERT_TRUE(made == right) << columns << " columns in blocks of " << rows.block << ", " << rows.bits << " bits";
}

template <class T>
void check_all(kernel::decode_kernel decode, record& calls) {
  random_engine draw(21);
  for (int n = 0; n < 1500 && is_good_so_far(); ++n) {
    code_rows rows;
    rows.bits = pick(draw, {8, 4, 4, 2});
    rows.is_signed = draw() % 2 == 0;
    rows.order = rows.bits == 4 && draw() % 2 == 0 ? code_order::halves : code_order::low_first;
    rows.scale = pick(draw, {scale_type::f32, scale_type::f16, scale_type::bf16, scale_type::e8m0});
    rows.block = between(draw, 1, pick(draw, {4, 40, 100}));
    rows.positions = draw() % 5;
    rows.units = 1 + draw() % 3;
    std::int64_t columns = draw() % 20 == 0 ? between(draw, 1, 400) * 8 : between(draw, 1, 200);
    if (rows.order == code_order::halves) {
      rows.block += rows.block % 2;
      columns = (columns + rows.block - 1) / rows.block * rows.block;
    }
    check_rows<T>(decode, rows, columns, draw() % 4 != 0, draw, calls);
  }
}

// Runs of rows of bytes, of one block each, in one piece of memory, weighted or not.
struct summed_codes {
  code_rows rows;
  operand_of_rows codes, scales, zeros;
  std::vector<float> weights;
  std::vector<std::int64_t> weight_of;
  std::vector<kernel::slice_run> runs;
  bool is_weighted, first_replaces;

  summed_codes(std::size_t count, std::ptrdiff_t cell_bytes, random_engine& draw)
      : is_weighted(draw() % 2 == 0), first_replaces(draw() % 2 == 0) {
    rows.is_signed = draw() % 2 == 0;
    rows.scale = pick(draw, {scale_type::f32, scale_type::f16, scale_type::bf16, scale_type::e8m0});
    rows.block = static_cast<std::int64_t>(count);
    rows.code_step = 1;
    rows.positions = 1 + draw() % 40;
    codes = rows_anywhere(rows, rows.block, 1, rows.unit_codes, draw);
    scales = rows_anywhere(rows, 1, 4, rows.unit_scales, draw);
    make_usual(scales.bytes, rows.scale, draw);
    zeros = rows_anywhere(rows, 1, 1, rows.unit_zeros, draw);
    rows.codes = codes.bytes.data(), rows.code_offsets = codes.offsets.data();
    rows.scales = scales.bytes.data(), rows.scale_offsets = scales.offsets.data();
    rows.zero_offsets = zeros.offsets.data();
    if (draw() % 2 == 0) rows.zeros = zeros.bytes.data();
    for (std::size_t p = 0; p < rows.positions; ++p) {
      weights.push_back(static_cast<float>(between(draw, -99, 99)) / 16);
      weight_of.push_back(static_cast<std::int64_t>(p * sizeof(float)));
      if (draw() % 4 != 0 && p + 1 != rows.positions) continue;
      const std::size_t before = runs.empty() ? 0 : runs.back().end;
      const auto cell = static_cast<std::int64_t>(runs.size()) * cell_bytes;
      runs.push_back({cell, p + 1, p + 1 - before + (first_replaces ? 0 : 1)});
    }
  }
  // Unit i of a run that has an old value.
  [[nodiscard]] float sum(std::size_t r, std::size_t i, float old, bool is_mean) const {
    float sum = old;
    const std::size_t first = r == 0 ? 0 : runs[r - 1].end;
    for (std::size_t p = first; p < runs[r].end; ++p) {
      const float value = value_of(rows, p, 0, static_cast<std::int64_t>(i));
      const float update = is_weighted ? value * weights[p] : value;
      sum = first_replaces && p == first ? update : sum + update;
    }
    return is_mean ? sum / static_cast<float>(runs[r].divisor) : sum;
  }
};

template <class T>
void check_sums(kernel::reduction_kernel reduce, bool is_mean, random_engine& draw, record& calls) {
  const std::size_t count = kernel::min_reduced_row + draw() % (draw() % 8 == 0 ? 600 : 90);
  const summed_codes given(count, static_cast<std::ptrdiff_t>((count + 1) * sizeof(T)), draw);
  memory table(reach(sizeof(T)).along(given.runs.size() * (count + 1), sizeof(T)), draw() % 4, draw);
  for (std::size_t n = 0; n < given.runs.size() * (count + 1); ++n) {
    const auto old = stored_as<T>(static_cast<float>(between(draw, -99, 99)) / 8);
    std::memcpy(table.origin() + n * sizeof(T), &old, sizeof old);
  }
  memory right = table;
  for (std::size_t r = 0; r < given.runs.size(); ++r) {
    for (std::size_t i = 0; i < count; ++i) {
      std::byte* const at = right.origin() + given.runs[r].cell + static_cast<std::ptrdiff_t>(i * sizeof(T));
      const auto sum = stored_as<T>(given.sum(r, i, as_float(read_as<T>(at)), is_mean));
      std::memcpy(at, &sum, sizeof sum);
    }
  }
  kernel::reduction_block work;
  work.table = table.origin();
  work.units = given.rows.codes;
  work.from = given.rows.code_offsets;
  work.runs = given.runs.data();
  work.run_count = given.runs.size();
  work.listed = given.rows.positions;
  work.count = count;
  if (given.is_weighted) work.weights = reinterpret_cast<const std::byte*>(given.weights.data());
  work.weight_of = given.weight_of.data();
  work.first_replaces = given.first_replaces;
  work.codes = &given.rows;
  calls.called(reduce)(work);
  ASSERT_TRUE(table == right) << count << " codes, " << given.rows.positions << " rows";
}

}  // namespace

void check_decode(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.decode, [&](kernel::decode_kernel decode, kernel::scalar type) {
    SCOPED_TRACE(name_of(type));
    if (type == kernel::scalar::f32) return check_all<float>(decode, calls);
    if (type == kernel::scalar::f16) return check_all<f16>(decode, calls);
    ASSERT_EQ(type, kernel::scalar::bf16);
    check_all<bf16>(decode, calls);
  });
}

void check_code_sums(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.code_sums, [&](kernel::reduction_kernel reduce, kernel::scalar type, kernel::outcome stored) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(22);
    const bool is_mean = stored == kernel::outcome::mean;
    for (int n = 0; n < 600 && is_good_so_far(); ++n) {
      if (type == kernel::scalar::f32) check_sums<float>(reduce, is_mean, draw, calls);
      if (type == kernel::scalar::f16) check_sums<f16>(reduce, is_mean, draw, calls);
      if (type == kernel::scalar::bf16) check_sums<bf16>(reduce, is_mean, draw, calls);
    }
  });
}

}  // namespace strew::testing
