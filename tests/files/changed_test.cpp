// What lies under the name of an output changes while the output is written.
#include "changed_case.hpp"

#include <filesystem>

namespace strew::files {
namespace {

using test::content;
using test::expect_kept_out;
using test::write_while;

TEST(changed, old_file_gets_a_second_name) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const auto error = write_while(path, [&] { std::filesystem::create_hard_link(path, here.file("other")); });
  expect_kept_out(here, error, failure_kind::protected_file,
                  "has 2 names (hard links), and the others would keep the old content", 2);
  EXPECT_EQ(content(path), "old");
}

TEST(changed, old_file_becomes_a_directory) {
  const test::folder here;
  const std::string path = here.with("old", "old");
  const auto error = write_while(path, [&] {
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
  });
  expect_kept_out(here, error, failure_kind::system, "is a directory", 1);
}

TEST(changed, file_of_several_names_appears) {
  const test::folder here;
  const std::string path = here.file("new");
  const auto error = write_while(path, [&] {
    here.with("new", "theirs");
    std::filesystem::create_hard_link(path, here.file("other"));
  });
  expect_kept_out(here, error, failure_kind::protected_file,
                  "has 2 names (hard links), and the others would keep the old content", 2);
  EXPECT_EQ(content(path), "theirs");
}

}  // namespace
}  // namespace strew::files
