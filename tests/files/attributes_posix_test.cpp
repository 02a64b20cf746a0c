// What a replaced file hands on: mode, owner, group, ACL; and that nobody sees more than before, at any moment.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <filesystem>
#include <string>
#include <vector>

#include "modes.hpp"
#include "npy_bytes.hpp"
#include "output_case.hpp"
#include "support/little_endian.hpp"

namespace strew::files {
namespace {

using test::content;
using test::mode_of;
using test::other_user;
using test::status_of;
using test::umask_of;
using test::write_text;

// Ids that no process of the tests has.
constexpr uid_t stranger = 54321;
constexpr gid_t foreign_group = 54321;

std::string file_of_mode(const test::folder& here, mode_t mode) {
  const std::string path = here.with("old", "old");
  EXPECT_EQ(::chmod(path.c_str(), mode), 0);
  return path;
}

bool give_away(const std::string& path, uid_t owner, gid_t group, mode_t mode) {
  return ::geteuid() == 0 && ::chown(path.c_str(), owner, group) == 0 && ::chmod(path.c_str(), mode) == 0;
}

TEST(kept, mode_whatever_the_umask) {
  for (const mode_t mask : {mode_t{0}, mode_t{022}, mode_t{077}, mode_t{0777}}) {
    for (const mode_t mode : {mode_t{0600}, mode_t{0640}, mode_t{0644}, mode_t{0666}, mode_t{0755}, mode_t{0604}}) {
      const test::folder here;
      const std::string path = file_of_mode(here, mode);
      const umask_of mask_now(mask);
      ASSERT_FALSE(write_text(path, "new"));
      EXPECT_EQ(mode_of(path), mode) << mask;
      EXPECT_EQ(content(path), "new");
    }
  }
}

TEST(kept, mode_of_the_file_behind_a_link) {
  const test::folder here;
  const std::string path = file_of_mode(here, 0600);
  std::filesystem::create_symlink("old", here.file("link"));
  const umask_of mask(0);
  ASSERT_FALSE(write_text(here.file("link"), "new"));
  EXPECT_EQ(mode_of(path), 0600u);
}

TEST(kept, nobody_else_reads_the_temporary_file) {
  const test::folder here;
  const std::string path = file_of_mode(here, 0644);
  const umask_of mask(0);
  int seen = 0;
  const auto look = [&](std::uint64_t, std::uint64_t) {
    for (const auto& entry : std::filesystem::directory_iterator(here.path())) {
      if (entry.path() == path) continue;
      EXPECT_EQ(mode_of(entry.path()) & 077u, 0u);
      ++seen;
    }
  };
  ASSERT_FALSE(write_text(path, "new", {{}, look}));
  EXPECT_EQ(seen, 2);
  EXPECT_EQ(mode_of(path), 0644u);
}

TEST(kept, owner_and_group) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  if (!give_away(path, stranger, foreign_group, 06750)) GTEST_SKIP() << "no file can be given away here";
  ASSERT_FALSE(write_text(path, "new"));
  const struct stat now = status_of(path);
  EXPECT_EQ(now.st_uid, stranger);
  EXPECT_EQ(now.st_gid, foreign_group);
  EXPECT_EQ(mode_of(path), 06750u);
}

// The group gets what it had, but not the rights of a user that is gone.
TEST(kept, owner_that_cannot_be_kept) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  if (!give_away(path, stranger, ::getegid(), 06664)) GTEST_SKIP() << "no file can be given away here";
  {
    const other_user not_root({here.path()});
    ASSERT_FALSE(write_text(path, "new"));
  }
  const struct stat now = status_of(path);
  EXPECT_EQ(now.st_uid, other_user::nobody);
  EXPECT_EQ(now.st_gid, ::getegid());
  EXPECT_EQ(mode_of(path), 0664u);
}

// Another group and the old one, now among the others, get no more than both had.
TEST(kept, group_that_cannot_be_kept) {
  const struct {
    mode_t before;
    mode_t after;
  } cases[] = {{0644, 0644}, {0640, 0600}, {0664, 0644}, {0604, 0600}, {0666, 0666}, {02775, 0755}, {0600, 0600}};
  for (const auto& one : cases) {
    const test::folder here;
    const std::string path = here.with("old", "old");
    if (!give_away(path, other_user::nobody, foreign_group, one.before)) GTEST_SKIP() << "no file can be given away";
    {
      const other_user not_root({here.path()});
      ASSERT_FALSE(write_text(path, "new"));
    }
    EXPECT_EQ(status_of(path).st_gid, ::getegid());
    EXPECT_EQ(mode_of(path), one.after) << one.before;
  }
}

#if defined(__linux__)

// As Linux spells an ACL: version 2, then tag, rights and id of each entry.
class acl {
 public:
  acl& add(std::uint64_t tag, std::uint64_t rights, std::uint64_t id = 0xFFFFFFFF) {
    bytes_ += test::little_endian(tag, 2) + test::little_endian(rights, 2) + test::little_endian(id, 4);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_ = test::little_endian(2, 4);
};

constexpr std::uint64_t of_owner = 1, of_user = 2, of_group = 4, of_mask = 16, of_others = 32;
constexpr const char* access_list = "system.posix_acl_access";
constexpr const char* default_list = "system.posix_acl_default";

// The stranger may read and write, the group may nothing.
std::string acl_for_a_stranger() {
  return acl().add(of_owner, 6).add(of_user, 6, stranger).add(of_group, 0).add(of_mask, 6).add(of_others, 0).bytes();
}

bool set_acl(const std::string& path, const char* which, const std::string& bytes) {
  return ::setxattr(path.c_str(), which, bytes.data(), bytes.size(), 0) == 0;
}

std::string acl_of(const std::string& path) {
  std::vector<char> bytes(1000);
  const ssize_t count = ::getxattr(path.c_str(), access_list, bytes.data(), bytes.size());
  return count < 0 ? "" : std::string(bytes.data(), static_cast<std::size_t>(count));
}

// It is not passed on, and the group's bits, which are its mask, say nothing about the group.
TEST(kept, only_the_owner_is_left_of_a_list) {
  const test::folder here;
  const std::string path = file_of_mode(here, 0604);
  if (!set_acl(path, access_list, acl_for_a_stranger())) GTEST_SKIP() << "this file system has no ACLs";
  ASSERT_FALSE(write_text(path, "new"));
  EXPECT_EQ(acl_of(path), "");
  EXPECT_EQ(mode_of(path), 0600u);
}

// A directory's default is for new files: the old file did not let the stranger in.
TEST(kept, default_of_the_directory_is_not_added) {
  const test::folder here;
  const std::string path = file_of_mode(here, 0640);
  if (!set_acl(here.path(), default_list, acl_for_a_stranger())) GTEST_SKIP() << "this file system has no ACLs";
  ASSERT_FALSE(write_text(path, "new"));
  EXPECT_EQ(acl_of(path), "");
  EXPECT_EQ(mode_of(path), 0640u);
}

TEST(kept, only_the_owner_is_left_of_a_list_that_is_given_while_the_new_file_is_written) {
  const test::folder here;
  const std::string path = file_of_mode(here, 0640);
  bool has_lists = true;
  const auto give = [&](std::uint64_t, std::uint64_t) {
    has_lists = has_lists && set_acl(path, access_list, acl_for_a_stranger());
  };
  ASSERT_FALSE(write_text(path, "new", {{}, give}));
  if (!has_lists) GTEST_SKIP() << "this file system has no ACLs";
  EXPECT_EQ(acl_of(path), "");
  EXPECT_EQ(mode_of(path), 0600u);
}

// The same that the system gives a file that is made with all rights, whatever the umask.
TEST(kept, default_of_the_directory_for_a_new_file) {
  const test::folder here;
  if (!set_acl(here.path(), default_list, acl_for_a_stranger())) GTEST_SKIP() << "this file system has no ACLs";
  const umask_of mask(077);
  const std::string other = here.with("other", "made by the system");
  ASSERT_FALSE(write_text(here.file("new"), "new"));
  EXPECT_EQ(acl_of(here.file("new")), acl_for_a_stranger());
  EXPECT_EQ(acl_of(here.file("new")), acl_of(other));
  EXPECT_EQ(mode_of(here.file("new")), mode_of(other));
}

// The list of the directory is no part of what the file that appeared had.
TEST(kept, default_of_the_directory_is_not_added_to_what_appears) {
  const test::folder here;
  const std::string path = here.file("new");
  if (!set_acl(here.path(), default_list, acl_for_a_stranger())) GTEST_SKIP() << "this file system has no ACLs";
  const auto appear = [&](std::uint64_t, std::uint64_t) {
    here.with("new", "theirs");
    EXPECT_TRUE(::removexattr(path.c_str(), access_list) == 0 && ::chmod(path.c_str(), 0640) == 0);
  };
  ASSERT_FALSE(write_text(path, "new", {{}, appear}));
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(acl_of(path), "");
  EXPECT_EQ(mode_of(path), 0640u);
}

#endif

}  // namespace
}  // namespace strew::files
