// Arrays that are mapped, and files that lose bytes while they are.
#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "files/npy.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

using test::content;
using test::read_npy;

constexpr std::size_t pages = 64;
const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

std::string numbered(std::size_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>('a' + i / 1000 % 26);
  return text;
}

class mapped : public ::testing::Test {
 protected:
  std::string with(const std::string& body) {
    return here_.with("a.npy", test::header(test::dict("'|u1'", "(" + std::to_string(body.size()) + ",)")) + body);
  }
  test::folder here_;
  std::string body_ = numbered(pages * page);
};

std::string text_of(const file_array& array) {
  return {reinterpret_cast<const char*>(array.payload.data()), array.payload.size()};
}

TEST_F(mapped, has_the_bytes_of_the_file) {
  for (const loading how : {loading::map, loading::map_privately}) {
    auto array = read_npy(with(body_), {}, how);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_TRUE(array->payload.is_mapped());
    EXPECT_EQ(text_of(*array), body_);
    EXPECT_FALSE(check_whole(*array));
  }
}

TEST_F(mapped, only_where_it_is_worth_it) {
  const auto is_mapped = [&](std::uint64_t bytes, loading how) {
    auto array = read_npy(with(numbered(bytes)), {}, how);
    return array && array->payload.is_mapped();
  };
  EXPECT_FALSE(is_mapped(least_mapped_bytes - 1, loading::map));
  EXPECT_TRUE(is_mapped(least_mapped_bytes, loading::map));
  EXPECT_FALSE(is_mapped(least_mapped_bytes, loading::read));
}

TEST_F(mapped, what_is_written_does_not_reach_the_file) {
  const std::string path = with(body_);
  const std::string before = content(path);
  auto array = read_npy(path, {}, loading::map_privately);
  ASSERT_TRUE(array && array->payload.is_mapped());
  array->payload.data()[7] = std::byte{'!'};
  EXPECT_EQ(text_of(*array)[7], '!');
  EXPECT_EQ(content(path), before);
}

// More arrays than can be watched at once: the others are read.
TEST_F(mapped, many_at_once) {
  const std::string path = with(body_);
  std::vector<file_array> arrays;
  for (int i = 0; i < 20; ++i) {
    auto array = read_npy(path, {}, loading::map);
    ASSERT_TRUE(array) << array.error().message;
    arrays.push_back(std::move(*array));
    EXPECT_EQ(text_of(arrays.back()), body_);
  }
  EXPECT_TRUE(arrays.front().payload.is_mapped());
  EXPECT_FALSE(arrays.back().payload.is_mapped());
  arrays.clear();
  EXPECT_TRUE(read_npy(path, {}, loading::map)->payload.is_mapped());
}

TEST_F(mapped, lost_bytes_are_zero_and_told) {
  for (const loading how : {loading::map, loading::map_privately}) {
    const std::string path = with(body_);
    auto array = read_npy(path, {}, how);
    ASSERT_TRUE(array && array->payload.is_mapped());
    ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(pages / 2 * page)), 0);
    EXPECT_FALSE(mapping::is_any_lost());
    EXPECT_EQ(array->payload.data()[pages * page - 1], std::byte{0});
    EXPECT_TRUE(mapping::is_any_lost());
    EXPECT_EQ(text_of(*array).substr(0, page), body_.substr(0, page));
    const maybe_failure error = check_whole(*array);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, failure_kind::system);
    EXPECT_EQ(error->message.find("became shorter while it was read: it had "), 0u) << error->message;
  }
  EXPECT_FALSE(mapping::is_any_lost());
}

// The rest of the last page reads as zero, without a signal.
TEST_F(mapped, a_few_lost_bytes_are_told_too) {
  const std::string path = with(body_);
  auto array = read_npy(path, {}, loading::map);
  ASSERT_TRUE(array && array->payload.is_mapped());
  ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(content(path).size() - 1)), 0);
  EXPECT_TRUE(check_whole(*array));
  EXPECT_FALSE(array->payload.is_lost());
}

// Bytes came back, but zeros were read meanwhile.
TEST_F(mapped, bytes_that_were_lost_stay_lost) {
  const std::string path = with(body_);
  const off_t size = static_cast<off_t>(content(path).size());
  auto array = read_npy(path, {}, loading::map);
  ASSERT_TRUE(array && array->payload.is_mapped());
  const auto written = std::filesystem::last_write_time(path);
  ASSERT_EQ(::truncate(path.c_str(), 1), 0);
  EXPECT_EQ(array->payload.data()[pages * page - 1], std::byte{0});
  ASSERT_EQ(::truncate(path.c_str(), size), 0);
  maybe_failure error = check_whole(*array);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "was written while it was read");
  std::filesystem::last_write_time(path, written);
  error = check_whole(*array);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot be read: the system could not supply a part of it");
}

TEST(little, is_a_part_of_the_pages) {
  EXPECT_TRUE(is_little(0, 4, 1 << 20));
  EXPECT_TRUE(is_little(10, 1024, page * 1000));
  EXPECT_FALSE(is_little(1000, 4, page * 1000));
  EXPECT_FALSE(is_little(10, page * 100, page * 1000));
  EXPECT_FALSE(is_little(10, 1 << 20, std::uint64_t{1} << 40U));
  EXPECT_FALSE(is_little(UINT64_MAX / 2, 4, UINT64_MAX));
}

// "rr" is the kernel's flag of a mapping that is read at random.
TEST_F(mapped, random_reads_are_told_to_the_system) {
  auto array = read_npy(with(body_), {}, loading::map);
  ASSERT_TRUE(array && array->payload.is_mapped());
  const auto has_flag = [&] {
    const std::string smaps = content("/proc/self/smaps");
    const std::size_t at = smaps.find("a.npy");
    const std::size_t flags = smaps.find("VmFlags:", at);
    return smaps.substr(flags, smaps.find('\n', flags) - flags).find(" rr") != std::string::npos;
  };
  EXPECT_FALSE(has_flag());
  array->payload.expect_random_reads();
  EXPECT_TRUE(has_flag());
}

TEST_F(mapped, addresses_without_memory) {
  auto nothing = mapping::of_nothing(std::uint64_t{1} << 40);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->size(), std::size_t{1} << 40);
  EXPECT_TRUE(mapping::of_nothing(0));
  EXPECT_FALSE(mapping::of_nothing(UINT64_MAX));
}

// Whoever else touches what is not there ends as without the handler.
TEST_F(mapped, other_bus_errors_end_the_process) {
  ASSERT_TRUE(read_npy(with(body_), {}, loading::map));
  EXPECT_EXIT(::raise(SIGBUS), ::testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace strew::files
