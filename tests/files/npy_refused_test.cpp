// Files that are wrong: each is refused with its reason, fast, and without memory for what it claims.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "files/npy.hpp"
#include "npy_bad.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

using test::bad_dicts;
using test::bad_file;
using test::bad_frames;
using test::bad_shapes;
using test::bad_types;
using test::dict;
using test::folder;
using test::header;
using test::read_npy;

class npy_refused : public ::testing::TestWithParam<bad_file> {};

TEST_P(npy_refused, with_its_reason) {
  const folder here;
  const std::string path = here.with("bad.npy", GetParam().bytes);
  for (const bool is_loaded : {false, true}) {
    const auto start = std::chrono::steady_clock::now();
    auto array = is_loaded ? read_npy(path) : open_npy(path);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().kind, failure_kind::format);
    EXPECT_NE(array.error().message.find(GetParam().reason), std::string::npos) << array.error().message;
    EXPECT_LT(array.error().message.size(), 2000u);
  }
}

std::string name_of(const ::testing::TestParamInfo<bad_file>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(frames, npy_refused, ::testing::ValuesIn(bad_frames()), name_of);
INSTANTIATE_TEST_SUITE_P(dicts, npy_refused, ::testing::ValuesIn(bad_dicts()), name_of);
INSTANTIATE_TEST_SUITE_P(shapes, npy_refused, ::testing::ValuesIn(bad_shapes()), name_of);
INSTANTIATE_TEST_SUITE_P(types, npy_refused, ::testing::ValuesIn(bad_types()), name_of);

// A good file cut anywhere is refused, and so is one with any byte of its header made NUL or 0xFF, unless that byte is
// one whose change leaves a right header.
TEST(npy_damaged, cut_anywhere) {
  const folder here;
  const std::string good = header(dict("[('a', '<i4'), ('b', '|S4')]", "(2, 3)")) + std::string(48, 'x');
  ASSERT_TRUE(read_npy(here.with("good.npy", good)));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(read_npy(here.with("cut.npy", good.substr(0, length)))) << length;
  }
}

TEST(npy_damaged, nul_anywhere_in_the_header) {
  const folder here;
  const std::string head = header(dict("'<i4'", "(2, 3)"));
  for (std::size_t at = 0; at < head.size(); ++at) {
    if (at == 7) continue;  // the minor version is 0
    std::string bytes = head + std::string(24, 'x');
    bytes[at] = '\0';
    if (at == 9) bytes[at] = '\x40';  // the high byte of the length is 0: make it too large instead
    EXPECT_FALSE(read_npy(here.with("nul.npy", bytes))) << at;
  }
}

// Whatever requires more than a file has is told so before memory for it is obtained.
TEST(input, a_read_beyond_the_file_is_refused_first) {
  const folder here;
  auto file = input_file::open(here.with("a", "twelve bytes"));
  ASSERT_TRUE(file);
  buffer target;
  const auto error = file->read(std::uint64_t{1} << 60, target);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::format) << error->message;
  EXPECT_EQ(target.size(), 0u);
}

TEST(npy_absent, files_that_cannot_be_read) {
  const folder here;
  for (const std::string& path : {here.file("none.npy"), here.path(), here.path() + "/none/none.npy"}) {
    auto array = read_npy(path);
    ASSERT_FALSE(array) << path;
    EXPECT_EQ(array.error().kind, failure_kind::system) << path;
  }
}

}  // namespace
}  // namespace strew::files
