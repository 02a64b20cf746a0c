// Tensors of ONNX in .pb files, read.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "files/formats.hpp"
#include "onnx_bytes.hpp"
#include "read_case.hpp"
#include "support/little_endian.hpp"

#if defined(STREW_PROTOBUF)

namespace strew::files {
namespace {

using test::bytes_of;
using test::data_type;
using test::dims;
using test::folder;
using test::little_endian;
using test::packed;
using test::raw_data;
using test::read_array;

constexpr std::uint64_t minus_one = ~std::uint64_t{0};

TEST(onnx_read, literal_bytes) {
  const folder here;
  const std::string bytes = std::string("\x08\x02\x08\x01\x10\x01\x42\x01n\x4A\x08", 11) + "01234567";
  const auto array = read_array(here.with("t.pb", bytes));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(bytes_of(*array), "01234567");
  EXPECT_EQ(array->extents, (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(array->type.kind, 'f');
  EXPECT_EQ(array->offset, 11u);
  EXPECT_EQ(array->member_name, "");
}

TEST(onnx_read, fields_in_any_order_and_unknown_ones) {
  const folder here;
  const std::string unknown = test::number(99, 7) + test::text(98, "xyz") + test::text(12, "doc") +
                              test::varint(97 << 3 | 5) + "abcd" + test::varint(96 << 3 | 1) + "abcdefgh";
  const std::string tensor = raw_data("ab") + unknown + packed(1, {2, 1}) + data_type(2) + test::text(8, "n");
  const auto array = read_array(here.with("t.pb", tensor));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(bytes_of(*array), "ab");
  EXPECT_EQ(array->extents, (std::vector<std::int64_t>{2, 1}));
}

// Of a field that may come once the last one counts, as in every message of protobuf.
TEST(onnx_read, the_last_raw_data_counts) {
  const folder here;
  const auto array = read_array(here.with("t.pb", raw_data("wrong") + dims({2}) + data_type(2) + raw_data("ab")));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(bytes_of(*array), "ab");
}

struct typed_case {
  const char* name;
  std::uint64_t type;
  int field;
  std::string values;    // of two elements
  std::string elements;  // the same as strew has them
  char kind;
};

std::vector<typed_case> typed_cases() {
  const auto numbers = [](std::initializer_list<std::uint64_t> values) { return test::packed(5, values).substr(2); };
  const std::string long_minus_one = test::varint(minus_one);
  const std::string floats = little_endian(0x3F800000, 4) + little_endian(0xC0000000, 4);
  const std::string doubles = std::string(7, '\0') + "\x40" + std::string(6, 'x') + "yz";
  return {
      {"float", 1, 4, floats, floats, 'f'},
      {"uint8", 2, 5, numbers({0, 255}), std::string("\0\xff", 2), 'u'},
      {"int8", 3, 5, numbers({127, minus_one - 127}), "\x7f\x80", 'i'},
      {"uint16", 4, 5, numbers({65535, 1}), little_endian(65535, 2) + little_endian(1, 2), 'u'},
      {"int16", 5, 5, numbers({minus_one - 32767, 32767}), little_endian(0x8000, 2) + little_endian(0x7FFF, 2), 'i'},
      {"int32", 6, 5, numbers({minus_one, 5}), little_endian(0xFFFFFFFF, 4) + little_endian(5, 4), 'i'},
      {"int64", 7, 7, long_minus_one + test::varint(5), little_endian(minus_one, 8) + little_endian(5, 8), 'i'},
      {"bool", 9, 5, numbers({1, 0}), std::string("\1\0", 2), 'b'},
      {"float16", 10, 5, numbers({0x3C00, 0xC000}), little_endian(0x3C00, 2) + little_endian(0xC000, 2), 'f'},
      {"double", 11, 10, doubles, doubles, 'f'},
      {"uint32", 12, 11, numbers({0xFFFFFFFF, 1}), little_endian(0xFFFFFFFF, 4) + little_endian(1, 4), 'u'},
      {"uint64", 13, 11, numbers({minus_one, 1}), little_endian(minus_one, 8) + little_endian(1, 8), 'u'},
      {"complex64", 14, 4, floats + floats, floats + floats, 'c'},
      {"complex128", 15, 10, doubles + doubles, doubles + doubles, 'c'},
      {"bfloat16", 16, 5, numbers({0x3F80, 0xC000}), little_endian(0x3F80, 2) + little_endian(0xC000, 2), 'E'},
      {"float8e4m3fn", 17, 5, numbers({0x38, 0xFF}), "\x38\xff", 'V'},
      {"float8e4m3fnuz", 18, 5, numbers({0x38, 0xFF}), "\x38\xff", 'V'},
      {"float8e5m2", 19, 5, numbers({0x38, 0xFF}), "\x38\xff", 'V'},
      {"float8e5m2fnuz", 20, 5, numbers({0x38, 0xFF}), "\x38\xff", 'V'},
      {"float8e8m0", 24, 5, numbers({0x38, 0xFF}), "\x38\xff", 'V'},
  };
}

class onnx_typed : public ::testing::TestWithParam<typed_case> {};

TEST_P(onnx_typed, from_its_field_and_from_raw_data) {
  const typed_case& one = GetParam();
  const folder here;
  const std::string head = dims({2}) + data_type(one.type);
  const auto typed = read_array(here.with("t.pb", head + test::text(one.field, one.values)));
  ASSERT_TRUE(typed) << typed.error().message;
  const auto raw = read_array(here.with("r.pb", head + raw_data(one.elements)));
  ASSERT_TRUE(raw) << raw.error().message;
  for (const file_array* const array : {&*typed, &*raw}) {
    EXPECT_EQ(bytes_of(*array), one.elements);
    EXPECT_EQ(array->type.kind, one.kind);
    EXPECT_EQ(array->type.element_bytes, one.elements.size() / 2);
  }
  EXPECT_TRUE(typed->is_packed());
  EXPECT_FALSE(raw->is_packed());
}

TEST_P(onnx_typed, is_written_as_it_was_read) {
  const typed_case& one = GetParam();
  const folder here;
  const std::string head = dims({2}) + data_type(one.type);
  const auto array = read_array(here.with("t.pb", head + test::text(one.field, one.values)));
  ASSERT_TRUE(array) << array.error().message;
  const std::string path = here.file("o.pb");
  ASSERT_FALSE(write_array(*parse_output_name(path), {array->type, array->extents, array->payload.bytes()}));
  EXPECT_EQ(test::content(path), head + test::text(8, "output") + raw_data(one.elements));
}

INSTANTIATE_TEST_SUITE_P(files, onnx_typed, ::testing::ValuesIn(typed_cases()),
                         [](const auto& test) { return std::string(test.param.name); });

// Unpacked, as proto2 wrote them once.
TEST(onnx_read, values_one_by_one) {
  const folder here;
  const std::string tensor = dims({3}) + data_type(6) + test::number(5, 1) + test::number(5, 2) + packed(5, {3});
  const auto array = read_array(here.with("t.pb", tensor));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(bytes_of(*array), little_endian(1, 4) + little_endian(2, 4) + little_endian(3, 4));
}

TEST(onnx_read, scalars_and_empty_arrays) {
  const folder here;
  EXPECT_EQ(bytes_of(*read_array(here.with("s.pb", data_type(3) + raw_data("x")))), "x");
  for (const std::string& elements : {std::string(), raw_data(""), packed(5, {})}) {
    const auto array = read_array(here.with("e.pb", dims({3, 0}) + data_type(3) + elements));
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array->payload_bytes, 0u);
    EXPECT_EQ(array->extents, (std::vector<std::int64_t>{3, 0}));
  }
}

TEST(onnx_read, large_raw_data_are_mapped_at_any_place) {
  const folder here;
  const std::string body(least_mapped_bytes, 'y');
  const std::string path = here.with("t.pb", dims({body.size()}) + raw_data(body) + data_type(2) + test::text(8, "n"));
  for (const loading how : {loading::read, loading::map, loading::map_privately}) {
    const auto array = read_array(path, how);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(bytes_of(*array), body);
    EXPECT_EQ(array->payload.is_mapped(), how != loading::read);
  }
}

TEST(onnx_read, the_beginning_of_encoded_elements) {
  const folder here;
  const std::string values(2 * beginning_bytes, '\7');
  const std::string path = here.with("t.pb", dims({values.size()}) + data_type(2) + test::text(5, values));
  auto array = parse_array_name(path)->format->open(*parse_array_name(path), {});
  ASSERT_TRUE(array) << array.error().message;
  ASSERT_FALSE(load_beginning(*array));
  EXPECT_EQ(array->payload.size(), beginning_bytes);
  EXPECT_EQ(bytes_of(*read_array(path)), values);
}

TEST(onnx_written, literal_bytes) {
  const folder here;
  const std::string elements = "abcdefgh";
  const std::vector<std::int64_t> extents = {2, 1};
  const npy_type type = parse_array_name("x:f32[2]")->type;
  const std::string path = here.file("o.pb");
  ASSERT_FALSE(write_array(*parse_output_name(path), {type, extents, std::as_bytes(std::span(elements))}));
  EXPECT_EQ(test::content(path), std::string("\x08\x02\x08\x01\x10\x01\x42\x06output\x4A\x08", 16) + elements);
}

TEST(onnx_written, types_and_sizes_that_it_has_not_are_refused) {
  const folder here;
  const auto name = parse_output_name(here.file("o.pb"));
  const std::vector<std::int64_t> extents = {0};
  const auto error = write_array(*name, {parse_array_name("x:V3[0]")->type, extents, {}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::usage);
  EXPECT_EQ(error->message, "ONNX has no type for elements of the type '|V3'");
  const std::vector<std::int64_t> many = {0x7FFFFFFF};
  const auto unread = mapping::of_nothing(0x7FFFFFFF);
  ASSERT_TRUE(unread);
  const auto frame =
      name->format->frame(*name, {parse_array_name("x:u8[0]")->type, many, {unread->data(), unread->size()}}, {});
  ASSERT_FALSE(frame);
  EXPECT_NE(frame.error().message.find("a message of ONNX has at most 2147483647 bytes"), std::string::npos);
  EXPECT_EQ(here.count(), 0u);
}

}  // namespace
}  // namespace strew::files

#endif
