// Elements of ONNX's tensors in files of their own.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "files/formats.hpp"
#include "onnx_bytes.hpp"
#include "read_case.hpp"

#if defined(STREW_PROTOBUF)

namespace strew::files {
namespace {

using test::bytes_of;
using test::external_entry;
using test::folder;
using test::read_array;

// Two elements of f32.
std::string external_tensor(const std::string& entries) {
  return test::dims({2}) + test::data_type(1) + entries + test::external_location();
}
std::string at_location(const std::string& location) {
  return external_tensor(external_entry("location", location));
}

TEST(onnx_external, elements_at_their_place) {
  const folder here;
  here.with("w.bin", "abc01234567xyz");
  here.with("all.bin", "01234567");
  std::filesystem::create_directory(here.file("deep"));
  here.with("deep/w.bin", "01234567");
  const std::string at_3 = external_entry("offset", "3");
  for (const std::string& entries :
       {external_entry("location", "w.bin") + at_3 + external_entry("length", "8"),
        external_entry("location", "all.bin"), external_entry("location", "deep/w.bin") + external_entry("offset", "0"),
        external_entry("location", "./deep//w.bin") + external_entry("checksum", "x") + external_entry("new", "y")}) {
    const auto array = read_array(here.with("t.pb", external_tensor(entries)));
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(bytes_of(*array), "01234567");
  }
}

TEST(onnx_external, large_ones_are_mapped_at_any_place) {
  const folder here;
  const std::string body(least_mapped_bytes, 'y');
  here.with("w.bin", "xxx" + body + "zzz");
  const std::string path =
      here.with("t.pb", test::dims({body.size()}) + test::data_type(2) + external_entry("location", "w.bin") +
                            external_entry("offset", "3") + external_entry("length", std::to_string(body.size())) +
                            test::external_location());
  for (const loading how : {loading::read, loading::map, loading::map_privately}) {
    const auto array = read_array(path, how);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(bytes_of(*array), body);
    EXPECT_EQ(array->payload.is_mapped(), how != loading::read);
  }
}

// The folder is that of the name, also where that is a link.
TEST(onnx_external, links_inside_of_the_folder) {
  const folder here;
  const folder elsewhere;
  here.with("w.bin", "01234567");
  std::filesystem::create_symlink("w.bin", here.file("link.bin"));
  std::filesystem::create_symlink(here.file("."), elsewhere.file("folder"));
  here.with("t.pb", at_location("link.bin"));
  for (const std::string& path : {here.file("t.pb"), elsewhere.file("folder/t.pb")}) {
    const auto array = read_array(path);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(bytes_of(*array), "01234567");
  }
}

TEST(onnx_external, is_written_in_place) {
  const folder here;
  const std::string path = here.with("w.bin", "abc01234567xyz");
  const std::string entries =
      external_entry("location", "w.bin") + external_entry("offset", "3") + external_entry("length", "8");
  const std::string tensor = external_tensor(entries);
  const std::string name = here.with("t.pb", tensor);
  ASSERT_EQ(::chmod(name.c_str(), 0444), 0);
  auto array = read_array(name, loading::map_to_write, access::read_and_write);
  ASSERT_TRUE(array) << array.error().message;
  array->payload.data()[1] = std::byte{'!'};
  EXPECT_FALSE(bring_to_the_disk(*array));
  EXPECT_EQ(test::content(path), "abc0!234567xyz");
  EXPECT_EQ(test::content(name), tensor);
  const std::string with_checksum = here.with("c.pb", external_tensor(entries + external_entry("checksum", "x")));
  const auto refused = read_array(with_checksum, loading::map_to_write, access::read_and_write);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, failure_kind::usage);
}

struct bad_place {
  std::string entries;
  const char* reason;
};

TEST(onnx_external, is_refused_with_its_reason) {
  const folder here;
  const folder elsewhere;
  here.with("w.bin", "abc01234567xyz");
  elsewhere.with("w.bin", "01234567");
  std::filesystem::create_directory(here.file("deep"));
  std::filesystem::create_symlink(elsewhere.file("w.bin"), here.file("out.bin"));
  std::filesystem::create_directory_symlink(elsewhere.file("."), here.file("out"));
  ASSERT_EQ(::mkfifo(here.file("pipe").c_str(), 0600), 0);
  const std::string w = external_entry("location", "w.bin");
  const auto located = [](const std::string& text) { return external_entry("location", text); };
  const auto with = [&](const std::string& key, const std::string& value) { return w + external_entry(key, value); };
  const std::string at_3 = with("offset", "3");
  for (const bad_place& one : std::vector<bad_place>{
           {"", "have no location"},
           {located(""), "have no location"},
           {located(elsewhere.file("w.bin")), "an absolute path"},
           {located("/"), "an absolute path"},
           {located(".."), "leads out of the folder of the file by '..'"},
           {located("../w.bin"), "by '..'"},
           {located("deep/../w.bin"), "by '..'"},
           {located("deep/.."), "by '..'"},
           {located(std::string("w.bin\0x", 7)), "null byte"},
           {located("out.bin"), "'out.bin': a link leads out of the folder of the file, to '"},
           {located("out/w.bin"), "a link leads out of the folder"},
           {located("none.bin"), "its external data 'none.bin': cannot be found: No such file"},
           {located("w.bin/x"), "Not a directory"},
           {located("."), "leads out of the folder"},
           {located("deep"), "is a directory"},
           {located("pipe"), "is a pipe; only a regular file is read in any order"},
           {w + w, "the key 'location' twice"},
           {at_3 + external_entry("offset", "3"), "the key 'offset' twice"},
           {with("offset", ""), "the offset of its external data is '', not a number of bytes"},
           {with("offset", "-1"), "is '-1'"},
           {with("offset", "+1"), "is '+1'"},
           {with("offset", "3 "), "is '3 '"},
           {with("offset", "0x3"), "is '0x3'"},
           {with("offset", "18446744073709551616"), "is '18446744073709551616'"},
           {with("length", "8.0"), "the length of its external data is '8.0'"},
           {with("offset", "15"), "'w.bin': has 14 bytes, the elements begin at byte 15"},
           {with("offset", "18446744073709551615"), "the elements begin at byte 18446744073709551615"},
           {at_3 + external_entry("length", "12"), "has 14 bytes, too few for the 12 bytes from byte 3 on"},
           {at_3 + external_entry("length", "18446744073709551615"), "too few for the 18446744073709551615 bytes"},
           {at_3 + external_entry("length", "7"), "[2] of 4 bytes each require 8 bytes, 7 are there"},
           {at_3, "require 8 bytes, 11 are there"},
       }) {
    const auto array = read_array(here.with("t.pb", external_tensor(one.entries)));
    ASSERT_FALSE(array) << one.reason;
    EXPECT_NE(array.error().message.find(one.reason), std::string::npos) << array.error().message;
    EXPECT_TRUE(array.error().kind == failure_kind::format || array.error().kind == failure_kind::system);
  }
}

TEST(onnx_external, many_entries_are_refused) {
  const folder here;
  std::string entries;
  for (int i = 0; i < 65; ++i) entries += external_entry(std::to_string(i), "");
  const auto array = read_array(here.with("t.pb", external_tensor(entries)));
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().message, "has more than 64 entries of external_data");
}

}  // namespace
}  // namespace strew::files

#endif
