// Modes and owners of what lies under the name of an output change while the output is written.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>

#include "changed_case.hpp"
#include "modes.hpp"

namespace strew::files {
namespace {

using test::content;
using test::expect_kept_out;
using test::fresh;
using test::mode_of;
using test::other_user;
using test::status_of;
using test::umask_of;
using test::write_text;
using test::write_while;

void make_file(const std::string& path, mode_t mode) {
  std::ofstream(path, std::ios::binary) << "theirs";
  EXPECT_EQ(::chmod(path.c_str(), mode), 0);
}

void change_mode(const std::string& path, mode_t mode) {
  EXPECT_EQ(::chmod(path.c_str(), mode), 0);
}

TEST(changed, mode_of_the_old_file) {
  for (const mode_t mode : {mode_t{0600}, mode_t{0640}, mode_t{0666}, mode_t{0604}}) {
    const test::folder here;
    const umask_of mask(022);
    const std::string path = here.with("old", "old");
    ASSERT_FALSE(write_while(path, [&] { change_mode(path, mode); }));
    EXPECT_EQ(content(path), fresh);
    EXPECT_EQ(mode_of(path), mode);
    EXPECT_EQ(here.count(), 1u);
  }
}

TEST(changed, owner_of_the_old_file) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  if (::geteuid() != 0) GTEST_SKIP() << "no file can be given away here";
  ASSERT_FALSE(write_while(path, [&] { EXPECT_EQ(::chown(path.c_str(), 54321, 54321), 0); }));
  EXPECT_EQ(status_of(path).st_uid, 54321u);
  EXPECT_EQ(status_of(path).st_gid, 54321u);
}

TEST(changed, old_file_becomes_read_only) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const auto protect = [&] { change_mode(path, 0444); };
  expect_kept_out(here, write_while(path, protect), failure_kind::protected_file, "is read-only (mode 0444)", 1);
  EXPECT_EQ(content(path), "old");
  change_mode(path, 0644);
  EXPECT_FALSE(write_while(path, protect, protection::ignored));
  EXPECT_EQ(content(path), fresh);
  EXPECT_EQ(mode_of(path), 0444u);
}

TEST(changed, old_file_becomes_a_pipe) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const auto error = write_while(
      path,
      [&] {
        std::filesystem::remove(path);
        EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
      },
      protection::ignored);
  expect_kept_out(here, error, failure_kind::system, "became a pipe or a device while its content was written", 1);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

// The file behind the new link may be elsewhere, on another disk, and is not the one that was looked at.
TEST(changed, links_to_another_file) {
  for (const bool was_link : {false, true}) {
    const test::folder here;
    const std::string path = here.file("path");
    here.with("first", "first");
    here.with("second", "second");
    if (was_link) std::filesystem::create_symlink("first", path);
    const auto relink = [&] {
      std::filesystem::remove(path);
      std::filesystem::create_symlink("second", path);
    };
    expect_kept_out(here, write_while(path, relink), failure_kind::system,
                    "leads elsewhere than before its content was written", 3);
    EXPECT_TRUE(std::filesystem::is_symlink(path));
    EXPECT_EQ(content(here.file("first")) + content(here.file("second")), "firstsecond");
  }
}

TEST(changed, file_behind_a_link) {
  const test::folder here;
  const std::string path = here.with("real", "old");
  std::filesystem::create_symlink("real", here.file("link"));
  ASSERT_FALSE(write_while(here.file("link"), [&] { change_mode(path, 0600); }));
  EXPECT_TRUE(std::filesystem::is_symlink(here.file("link")));
  EXPECT_EQ(content(path), fresh);
  EXPECT_EQ(mode_of(path), 0600u);
}

// What is not there any more may have been closed: its mode is not opened to that of a new file.
TEST(changed, old_file_vanishes) {
  const test::folder here;
  const umask_of mask(022);
  const std::string path = here.with("old", "old");
  change_mode(path, 0600);
  ASSERT_FALSE(write_while(path, [&] { std::filesystem::remove(path); }));
  EXPECT_EQ(content(path), fresh);
  EXPECT_EQ(mode_of(path), 0600u);
}

TEST(changed, protected_file_appears) {
  const test::folder here;
  const std::string path = here.file("new");
  const auto error = write_while(path, [&] { make_file(path, 0400); });
  expect_kept_out(here, error, failure_kind::protected_file, "is read-only (mode 0400)", 1);
  EXPECT_EQ(content(path), "theirs");
}

TEST(changed, file_that_appears_hands_on_its_mode) {
  for (const protection guard : {protection::respected, protection::ignored}) {
    const test::folder here;
    const umask_of mask(022);
    const std::string path = here.file("new");
    const mode_t mode = guard == protection::ignored ? 0400 : 0600;
    ASSERT_FALSE(write_while(
        path, [&] { make_file(path, mode); }, guard));
    EXPECT_EQ(content(path), fresh);
    EXPECT_EQ(mode_of(path), mode);
    EXPECT_EQ(here.count(), 1u);
  }
}

// The stop hook is asked before each of the two parts, and then each time that attributes were handed on.
maybe_failure write_and_change_in_the_end(const std::string& path, const std::function<void(int)>& change) {
  int calls = 0;
  const auto stop = [&] {
    if (++calls > 2) change(calls - 3);
    return false;
  };
  return write_text(path, fresh, {stop, {}});
}

TEST(changed, mode_after_it_was_handed_on) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const mode_t modes[] = {0600, 0666, 0620};
  int changes = 0;
  const auto error = write_and_change_in_the_end(path, [&](int number) {
    ++changes;
    if (number < 3) change_mode(path, modes[number]);
  });
  ASSERT_FALSE(error);
  EXPECT_EQ(changes, 4);
  EXPECT_EQ(content(path), fresh);
  EXPECT_EQ(mode_of(path), 0620u);
}

TEST(changed, protection_after_the_mode_was_handed_on) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const auto error = write_and_change_in_the_end(path, [&](int) { change_mode(path, 0400); });
  expect_kept_out(here, error, failure_kind::protected_file, "is read-only (mode 0400)", 1);
  EXPECT_EQ(content(path), "old");
}

TEST(changed, file_appears_in_the_end) {
  const test::folder here;
  const umask_of mask(0);
  const std::string path = here.file("new");
  ASSERT_FALSE(write_and_change_in_the_end(path, [&](int number) {
    if (number == 0) make_file(path, 0600);
  }));
  EXPECT_EQ(content(path), fresh);
  EXPECT_EQ(mode_of(path), 0600u);
}

TEST(changed, mode_without_end) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const auto error =
      write_and_change_in_the_end(path, [&](int number) { change_mode(path, number % 2 == 0 ? 0600 : 0640); });
  expect_kept_out(here, error, failure_kind::system, "cannot be put in its place: others change it again and again", 1);
  EXPECT_EQ(content(path), "old");
}

// A mode that is out of date is handed on at no moment.
TEST(changed, temporary_file_is_never_more_open_than_the_old_one) {
  const test::folder here;
  const umask_of mask(0);
  const std::string path = here.with("old", "old");
  change_mode(path, 0666);
  int looks = 0;
  const auto look = [&] {
    for (const auto& entry : std::filesystem::directory_iterator(here.path())) {
      if (entry.path() == path) continue;
      EXPECT_EQ(mode_of(entry.path()), 0600u);
      ++looks;
    }
    return false;
  };
  const transfer_hooks hooks = {look, [&](std::uint64_t, std::uint64_t) { change_mode(path, 0600); }};
  ASSERT_FALSE(write_text(path, fresh, hooks));
  EXPECT_EQ(looks, 3);
  EXPECT_EQ(mode_of(path), 0600u);
}

// Whoever writes for another user does not learn what may not be written from the rename.
TEST(changed, file_of_another_user_appears) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const test::folder here;
  const test::folder far;
  make_file(far.file("theirs"), 0644);
  const std::string path = here.file("new");
  maybe_failure error;
  {
    const other_user not_root({here.path(), far.path()});
    error = write_while(path, [&] { std::filesystem::rename(far.file("theirs"), path); });
  }
  expect_kept_out(here, error, failure_kind::protected_file, "is read-only for this user (mode 0644)", 1);
  EXPECT_EQ(content(path), "theirs");
}

}  // namespace
}  // namespace strew::files
