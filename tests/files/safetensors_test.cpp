// Files of the .safetensors format: read, refused, written.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "files/formats.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"
#include "support/little_endian.hpp"

namespace strew::files {
namespace {

using test::bytes_of;
using test::folder;
using test::little_endian;
using test::read_array;

std::string with_header(const std::string& json, const std::string& data) {
  return little_endian(json.size(), 8) + json + data;
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& offsets) {
  return "\"" + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
}

const std::string two = std::string("{") + R"("__metadata__":{"format":"pt","by":"\u00e9"},)" +
                        tensor("b", "I16", "[2,1]", "[8,12]") + " , " + tensor("a.w", "F32", "[2]", "[0,8]") + "}  ";

TEST(safetensors, members) {
  const folder here;
  const std::string path = here.with("m.safetensors", with_header(two, "01234567abcd"));
  const auto first = read_array(path + ":a.w");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(bytes_of(*first), "01234567");
  EXPECT_EQ(first->type.kind, 'f');
  EXPECT_EQ(first->offset, 8 + two.size());
  const auto second = read_array(path + ":b");
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(bytes_of(*second), "abcd");
  EXPECT_EQ(second->extents, (std::vector<std::int64_t>{2, 1}));
  const auto none = read_array(path);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, failure_kind::usage);
  EXPECT_EQ(none.error().message, "the file has 2 tensors, and one must be named, FILE:NAME: 'a.w', 'b'");
  EXPECT_EQ(read_array(path + ":c").error().message, "the file has no tensor 'c', but 'a.w', 'b'");
}

TEST(safetensors, large_ones_are_mapped_at_any_place) {
  const folder here;
  const std::string body(least_mapped_bytes, 'y');
  const std::string json =
      "{" + tensor("a", "U8", "[3]", "[0,3]") + "," + tensor("b", "U8", "[65536]", "[3,65539]") + "}";
  const std::string path = here.with("m.safetensors", with_header(json, "xxx" + body));
  for (const loading how : {loading::read, loading::map, loading::map_privately}) {
    const auto array = read_array(path + ":b", how);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(bytes_of(*array), body);
    EXPECT_EQ(array->payload.is_mapped(), how != loading::read);
  }
}

struct known_type {
  const char* name;
  char kind;
  unsigned bytes;
};

TEST(safetensors, types) {
  const folder here;
  for (const known_type& one : std::vector<known_type>{{"F64", 'f', 8},
                                                       {"F32", 'f', 4},
                                                       {"F16", 'f', 2},
                                                       {"BF16", 'E', 2},
                                                       {"I64", 'i', 8},
                                                       {"I32", 'i', 4},
                                                       {"I16", 'i', 2},
                                                       {"I8", 'i', 1},
                                                       {"U64", 'u', 8},
                                                       {"U32", 'u', 4},
                                                       {"U16", 'u', 2},
                                                       {"U8", 'u', 1},
                                                       {"BOOL", 'b', 1},
                                                       {"C64", 'c', 8},
                                                       {"F8_E4M3", 'V', 1},
                                                       {"F8_E5M2", 'V', 1}}) {
    const std::string json = "{" + tensor("t", one.name, "[]", "[0," + std::to_string(one.bytes) + "]") + "}";
    const auto array = read_array(here.with("t.safetensors", with_header(json, std::string(one.bytes, 'x'))));
    ASSERT_TRUE(array) << one.name << array.error().message;
    EXPECT_EQ(array->type.kind, one.kind) << one.name;
    EXPECT_EQ(array->type.element_bytes, one.bytes) << one.name;
  }
}

TEST(safetensors, names_with_escapes) {
  const folder here;
  const std::string json = "{" + tensor(R"(a\"\\\/\u00e9\ud83d\ude00\n)", "U8", "[1]", "[0,1]") + "}";
  const auto array = read_array(here.with("t.safetensors", with_header(json, "x")));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->member_name, "a\"\\/\xc3\xa9\xf0\x9f\x98\x80\n");
}

TEST(safetensors, is_written_with_one_tensor) {
  const folder here;
  const std::string elements = "abcdefghijkl";
  const std::vector<std::int64_t> extents = {3, 1};
  const npy_type type = parse_array_name("x:f32[3]")->type;
  const std::string path = here.file("o.safetensors");
  ASSERT_FALSE(write_array(*parse_output_name(path), {type, extents, std::as_bytes(std::span(elements))}));
  const std::string json = R"({"output":{"dtype":"F32","shape":[3, 1],"data_offsets":[0,12]}} )";
  EXPECT_EQ(test::content(path), with_header(json, elements));
  ASSERT_FALSE(write_array(*parse_output_name(path + ":a\"b"), {type, extents, std::as_bytes(std::span(elements))}));
  const auto array = read_array(path);
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->member_name, "a\"b");
  EXPECT_EQ(bytes_of(*array), elements);
  EXPECT_EQ(array->offset % 8, 0u);
}

TEST(safetensors, types_that_it_has_not_are_not_written) {
  const folder here;
  const std::vector<std::int64_t> extents = {0};
  const npy_type type = parse_array_name("x:c128[0]")->type;
  const auto error = write_array(*parse_output_name(here.file("o.safetensors")), {type, extents, {}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::usage);
  EXPECT_EQ(here.count(), 0u);
}

}  // namespace
}  // namespace strew::files
