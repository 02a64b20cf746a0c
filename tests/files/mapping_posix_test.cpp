// Files that lose bytes while they are mapped.
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "mapping_case.hpp"

namespace strew::files {
namespace {

using test::content;
using test::mapped;
using test::page;
using test::pages;
using test::read_array;
using test::read_npy;
using test::text_of;

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

// Whoever else touches what is not there ends as without the handler.
TEST_F(mapped, other_bus_errors_end_the_process) {
  ASSERT_TRUE(read_npy(with(body_), {}, loading::map));
  EXPECT_EXIT(::raise(SIGBUS), ::testing::KilledBySignal(SIGBUS), "");
}

TEST(in_place, a_file_that_becomes_shorter_is_told) {
  const test::folder here;
  const std::string path = here.with("a.npy", test::header(test::dict("'|u1'", "(4,)")) + "abcd");
  auto array = read_array(path, loading::map_to_write, access::read_and_write);
  ASSERT_TRUE(array);
  ASSERT_EQ(::truncate(path.c_str(), 100), 0);
  const maybe_failure error = check_written(*array);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message.find("became shorter"), 0u) << error->message;
}

}  // namespace
}  // namespace strew::files
