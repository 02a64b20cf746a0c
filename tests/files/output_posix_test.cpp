// Output files where there are modes, links, pipes and limits.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "files/output.hpp"
#include "modes.hpp"
#include "npy_bytes.hpp"
#include "output_case.hpp"

namespace strew::files {
namespace {

using test::content;
using test::folder;
using test::other_user;
using test::write_text;

// Holds a limit on the size of files for as long as it lives.
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) {
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const struct rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;
  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    static_cast<void>(std::signal(SIGXFSZ, handler_));
  }

 private:
  struct rlimit before_;
  void (*handler_)(int);
};

TEST(output, mode_of_a_new_file_follows_the_umask) {
  const folder here;
  const test::umask_of mask(027);
  ASSERT_FALSE(write_text(here.file("new"), "x"));
  EXPECT_EQ(test::mode_of(here.file("new")), 0640u);
}

TEST(output, link_stays_and_its_file_is_replaced) {
  const folder here;
  std::filesystem::create_directory(here.file("far"));
  const std::string path = here.with("far/real", "old");
  std::filesystem::create_symlink("far/real", here.file("link"));
  EXPECT_FALSE(write_text(here.file("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(here.file("link")));
  EXPECT_EQ(content(path), "new");
}

TEST(output, link_to_nothing_is_refused) {
  const folder here;
  std::filesystem::create_symlink("nothing", here.file("link"));
  EXPECT_TRUE(write_text(here.file("link"), "new"));
  EXPECT_EQ(here.count(), 1u);
}

TEST(output, unwritable_directory_leaves_the_file) {
  const folder here;
  const std::string path = here.with("old", "old");
  ASSERT_EQ(::chmod(here.path().c_str(), 0500), 0);
  maybe_failure error;
  {
    const other_user not_root({here.path(), path});
    error = write_text(path, "new");
  }
  ::chmod(here.path().c_str(), 0700);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::system);
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(here.count(), 1u);
}

// The same for every user: no file can be made in a directory of /proc.
TEST(output, directory_that_takes_no_files) {
  const auto error = write_text("/proc/self/new", "x");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::system);
}

TEST(output, size_limit_leaves_the_file) {
  const folder here;
  const std::string path = here.with("old", "old");
  maybe_failure error;
  {
    const file_size_limit limit(1000);
    error = write_text(path, std::string(100000, 'x'));
  }
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::resources);
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(here.count(), 1u);
}

// Reached through the standard output and never by its name: a defect in write_file, run by root, would put a file in
// the place of the device.
TEST(output, full_device) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) GTEST_SKIP() << "no /dev/full";
  const int before = ::dup(STDOUT_FILENO);
  ::dup2(full, STDOUT_FILENO);
  const auto error = write_text("-", "x");
  ::dup2(before, STDOUT_FILENO);
  ::close(before);
  ::close(full);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::resources);
}

TEST(output, pipe_is_written_through) {
  const folder here;
  ASSERT_EQ(::mkfifo(here.file("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = content(here.file("pipe")); });
  const std::string text(1'000'000, 'p');
  EXPECT_FALSE(write_text(here.file("pipe"), text));
  reader.join();
  EXPECT_EQ(got, text);
  EXPECT_TRUE(std::filesystem::is_fifo(here.file("pipe")));
}

TEST(output, link_leads_to_its_file) {
  const folder here;
  const std::string path = here.with("file", "x"), link = here.file("link");
  ASSERT_EQ(::symlink(path.c_str(), link.c_str()), 0);
  EXPECT_TRUE(is_same_output(path, link));
}

}  // namespace
}  // namespace strew::files
