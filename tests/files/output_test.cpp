// Output files appear whole or not at all.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <span>
#include <string>

#include "files/array_name.hpp"
#include "files/npy.hpp"
#include "files/output.hpp"
#include "npy_bytes.hpp"
#include "output_case.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

using test::content;
using test::folder;
using test::write_text;

TEST(output, new_file) {
  const folder here;
  EXPECT_FALSE(write_text(here.file("new"), "hello world"));
  EXPECT_EQ(content(here.file("new")), "hello world");
  EXPECT_EQ(here.count(), 1u);
}

TEST(output, replaces_a_file) {
  const folder here;
  const std::string path = here.with("old", "a longer text than the new one");
  EXPECT_FALSE(write_text(path, "new"));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(here.count(), 1u);
}

// More than the system takes in one call.
TEST(output, forty_megabytes) {
  const folder here;
  std::string text;
  text.resize(40'000'000);
  for (std::size_t i = 0; i < text.size(); i += 1000) text[i] = static_cast<char>(i / 1000 % 251);
  EXPECT_FALSE(write_text(here.file("large"), text));
  EXPECT_TRUE(content(here.file("large")) == text);
}

TEST(output, no_bytes) {
  const folder here;
  EXPECT_FALSE(write_text(here.file("empty"), ""));
  EXPECT_TRUE(std::filesystem::exists(here.file("empty")));
}

TEST(output, directories_and_absent_directories_are_refused) {
  const folder here;
  for (const std::string& path : {here.path(), here.path() + "/", here.file("none/new"), std::string()}) {
    const auto error = write_text(path, "x");
    ASSERT_TRUE(error) << path;
    EXPECT_EQ(error->kind, failure_kind::system) << path;
  }
  EXPECT_EQ(here.count(), 0u);
}

TEST(output, name_too_long_leaves_nothing) {
  const folder here;
  EXPECT_TRUE(write_text(here.file(std::string(300, 'n')), "x"));
  EXPECT_FALSE(write_text(here.file(std::string(255, 'n')), "x"));
  EXPECT_EQ(here.count(), 1u);
}

TEST(output, stop_in_the_middle_leaves_the_file) {
  const folder here;
  const std::string path = here.with("old", "old");
  int calls = 0;
  const auto error = write_text(path, std::string(1000, 'x'), {[&] { return ++calls == 2; }, {}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::interrupted);
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(here.count(), 1u);
}

// While it is written the file under the name is the old one, and its bytes never change.
TEST(output, old_file_is_whole_until_the_end) {
  const folder here;
  const std::string path = here.with("old", "old");
  std::string seen;
  const transfer_hooks look = {{}, [&](std::uint64_t, std::uint64_t) { seen += content(path); }};
  EXPECT_FALSE(write_text(path, std::string(1000, 'x'), look));
  EXPECT_EQ(seen, "oldold");
  EXPECT_EQ(content(path), std::string(1000, 'x'));
}

// Written together: where one fails, each other is as it was.
TEST(output, several_files_or_none) {
  const folder here;
  const std::string first = here.with("first", "old"), second = here.with("second", "old"), long_text(1000, 'x');
  const std::span<const std::byte> text = std::as_bytes(std::span(long_text));
  const std::array<std::span<const std::byte>, 1> whole = {text}, begin = {text.first(10)};
  const auto write = [&](const std::string& last, const transfer_hooks& hooks = {}) {
    const file_content all[] = {{first, begin}, {last, whole}};
    return write_files(all, hooks);
  };
  int calls = 0;
  const auto stopped = write(second, {[&] { return ++calls == 3; }, {}});
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->number, 1u);
  const auto refused = write(here.file("missing/second"));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->number, 1u);
  EXPECT_EQ(content(first) + content(second), "oldold");
  EXPECT_EQ(here.count(), 2u);
  EXPECT_FALSE(write(second));
  EXPECT_EQ(content(first), long_text.substr(0, 10));
  EXPECT_EQ(content(second), long_text);
  EXPECT_EQ(here.count(), 2u);
}

TEST(output, paths_that_lead_to_one_file) {
  const folder here;
  const std::string path = here.with("file", "x");
  for (const std::string& other :
       {path, here.file("./file"),
        here.path() + "/../" + std::filesystem::path(here.path()).filename().string() + "/file"})
    EXPECT_TRUE(is_same_output(path, other)) << other;
  EXPECT_TRUE(is_same_output("-", "-"));
  EXPECT_TRUE(is_same_output(here.file("new"), here.file("./new")));
  EXPECT_FALSE(is_same_output(path, here.file("new")));
  EXPECT_FALSE(is_same_output("-", "./-"));
}

npy_type type_of(const std::string& descr, bool is_utf8 = false) {
  npy_type type;
  type.descr = descr;
  type.is_utf8 = is_utf8;
  return type;
}

std::string npy_text(const std::string& descr, const std::vector<std::int64_t>& extents) {
  return npy_header_text(type_of(descr), extents);
}

TEST(npy_write, header_as_the_format_asks) {
  const std::string text = npy_text("'<i4'", {2, 3});
  EXPECT_EQ(text.size(), 128u);
  EXPECT_EQ(text.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(text.substr(10, 60), "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), } ");
  EXPECT_EQ(text.back(), '\n');
}

TEST(npy_write, shapes) {
  EXPECT_NE(npy_text("'<i4'", {}).find("'shape': (), }"), std::string::npos);
  EXPECT_NE(npy_text("'<i4'", {5}).find("'shape': (5,), }"), std::string::npos);
  EXPECT_NE(npy_text("'<i4'", {5, 0, 7}).find("'shape': (5, 0, 7), }"), std::string::npos);
}

TEST(npy_write, length_is_a_multiple_of_64_whatever_the_text) {
  for (std::size_t n = 1; n < 130; ++n) {
    EXPECT_EQ(npy_text("[('" + std::string(n, 'a') + "', '<i4')]", {1}).size() % 64, 0u) << n;
  }
}

TEST(npy_write, long_headers_are_version_2_and_utf8_is_version_3) {
  const std::string long_descr = "[('" + std::string(70000, 'a') + "', '<i4')]";
  const std::string text = npy_text(long_descr, {1});
  EXPECT_EQ(text[6], '\x02');
  EXPECT_EQ(text.size() % 64, 0u);
  const std::string utf8 = npy_header_text(type_of("[('\xce\xb1', '<i4')]", true), std::vector<std::int64_t>{1});
  EXPECT_EQ(utf8[6], '\x03');
}

TEST(npy_write, what_was_written_is_read_back) {
  const folder here;
  for (const std::string& descr : {std::string("'<f4'"), "[('" + std::string(70000, 'a') + "', '<i4')]"}) {
    const std::vector<std::int64_t> extents = {3, 1};
    const std::string elements = "abcdefghijkl";
    const npy_type type = type_of(descr);
    const auto name = parse_output_name(here.file("a.npy"));
    ASSERT_FALSE(write_array(*name, {type, extents, std::as_bytes(std::span(elements))}));
    auto array = test::read_npy(here.file("a.npy"));
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array->type.descr, descr);
    EXPECT_EQ(array->extents, extents);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(array->payload.data()), array->payload.size()), elements);
  }
}

}  // namespace
}  // namespace strew::files
