// Elements that are written in their file.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "files/formats.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"
#include "support/little_endian.hpp"

namespace strew::files {
namespace {

using test::content;
using test::folder;
using test::read_array;

result<file_array> written(const std::string& name) {
  return read_array(name, loading::map_to_write, access::read_and_write);
}

std::string small_npy() {
  return test::header(test::dict("'|u1'", "(4,)")) + "abcd";
}

TEST(in_place, changes_only_these_elements) {
  const folder here;
  const std::string json = R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                           R"("b":{"dtype":"U8","shape":[2],"data_offsets":[3,5]}})";
  const std::string tensors = test::little_endian(json.size(), 8) + json;
  const std::string npy = here.with("a.npy", small_npy());
  const std::string raw = here.with("a.bin", "abcd");
  const std::string safetensors = here.with("a.safetensors", tensors + "abcde");
  for (const std::string& name : {npy, raw + ":u8[2,2]", safetensors + ":b"}) {
    auto array = written(name);
    ASSERT_TRUE(array) << name << ": " << array.error().message;
    ASSERT_TRUE(array->payload.is_mapped());
    array->payload.data()[1] = std::byte{'!'};
    EXPECT_FALSE(bring_to_the_disk(*array));
  }
  EXPECT_EQ(content(npy), test::header(test::dict("'|u1'", "(4,)")) + "a!cd");
  EXPECT_EQ(content(raw), "a!cd");
  EXPECT_EQ(content(safetensors), tensors + "abcd!");
}

TEST(in_place, empty_arrays_have_nothing_to_map) {
  const folder here;
  const auto array = written(here.with("a.npy", test::header(test::dict("'|u1'", "(0,)"))));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_FALSE(bring_to_the_disk(*array));
}

TEST(in_place, read_only_files_are_refused) {
  const folder here;
  const std::string path = here.with("a.npy", small_npy());
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  const auto array = written(path);
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, failure_kind::system);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

}  // namespace
}  // namespace strew::files
