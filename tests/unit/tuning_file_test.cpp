// Tuning files: what is read is what was written, for this processor; anything else is ignored with its reason.
#include "cost/tuning_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace strew::engine::testing {
namespace {

constexpr std::string_view tuned_processor = "A Processor 9000";

machine tuned_machine() {
  machine made = assumed_machine({.family = kernel::processor_family::zen4}, 2);
  made.wake = 12345.678;
  made.line_memory_all = 0.125;
  return made;
}

std::string tuned_text() {
  return to_text(tuned_machine(), tuned_processor);
}

std::string refusal(std::string_view text) {
  auto parsed = parse_machine(text, tuned_processor, tuned_machine());
  return parsed ? "" : parsed.error().why;
}

// The text with the line of `name` replaced.
std::string with_line(const std::string& name, const std::string& line) {
  std::string text = tuned_text();
  const std::size_t at = text.find("\n" + name + " ") + 1;
  return text.replace(at, text.find('\n', at) - at, line);
}

TEST(tuning_file, is_read_as_it_was_written) {
  auto parsed = parse_machine(tuned_text(), tuned_processor, tuned_machine());
  ASSERT_TRUE(parsed) << parsed.error().why;
  EXPECT_EQ(*parsed, tuned_machine());
}

TEST(tuning_file, has_no_value_that_is_not_read) {
  machine extreme = tuned_machine();
  extreme.wake = 1e300;
  extreme.position = 1e-300;
  auto parsed = parse_machine(to_text(extreme, tuned_processor), tuned_processor, tuned_machine());
  ASSERT_TRUE(parsed) << parsed.error().why;
  EXPECT_EQ(parsed->wake, 1e12);
  EXPECT_EQ(parsed->position, 0.001);
}

TEST(tuning_file, has_comments_spaces_and_lines_in_any_order) {
  const std::string text = tuned_text();
  const std::size_t second = text.find('\n') + 1;
  EXPECT_EQ(refusal("# by hand\r\n\n\t " + text.substr(second) + text.substr(0, second)), "");
  EXPECT_EQ(refusal(with_line("wake", "wake\t 7 # about")), "");
}

TEST(tuning_file, refuses_values_that_are_no_number_above_0) {
  for (const std::string value : {"", "0", "0.000", "-1", "+1", "nan", "inf", "1e3", "0x10", "1,5", ".5", "1.2345",
                                  "1 2", "1.2.3", "1000000000000.001", "99999999999999999999999999999"}) {
    const std::string why = refusal(with_line("wake", "wake " + value));
    EXPECT_EQ(
        why.rfind("has '" + value + "' for wake, which needs a number above 0, with three decimals at most (line ", 0),
        0U)
        << value << ": " << why;
  }
  EXPECT_EQ(refusal(with_line("threads", "threads 1.5")).rfind("has '1.5' for threads, which needs a whole number", 0),
            0U);
}

TEST(tuning_file, refuses_names_that_are_missing_unknown_or_twice) {
  EXPECT_EQ(refusal(""), "has no line 'strew_tuning 1'");
  EXPECT_EQ(refusal("strew_tuning 1\n"), "does not say which processor it is for");
  EXPECT_EQ(refusal(with_line("wake", "")), "has no line for wake");
  EXPECT_EQ(refusal(with_line("wake", "wakes 3")), "has 'wakes', which is no number of a machine (line 17)");
  EXPECT_EQ(refusal(with_line("wake", "exchange 3")), "has exchange twice (line 17)");
  EXPECT_EQ(refusal("strew_tuning 2\nbandwidth 3\n"), "is of format '2'; this strew reads 1 (line 1)");
}

TEST(tuning_file, refuses_bytes_that_are_no_text) {
  EXPECT_EQ(refusal(std::string(3, '\0')),
            "has '?"
            "?"
            "?', which is no number of a machine (line 1)");
  EXPECT_EQ(refusal("\x1b[31m\xff"), "has '?[31m?', which is no number of a machine (line 1)");
  EXPECT_LT(refusal(std::string(60000, 'x')).size(), 200U);
}

TEST(tuning_file, refuses_one_for_another_processor) {
  EXPECT_EQ(refusal(to_text(tuned_machine(), "A Processor 9001")),
            "is for another processor, 'A Processor 9001' (line 2)");
  for (const std::string cache : {"first_cache", "second_cache", "last_cache"})
    EXPECT_EQ(refusal(with_line(cache, cache + " 65537")), "is for a processor with other caches") << cache;
}

// What choose_machine says of a file with this content.
class tuning_file_at : public ::testing::Test {
 protected:
  static kernel::processor about() {
    kernel::processor made{.family = kernel::processor_family::zen4};
    tuned_processor.copy(made.name.data(), made.name.size() - 1);
    return made;
  }
  static chosen_machine choose(const std::string& path) { return choose_machine(about(), 2, path.c_str()); }

  // Ignored for this reason.
  static void expect_ignored(const std::string& path, const std::string& why) {
    const chosen_machine found = choose(path);
    EXPECT_EQ(found.numbers, assumed_machine(about(), 2));
    EXPECT_EQ(found.source, "assumed: " + on_one_line(path) + ", which STREW_TUNING_FILE names, " + why);
  }

  std::string write(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }

  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_ = ::testing::TempDir() + "strew_tuning_" + std::to_string(getpid());
  std::string path_ = folder_ + "/file";
};

TEST_F(tuning_file_at, a_path_is_used) {
  const chosen_machine found = choose(write(tuned_text()));
  EXPECT_EQ(found.numbers, tuned_machine());
  EXPECT_EQ(found.source, "read from " + on_one_line(path_) + ", which STREW_TUNING_FILE names");
}

TEST_F(tuning_file_at, no_path_is_assumed) {
  EXPECT_EQ(choose("").source, "assumed: STREW_TUNING_FILE is not set");
  EXPECT_EQ(choose_machine(about(), 2, nullptr).numbers, assumed_machine(about(), 2));
}

TEST_F(tuning_file_at, a_path_without_text_is_ignored) {
  expect_ignored(write(""), "has no line 'strew_tuning 1'");
  expect_ignored(write(std::string(1U << 20U, '#')), "has more than 64 KiB");
  expect_ignored(folder_, "is not a regular file");
  expect_ignored(folder_ + "/none", "cannot be opened: No such file or directory");
#if !defined(_WIN32)
  expect_ignored(path_ + "/below", "cannot be opened: Not a directory");
  ASSERT_EQ(mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
  expect_ignored(folder_ + "/pipe", "is not a regular file");
  expect_ignored("/dev/null", "is not a regular file");
#else
  expect_ignored(path_ + "/below", "cannot be opened: No such file or directory");
  expect_ignored("NUL", "is not a regular file");
#endif
}

#if !defined(_WIN32)
TEST_F(tuning_file_at, a_path_that_may_not_be_read_is_ignored) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  ASSERT_EQ(chmod(write(tuned_text()).c_str(), 0), 0);
  expect_ignored(path_, "cannot be opened: Permission denied");
}
#endif

}  // namespace
}  // namespace strew::engine::testing
