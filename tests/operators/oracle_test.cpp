// The oracle against literal vectors: what verifies the library is verified too.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <stdexcept>

#include "oracle/along_axis.hpp"
#include "oracle/elements.hpp"
#include "oracle/fill.hpp"
#include "oracle/real_format.hpp"

namespace strew::oracle {
namespace {

// Packed doubles or 64-bit integers, with the memory they stand in.
struct packed {
  memory store;
  tensor view;

  packed(element type, const shape& extents, const std::vector<double>& values) {
    view = {&store, 0, type, width_of(type), extents, {}};
    int64_t stride = view.width;
    for (size_t d = extents.size(); d-- > 0; stride *= extents[d]) view.strides.insert(view.strides.begin(), stride);
    store.resize(values.size() * static_cast<size_t>(view.width));
    size_t i = 0;
    for_each_coordinate(extents, [&](const coordinate& c) {
      const double value = values.at(i++);
      write_integer(view.at(c),
                    is_real(type) ? format_of(type).encode(value) : static_cast<uint64_t>(static_cast<int64_t>(value)));
    });
  }
  packed(const packed&) = delete;
  packed& operator=(const packed&) = delete;

  std::vector<double> values() const {
    std::vector<double> list;
    for_each_coordinate(view.extents, [&](const coordinate& c) {
      const uint64_t bits = read_integer(view.type, view.at(c));
      list.push_back(is_real(view.type) ? format_of(view.type).decode(bits)
                                        : static_cast<double>(static_cast<int64_t>(bits)));
    });
    return list;
  }
};

using doubles = std::vector<double>;

doubles folded(element type, reduction reduce, bool include_self, accumulate by, double old, const doubles& updates) {
  const packed cell(type, {1}, {old});
  const packed terms(type, {static_cast<int64_t>(updates.size())}, updates);
  std::vector<contribution> list;
  for_each_coordinate(terms.view.extents, [&](const coordinate& c) { list.push_back({terms.view.at(c)}); });
  fold(type, {reduce, include_self, by}, cell.view.at({0}), list);
  return cell.values();
}

TEST(oracle, means) {
  EXPECT_EQ(folded(element::f64, reduction::mean, true, accumulate::wide, 1, {4, 5}), doubles{10.0 / 3});
  EXPECT_EQ(folded(element::f64, reduction::mean, false, accumulate::wide, 1, {4, 5}), doubles{4.5});
  EXPECT_EQ(folded(element::i32, reduction::mean, true, accumulate::wide, 1, {4, 5}), doubles{3});
  EXPECT_EQ(folded(element::i32, reduction::mean, true, accumulate::wide, 0, {-3}), doubles{-2});
  EXPECT_EQ(folded(element::i8, reduction::mean, true, accumulate::wide, 100, {100}), doubles{100});
  EXPECT_EQ(folded(element::i8, reduction::mean, true, accumulate::native, 100, {100}), doubles{-28});
}

TEST(oracle, the_first_update_takes_the_place_of_the_old_value) {
  EXPECT_EQ(folded(element::f32, reduction::sub, false, accumulate::native, 9, {4, 5}), doubles{-1});
  EXPECT_TRUE(std::signbit(folded(element::f32, reduction::add, false, accumulate::native, 9, {-0.0})[0]));
}

TEST(oracle, wide_f16_rounds_once) {
  const doubles ones(4097, 1.0);
  EXPECT_EQ(folded(element::f16, reduction::add, true, accumulate::native, 0, ones), doubles{2048});
  EXPECT_EQ(folded(element::f16, reduction::add, true, accumulate::wide, 0, ones), doubles{4096});
}

TEST(oracle, bool_and_bitwise) {
  EXPECT_EQ(folded(element::boolean, reduction::add, true, accumulate::native, 0, {2}), doubles{1});
  EXPECT_EQ(folded(element::boolean, reduction::mul, true, accumulate::native, 2, {4}), doubles{1});
  EXPECT_EQ(folded(element::boolean, reduction::sub, true, accumulate::native, 2, {4}), doubles{0});
  EXPECT_EQ(folded(element::i16, reduction::logical_xor, true, accumulate::native, 12, {10}), doubles{6});
}

TEST(oracle, f32_is_the_machine_float) {
  const real_format format = format_of(element::f32);
  uint64_t state = 1;
  for (int i = 0; i < 100000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto value = std::bit_cast<double>(state);
    if (std::isnan(value)) continue;
    const double near =
        std::ldexp(std::bit_cast<double>((state >> 12) | 0x3ff0000000000000U), static_cast<int>(state % 300) - 160);
    EXPECT_EQ(format.encode(value), std::bit_cast<uint32_t>(static_cast<float>(value)));
    EXPECT_EQ(format.encode(near), std::bit_cast<uint32_t>(static_cast<float>(near)));
    EXPECT_EQ(format.encode_integer(state, false), std::bit_cast<uint32_t>(static_cast<float>(state)));
  }
}

TEST(oracle, every_f16_and_bf16_reads_back) {
  for (const element type : {element::f16, element::bf16}) {
    const real_format format = format_of(type);
    for (uint64_t bits = 0; bits < 65536; ++bits) {
      const double value = format.decode(bits);
      EXPECT_EQ(format.encode(value), std::isnan(value) ? format.canonical_nan() : bits);
    }
  }
  EXPECT_EQ(format_of(element::f16).decode(0x3555), 0.333251953125);
  EXPECT_EQ(format_of(element::f16).encode(65520), 0x7c00U);
  EXPECT_EQ(format_of(element::f16).encode(65519.99), 0x7bffU);
  EXPECT_EQ(format_of(element::f16).encode(0x1p-25), 0U);
  EXPECT_EQ(format_of(element::f16).encode(0x1.8p-25), 1U);
}

TEST(oracle, along_axis_examples) {
  const packed data(element::i64, {5}, {0, 1, 2, 3, 4});
  const packed indices(element::i64, {4}, {3, 1, 3, 0});
  const packed updates(element::i64, {4}, {5, 6, 7, 8});
  EXPECT_EQ(along_axis_rule({5}, {4}, 0, 0, {4}), "");
  EXPECT_EQ(along_axis_rule({5}, {4}, 1, 0, {4}), "AX2");
  const indexing op = along_axis_form({5}, {4}, -1, 0);
  scatter(op, {}, {}, data.view, indices.view, updates.view, data.view);
  EXPECT_EQ(data.values(), (doubles{8, 6, 2, 7, 4}));
  const packed table(element::f32, {2, 3}, {1, 2, 3, 4, 5, 6});
  const packed columns(element::i64, {2, 2}, {2, 0, 1, 1});
  const packed output(element::f32, {2, 2}, {0, 0, 0, 0});
  gather(along_axis_form({2, 3}, {2, 2}, 1, 1), {}, table.view, columns.view, output.view, {});
  EXPECT_EQ(output.values(), (doubles{3, 1, 5, 5}));
}

TEST(oracle, elements_examples) {
  const packed data(element::f32, {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const packed indices(element::i64, {2, 3}, {-1, -2, 0, -2, 0, 0});
  const packed output(element::f32, {2, 3}, doubles(6));
  gather(elements_form({3, 3}, {2, 3}, 0), {}, data.view, indices.view, output.view, {});
  EXPECT_EQ(output.values(), (doubles{7, 5, 3, 4, 2, 3}));
  const packed zeros(element::f64, {3, 3}, doubles(9));
  const packed rows(element::i64, {2, 3}, {1, 0, 2, 0, 2, 1});
  const packed updates(element::f64, {2, 3}, {1.0, 1.1, 1.2, 2.0, 2.1, 2.2});
  scatter(elements_form({3, 3}, {2, 3}, 0), {}, {}, zeros.view, rows.view, updates.view, zeros.view);
  EXPECT_EQ(zeros.values(), (doubles{2.0, 1.1, 0, 1.0, 0, 2.2, 0, 2.1, 1.2}));
  EXPECT_EQ(elements_rule({3, 3}, {2, 4}, 0, {2, 4}), "EL4");
}

TEST(oracle, windows) {
  const policy skips = {out_of_bounds::skip, negative_indices::invalid, partial_window::element};
  EXPECT_EQ(place(skips, {4, 2}, 3, 0), 3);
  EXPECT_EQ(place(skips, {4, 2}, 3, 1), std::nullopt);
  const policy whole = {out_of_bounds::skip, negative_indices::invalid, partial_window::whole};
  EXPECT_EQ(place(whole, {4, 2}, 3, 0), std::nullopt);
  const policy wraps = {out_of_bounds::wrap, negative_indices::invalid, partial_window::element};
  EXPECT_EQ(place(wraps, {4, 2}, 3, 1), 0);
  const policy clamps = {out_of_bounds::clamp, negative_indices::invalid, partial_window::element};
  EXPECT_EQ(place(clamps, {4, 2}, 3, 0), 2);
  EXPECT_TRUE(is_bad(clamps, {1, 2}, 0));
}

TEST(oracle, access_is_checked) {
  const packed data(element::i32, {2}, {1, 2});
  EXPECT_THROW(data.view.at({2}), std::out_of_range);
  EXPECT_THROW(data.view.at({-1}), std::out_of_range);
  tensor beyond = data.view;
  beyond.strides = {8};
  EXPECT_THROW(beyond.at({1}), std::out_of_range);
}

TEST(oracle, numbers_become_elements) {
  EXPECT_EQ(element_of_number(element::i8, element::i64, 128), std::nullopt);
  EXPECT_EQ(element_of_number(element::u8, element::f64, std::bit_cast<uint64_t>(255.0)), (memory{255}));
  EXPECT_EQ(element_of_number(element::f16, element::u64, 2049), (memory{0x00, 0x68}));
  EXPECT_EQ(element_of_number(element::boolean, element::i64, 2), std::nullopt);
}

}  // namespace
}  // namespace strew::oracle
