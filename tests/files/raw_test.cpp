// Files of elements and nothing else.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "files/formats.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

using test::bytes_of;
using test::folder;
using test::read_array;

TEST(raw, has_the_bytes_of_the_file) {
  const folder here;
  const std::string body(least_mapped_bytes + 4, 'x');
  const std::string count = std::to_string(body.size() / 4);
  const std::string path = here.with("a.bin", body);
  for (const loading how : {loading::read, loading::map, loading::map_privately}) {
    auto array = read_array(path + ":i32[" + count + ", 1]", how);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(bytes_of(*array), body);
    EXPECT_EQ(array->payload.is_mapped(), how != loading::read);
    EXPECT_EQ(array->type.kind, 'i');
    EXPECT_FALSE(check_whole(*array));
  }
}

TEST(raw, scalar_and_empty) {
  const folder here;
  EXPECT_EQ(bytes_of(*read_array(here.with("a", "abcdefgh") + ":f64[]")), "abcdefgh");
  const auto empty = read_array(here.with("b", "") + ":f64[9223372036854775807,9223372036854775807,0]");
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->payload_bytes, 0u);
}

TEST(raw, its_size_is_exact) {
  const folder here;
  const std::string path = here.with("a.bin", "0123456789ab");
  for (const auto& [name, reason] : std::vector<std::pair<std::string, std::string>>{
           {":f32[4]", "[4] of 4 bytes each require 16 bytes, the file has 12"},
           {":f32[2]", "[2] of 4 bytes each require 8 bytes, the file has 12"},
           {":f32[]", "require 4 bytes, the file has 12"},
           {":f32[0]", "require 0 bytes, the file has 12"}}) {
    const auto array = read_array(path + name);
    ASSERT_FALSE(array) << name;
    EXPECT_EQ(array.error().kind, failure_kind::format);
    EXPECT_NE(array.error().message.find(reason), std::string::npos) << array.error().message;
  }
}

TEST(raw, extents_that_no_file_has_are_wrong_in_the_name) {
  for (const std::string name : {"a.bin:u8[4611686018427387904, 3]", "a.bin:f32[4294967296, 4294967296]"}) {
    const auto array = read_array(name);
    ASSERT_FALSE(array) << name;
    EXPECT_EQ(array.error().kind, failure_kind::usage);
    EXPECT_NE(array.error().message.find("more bytes than 63 bits"), std::string::npos) << array.error().message;
  }
}

TEST(raw, is_written_without_a_header) {
  const folder here;
  const std::string elements = "abcdefghijkl";
  const std::vector<std::int64_t> extents = {3};
  const npy_type type = parse_array_name("x:f32[3]")->type;
  const auto name = parse_output_name(here.file("a.bin"));
  ASSERT_FALSE(write_array(*name, {type, extents, std::as_bytes(std::span(elements))}));
  EXPECT_EQ(test::content(here.file("a.bin")), elements);
}

}  // namespace
}  // namespace strew::files
