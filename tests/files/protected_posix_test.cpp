// Files that are replaced only on request.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "modes.hpp"
#include "npy_bytes.hpp"
#include "output_case.hpp"

namespace strew::files {
namespace {

using test::content;
using test::mode_of;
using test::other_user;
using test::write_text;

std::string protected_file(const test::folder& here, mode_t mode) {
  std::string path = here.with("old", "old");
  EXPECT_EQ(::chmod(path.c_str(), mode), 0);
  return path;
}

void expect_protected(const test::folder& here, const std::string& path, const std::string& why) {
  for (const auto& error : {check_output(path, protection::respected), write_text(path, "new")}) {
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, failure_kind::protected_file);
    EXPECT_EQ(error->message, why);
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(here.count(), 1u);
}

void expect_replaced(const test::folder& here, const std::string& path) {
  const mode_t mode = mode_of(path);
  EXPECT_FALSE(check_output(path, protection::ignored));
  EXPECT_FALSE(write_text(path, "new", {}, protection::ignored));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(mode_of(path), mode);
  EXPECT_EQ(here.count(), 1u);
}

TEST(protected_file, mode_that_lets_nobody_write) {
  const struct {
    mode_t mode;
    const char* text;
  } cases[] = {{0444, "0444"}, {0400, "0400"}, {0555, "0555"}};
  for (const auto& one : cases) {
    const test::folder here;
    const std::string path = protected_file(here, one.mode);
    expect_protected(here, path, std::string("is read-only (mode ") + one.text + ")");
    expect_replaced(here, path);
  }
}

TEST(protected_file, mode_that_lets_others_write) {
  const test::folder here;
  const std::string path = protected_file(here, 0466);
  const other_user not_root({here.path(), path});
  expect_protected(here, path, "is read-only for this user (mode 0466)");
  expect_replaced(here, path);
}

TEST(protected_file, file_of_another_user) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const test::folder here;
  const std::string path = protected_file(here, 0644);
  const other_user not_root({here.path()});
  expect_protected(here, path, "is read-only for this user (mode 0644)");
}

TEST(protected_file, several_names) {
  const test::folder here;
  const std::string path = protected_file(here, 0640);
  std::filesystem::create_directory(here.file("far"));
  std::filesystem::create_hard_link(path, here.file("far/other"));
  for (const auto& error : {check_output(path, protection::respected), write_text(path, "new")}) {
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, failure_kind::protected_file);
    EXPECT_EQ(error->message, "has 2 names (hard links), and the others would keep the old content");
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_FALSE(write_text(path, "new", {}, protection::ignored));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(content(here.file("far/other")), "old");
  EXPECT_EQ(here.count(), 2u);
  EXPECT_FALSE(write_text(path, "newer")) << "its names are apart now";
}

TEST(protected_file, what_is_not_there_or_no_file_is_not_protected) {
  const test::folder here;
  EXPECT_FALSE(check_output(here.file("new"), protection::respected));
  EXPECT_FALSE(check_output("-", protection::respected));
  ASSERT_EQ(::mkfifo(here.file("pipe").c_str(), 0400), 0);
  EXPECT_FALSE(check_output(here.file("pipe"), protection::respected));
}

TEST(protected_file, directories_and_broken_links_are_no_outputs) {
  const test::folder here;
  std::filesystem::create_symlink("nothing", here.file("link"));
  for (const std::string& path : {here.path(), here.file("link")}) {
    for (const protection guard : {protection::respected, protection::ignored}) {
      const auto error = check_output(path, guard);
      ASSERT_TRUE(error);
      EXPECT_EQ(error->kind, failure_kind::system);
    }
  }
}

}  // namespace
}  // namespace strew::files
