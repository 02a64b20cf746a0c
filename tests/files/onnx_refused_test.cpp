// Files of ONNX's tensors that are wrong: each is refused with its reason, and without memory for what it claims.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "files/formats.hpp"
#include "onnx_bytes.hpp"
#include "read_case.hpp"

#if defined(STREW_PROTOBUF)

namespace strew::files {
namespace {

using test::data_type;
using test::dims;
using test::external_entry;
using test::external_location;
using test::number;
using test::packed;
using test::raw_data;
using test::text;

struct bad_message {
  const char* name;
  std::string bytes;
  const char* reason;
};

std::string two_of(std::uint64_t type, const std::string& elements) {
  return dims({2}) + data_type(type) + elements;
}

// A model of the opset 21 with a graph of this name.
std::string model(const std::string& more) {
  return number(1, 10) + more + text(7, text(2, "graph")) + text(8, number(2, 21));
}

std::vector<bad_message> bad_messages() {
  constexpr std::uint64_t negative_one = ~std::uint64_t{0};
  const std::string eight = raw_data("01234567");
  std::string many_dims = data_type(2);
  for (int i = 0; i < 257; ++i) many_dims += dims({1});
  return {
      {"empty", "", "no data_type"},
      {"npy", test::header(test::dict("'<f4'", "(0,)")), "is no message of ONNX"},
      {"zeros", std::string(64, '\0'), "is no message of ONNX"},
      {"group", "\x0B", "what begins before byte 1 is no field"},
      {"end_of_a_group", "\x0C", "is no message of ONNX"},
      {"wire_type_6", "\x0E", "is no message of ONNX"},
      {"varint_of_11_bytes", std::string("\x08") + std::string(10, '\xff') + '\1', "is no message of ONNX"},
      {"tag_alone", "\x08", "is no message of ONNX"},
      {"length_alone", "\x4A", "is no message of ONNX"},
      {"raw_data_beyond_the_file", std::string("\x4A\x09", 2) + "01234567", "field 9 has 9 bytes, 8 are left"},
      {"raw_data_bomb", std::string("\x4A") + test::varint(0x7FFFFFFF) + "x", "2147483647 bytes, 1 are left"},
      {"raw_data_of_64_bits", std::string("\x4A") + test::varint(negative_one),
       "18446744073709551615 bytes, 0 are left"},
      {"float_data_bomb", std::string("\x22") + test::varint(0x7FFFFFFC) + "x", "field 4 has 2147483644 bytes"},
      {"float_data_of_5_bytes", two_of(1, text(4, "01234")), "fields of other types"},
      {"model", model(""), "is a model of ONNX"},
      {"model_with_a_producer", model(text(2, "me")), "is it a model?"},
      {"no_data_type", dims({2}) + eight, "no data_type"},
      {"undefined", two_of(0, eight), "UNDEFINED (0), which is not read"},
      {"string", two_of(8, text(6, "a") + text(6, "b")), "STRING (8), which is not read"},
      {"uint4", two_of(21, raw_data("x")), "UINT4 (21), which is not read"},
      {"int4", two_of(22, raw_data("x")), "INT4 (22), which is not read"},
      {"float4", two_of(23, raw_data("x")), "FLOAT4E2M1 (23), which is not read"},
      {"int2", two_of(26, raw_data("x")), "INT2 (26), which is not read"},
      {"unknown_type", two_of(27, eight), "the unknown type 27"},
      {"negative_type", two_of(negative_one, eight), "the unknown type -1"},
      {"segment", two_of(1, eight + text(3, number(1, 0))), "has a segment"},
      {"negative_dim", dims({negative_one}) + data_type(1) + eight, "negative: -1"},
      {"dims_wrap", dims({1ULL << 32, 1ULL << 32}) + data_type(1) + eight, "63 bits"},
      {"dims_wrap_to_8", dims({(1ULL << 62) + 2}) + data_type(1) + eight, "63 bits"},
      {"many_dims", many_dims + raw_data("x"), "257 dims; at most 256"},
      {"raw_data_too_short", two_of(1, raw_data("1234567")),
       "[2] of FLOAT (1) require 8 bytes of raw_data, which has 7"},
      {"raw_data_too_long", two_of(1, raw_data("123456789")), "which has 9"},
      {"raw_data_of_no_elements", dims({0}) + data_type(1) + eight, "require 0 bytes of raw_data, which has 8"},
      {"no_elements", two_of(1, ""), "[2] of FLOAT (1) require elements, and it has none"},
      {"large_without_elements", dims({1ULL << 50}) + data_type(1), "require elements, and it has none"},
      {"two_fields", two_of(1, eight + text(4, "01234567")), "in raw_data and in float_data"},
      {"two_typed_fields", two_of(6, packed(5, {1, 2}) + packed(7, {1, 2})), "in int32_data and in int64_data"},
      {"raw_data_and_strings", two_of(1, eight + text(6, "a")), "in raw_data and in string_data"},
      {"empty_raw_data_and_values", two_of(6, raw_data("") + packed(5, {1, 2})), "in raw_data and in int32_data"},
      {"float_in_int32_data", two_of(1, packed(5, {1, 2})), "in int32_data, but those of FLOAT (1) are in raw_data or"},
      {"float_in_strings", two_of(1, text(6, "a")), "in string_data, but those of FLOAT (1)"},
      {"int8_in_int64_data", two_of(3, packed(7, {1, 2})), "but those of INT8 (3) are in raw_data or int32_data"},
      {"uint32_in_int64_data", two_of(12, packed(7, {1, 2})), "raw_data or uint64_data"},
      {"values_too_few", two_of(6, packed(5, {1})), "[2] of INT32 (6) require 2 values of int32_data, which has 1"},
      {"values_too_many", two_of(6, packed(5, {1, 2, 3})), "which has 3"},
      {"half_a_complex", two_of(14, text(4, std::string(12, 'x'))), "require 4 values of float_data, which has 3"},
      {"int8_above", two_of(3, packed(5, {1, 128})), "value 1 of int32_data is 128, outside [-128, 127] of INT8 (3)"},
      {"int8_below", two_of(3, packed(5, {negative_one - 128, 1})), "value 0 of int32_data is -129"},
      {"uint8_above", two_of(2, packed(5, {256, 1})), "is 256, outside [0, 255] of UINT8 (2)"},
      {"uint8_below", two_of(2, packed(5, {negative_one, 1})), "is -1, outside [0, 255]"},
      {"int16_above", two_of(5, packed(5, {32768, 1})), "outside [-32768, 32767] of INT16 (5)"},
      {"uint16_above", two_of(4, packed(5, {65536, 1})), "outside [0, 65535] of UINT16 (4)"},
      {"bool_2", two_of(9, packed(5, {1, 2})), "value 1 of int32_data is 2, outside [0, 1] of BOOL (9)"},
      {"float16_above", two_of(10, packed(5, {65536, 1})), "outside [0, 65535] of FLOAT16 (10)"},
      {"bfloat16_below", two_of(16, packed(5, {negative_one, 1})), "outside [0, 65535] of BFLOAT16 (16)"},
      {"float8_above", two_of(17, packed(5, {256, 1})), "outside [0, 255] of FLOAT8E4M3FN (17)"},
      {"uint32_above", two_of(12, packed(11, {1ULL << 32, 1})), "value 0 of uint64_data is 4294967296"},
      {"location_2", two_of(1, eight + number(14, 2)), "data_location is 2, neither 0 nor 1"},
      {"external_and_raw_data", two_of(1, eight + external_location()), "(data_location 1) and in raw_data"},
      {"external_without_entries", two_of(1, external_location()), "have no location"},
  };
}

class onnx_refused : public ::testing::TestWithParam<bad_message> {};

TEST_P(onnx_refused, with_its_reason) {
  const test::folder here;
  const auto array = test::read_array(here.with("bad.pb", GetParam().bytes));
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, failure_kind::format) << array.error().message;
  EXPECT_NE(array.error().message.find(GetParam().reason), std::string::npos) << array.error().message;
}

INSTANTIATE_TEST_SUITE_P(files, onnx_refused, ::testing::ValuesIn(bad_messages()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(onnx_damaged, cut_anywhere) {
  const test::folder here;
  const std::string good = two_of(1, raw_data("01234567"));
  ASSERT_TRUE(test::read_array(here.with("good.pb", good)));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(test::read_array(here.with("cut.pb", good.substr(0, length)))) << length;
  }
}

TEST(onnx_damaged, more_than_a_message_has) {
  const test::folder here;
  const std::string path = here.with("large.pb", two_of(1, raw_data("01234567")));
  ASSERT_EQ(::truncate(path.c_str(), std::int64_t{1} << 31), 0);
  const auto array = test::read_array(path);
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().message.find("has 2147483648 bytes, but a message of ONNX has at most 2147483647"), 0u);
  EXPECT_NE(array.error().message.find("external data"), std::string::npos);
}

TEST(onnx_damaged, elements_of_a_message_are_not_written_in_place) {
  const test::folder here;
  for (const std::string& elements : {raw_data("ab"), packed(5, {1, 2})}) {
    const std::string path = here.with("t.pb", two_of(2, elements));
    const auto array = test::read_array(path, loading::map_to_write, access::read_and_write);
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().kind, failure_kind::usage);
  }
}

}  // namespace
}  // namespace strew::files

#endif
