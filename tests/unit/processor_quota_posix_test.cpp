// What control groups of Linux allow, read from files like theirs.
#include "platform/linux/processor_quota.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace strew::platform {
namespace {

struct groups {
  std::filesystem::path at = std::filesystem::path(::testing::TempDir()) /
                             ("strew_groups_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                              ::testing::UnitTest::GetInstance()->current_test_info()->name());
  groups() { std::filesystem::create_directories(at); }
  ~groups() { std::filesystem::remove_all(at); }
  void limit(const std::string& group, const std::string& text) const {
    std::filesystem::create_directories(at / group);
    std::ofstream(at / group / "cpu.max") << text;
  }
  [[nodiscard]] std::int64_t quota(const std::string& of_process) const {
    std::ofstream(at / "process") << of_process;
    return processor_quota(at.c_str(), (at / "process").c_str());
  }
};

TEST(processor_quota, is_that_of_the_group_or_of_one_around_it) {
  const groups here;
  here.limit("a", "300000 100000\n");
  here.limit("a/b", "max 100000\n");
  here.limit("a/b/c", "450000 100000\n");
  EXPECT_EQ(here.quota("12:cpu:/other\n0::/a/b/c\n"), 3);
  EXPECT_EQ(here.quota("0::/a/b\n"), 3);
  here.limit("a/b/c", "150000 100000\n");
  EXPECT_EQ(here.quota("0::/a/b/c\n"), 2);
  here.limit("a/b/c", "1000 100000\n");
  EXPECT_EQ(here.quota("0::/a/b/c\n"), 1);
}

TEST(processor_quota, of_a_container_stands_in_the_root) {
  const groups here;
  here.limit("", "200000 100000\n");
  EXPECT_EQ(here.quota("0::/\n"), 2);
}

TEST(processor_quota, is_0_where_nothing_says_so) {
  const groups here;
  for (const char* text : {"", "0::\n", "1:cpu:/a\n", "0::/a\n"}) EXPECT_EQ(here.quota(text), 0) << text;
  for (const char* text : {"max 100000", "", "0 100000", "100000", "-1 100000", "x y"}) {
    here.limit("a", text);
    EXPECT_EQ(here.quota("0::/a\n"), 0) << text;
  }
  EXPECT_EQ(processor_quota("/nowhere", "/nowhere"), 0);
}

}  // namespace
}  // namespace strew::platform
