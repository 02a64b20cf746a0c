// Files of the .safetensors format that are wrong: each is refused with its reason, and without memory for what it
// claims.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "files/formats.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"
#include "support/little_endian.hpp"

namespace strew::files {
namespace {

struct bad_tensors {
  const char* name;
  std::string bytes;
  const char* reason;
};

std::string framed(const std::string& json, const std::string& data = "01234567") {
  return test::little_endian(json.size(), 8) + json + data;
}
std::string entry(const std::string& fields) {
  return framed(R"({"t":{)" + fields + "}}");
}
std::string placed(const std::string& shape, const std::string& offsets) {
  return entry(R"("dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets);
}
std::string both(const std::string& first, const std::string& second, const std::string& names = R"("a","b")") {
  const std::string one = names.substr(0, 3);
  const std::string other = names.substr(4);
  return framed("{" + one + R"(:{"dtype":"F32","shape":[1],"data_offsets":)" + first + "}," + other +
                R"(:{"dtype":"F32","shape":[1],"data_offsets":)" + second + "}}");
}

std::vector<bad_tensors> bad_files() {
  const std::string nul(1, '\0');
  return {
      {"empty", "", "too short"},
      {"short_length", std::string(7, '\0'), "too short"},
      {"length_0", framed("", ""), "expected '{'"},
      {"length_beyond_the_file", test::little_endian(100, 8) + "{}", "100 bytes are needed here, 2 are left"},
      {"length_bomb", test::little_endian(100'000'001, 8) + "{}", "at most 100000000 are read"},
      {"length_of_63_bits", test::little_endian(~std::uint64_t{0}, 8) + "{}", "at most 100000000 are read"},
      {"length_at_the_limit", test::little_endian(100'000'000, 8) + "{}", "100000000 bytes are needed"},
      {"no_tensor_but_bytes", framed("{}"), "8 bytes follow the last tensor"},
      {"list", framed("[]"), "expected '{'"},
      {"open", framed("{"), "expected '\"'"},
      {"after", framed("{}x"), "only blanks may follow"},
      {"nul_after", framed("{}" + nul, ""), "only blanks may follow"},
      {"comma_at_the_end", framed(R"({"__metadata__":{},})"), "expected '\"'"},
      {"metadata_number", framed(R"({"__metadata__":{"a":1}})"), "expected '\"'"},
      {"metadata_nested", framed(R"({"__metadata__":{"a":{}}})"), "expected '\"'"},
      {"metadata_twice", framed(R"({"__metadata__":{},"__metadata__":{}})"), "comes twice"},
      {"not_an_object", framed(R"({"t":[]})"), "expected '{'"},
      {"deep", framed("{\"t\":" + std::string(100000, '{')), "expected '\"'"},
      {"no_dtype", entry(R"("shape":[2],"data_offsets":[0,8])"), "no key 'dtype'"},
      {"no_shape", entry(R"("dtype":"F32","data_offsets":[0,8])"), "no key 'shape'"},
      {"no_offsets", entry(R"("dtype":"F32","shape":[2])"), "no key 'data_offsets'"},
      {"unknown_key", entry(R"("dtype":"F32","x":1)"), "unknown key 'x'"},
      {"key_twice", entry(R"("dtype":"F32","dtype":"F32")"), "'dtype' comes twice"},
      {"unknown_type", entry(R"("dtype":"F4","shape":[2],"data_offsets":[0,8])"), "'F4' is not read"},
      {"empty_type", entry(R"("dtype":"","shape":[2],"data_offsets":[0,8])"), "'' is not read"},
      {"dtype_is_a_number", entry(R"("dtype":4)"), "expected '\"'"},
      {"control_byte", framed("{\"a\nb\":1}"), "control byte"},
      {"string_open", framed("{\"a"), "does not end"},
      {"not_utf8", framed("{\"a\xff\":1}"), "not UTF-8"},
      {"unknown_escape", framed(R"({"\x41":1})"), "an escape is unknown"},
      {"short_escape", framed(R"({"\u00":1})"), "an escape is unknown"},
      {"half_a_pair", framed(R"({"\ud83d":1})"), "half of a pair"},
      {"two_first_halves", framed(R"({"\ud83d\ud83d":1})"), "half of a pair"},
      {"second_half", framed(R"({"\ude00":1})"), "half of a pair"},
      {"size_too_large", placed("[3]", "[0,8]"), "[3] of F32 require 12 bytes, its data_offsets 0 and 8 have 8"},
      {"size_too_small", placed("[1]", "[0,8]"), "require 4 bytes"},
      {"ends_after_the_file", placed("[4]", "[0,16]"), "ends at byte 16 of the elements, of which the file has 8"},
      {"ends_far_after_the_file", placed("[2]", "[0,9223372036854775807]"), "ends at byte 9223372036854775807"},
      {"backwards", placed("[2]", "[8,0]"), "not a beginning and an end"},
      {"three_offsets", placed("[2]", "[0,4,8]"), "not a beginning and an end"},
      {"negative_offset", placed("[2]", "[-1,8]"), "negative"},
      {"minus_0", placed("[-0]", "[0,8]"), "negative"},
      {"large_offset", placed("[2]", "[0,18446744073709551616]"), "not below 2^63"},
      {"fraction", placed("[2.0]", "[0,8]"), "not an integer"},
      {"exponent", placed("[2e0]", "[0,8]"), "not an integer"},
      {"leading_0", placed("[02]", "[0,8]"), "begins with 0"},
      {"plus", placed("[+2]", "[0,8]"), "expected a number"},
      {"shape_is_a_string", placed("\"2\"", "[0,8]"), "expected '['"},
      {"shape_wraps", placed("[4294967296,4294967296]", "[0,8]"), "63 bits"},
      {"shape_wraps_to_8", placed("[4611686018427387906]", "[0,8]"), "63 bits"},
      {"bytes_follow", placed("[1]", "[0,4]"), "4 bytes follow the last tensor"},
      {"begins_later", placed("[1]", "[4,8]"), "after a gap"},
      {"overlap", both("[0,4]", "[2,6]"), "inside another"},
      {"same_place", both("[0,4]", "[0,4]"), "inside another"},
      {"gap", both("[0,4]", "[5,8]"), "after a gap"},
      {"same_name", both("[0,4]", "[4,8]", R"("a","a")"), "the tensor 'a' comes twice"},
  };
}

class safetensors_refused : public ::testing::TestWithParam<bad_tensors> {};

TEST_P(safetensors_refused, with_its_reason) {
  const test::folder here;
  const auto array = test::read_array(here.with("bad.safetensors", GetParam().bytes));
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, failure_kind::format) << array.error().message;
  EXPECT_NE(array.error().message.find(GetParam().reason), std::string::npos) << array.error().message;
}

INSTANTIATE_TEST_SUITE_P(files, safetensors_refused, ::testing::ValuesIn(bad_files()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(safetensors_damaged, cut_anywhere) {
  const test::folder here;
  const std::string good = placed("[2]", "[0,8]");
  ASSERT_TRUE(test::read_array(here.with("good.safetensors", good)));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(test::read_array(here.with("cut.safetensors", good.substr(0, length)))) << length;
  }
}

// A list of many numbers is no shape.
TEST(safetensors_damaged, too_many_extents) {
  std::string shape = "[1";
  for (int i = 0; i < 300; ++i) shape += ",1";
  const test::folder here;
  const auto array = test::read_array(here.with("bad.safetensors", placed(shape + "]", "[0,8]")));
  ASSERT_FALSE(array);
  EXPECT_NE(array.error().message.find("more than 256 numbers"), std::string::npos) << array.error().message;
}

}  // namespace
}  // namespace strew::files
