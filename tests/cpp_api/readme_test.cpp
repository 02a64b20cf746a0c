// The C++ of README.md, "Use it": it compiles, it does what it says, and the page has these lines and no others.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "strew/strew.hpp"

namespace {

using lines = std::vector<std::string>;

// The lines of a file from each one that equals `from` to the next that equals `to`, both skipped, without leading
// blanks; only those after a line that equals `after` count, until a line starts with `until`.
lines between(const std::string& path, const std::string& from, const std::string& to, const std::string& after,
              const std::string& until) {
  std::ifstream file(path);
  lines found;
  bool is_reached = after.empty(), is_inside = false;
  for (std::string line; std::getline(file, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (is_reached && !until.empty() && line.starts_with(until)) break;
    is_reached = is_reached || line == after;
    if (line == to) is_inside = false;
    if (is_inside && !line.empty()) found.push_back(line);
    if (is_reached && line == from) is_inside = true;
  }
  return found;
}

TEST(cpp_api_readme, the_page_and_this_test_have_the_same_lines) {
  const std::string root = STREW_ROOT;
  const lines page = between(root + "/README.md", "```cpp", "```", "## Use it", "## ");
  const lines here =
      between(root + "/tests/cpp_api/readme_test.cpp", "// clang-format off", "// clang-format on", "", "");
  ASSERT_FALSE(page.empty());
  EXPECT_EQ(page, here);
}

TEST(cpp_api_readme, scatters_add_and_gathers_explain) {
  testing::internal::CaptureStdout();
  // clang-format off
  std::vector<float> table(8), updates{9, 10, 11, 12}, picked(3);
  std::vector<std::int64_t> rows{4, 3, 4, 7};

  strew::scatter(table, rows, updates, 0, {.reduction = strew::reduction::add});  // in place: table[4] is 20
  strew::gather(table, {4, 3, -1}, picked, 0);                                    // picked is 20, 10, 12
  strew::scatter_nd({table, {2, 4}}, {1, 0}, strew::filled(7.0F, {}));            // a table of 2 x 4: (1, 0) is 7

  auto failed = strew::try_gather(table, {0, 9, 1}, picked, 0);
  if (!failed) std::puts(failed.error().what());
  // IX1: indices: position 1 (1): component 0 of (9) is 9, outside [-8, 7] (axis 0 of extent 8); 1 of 3 positions is bad
  // clang-format on
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "IX1: indices: position 1 (1): component 0 of (9) is 9, outside [-8, 7] (axis 0 of extent 8); 1 of 3 "
            "positions is bad\n");
  EXPECT_EQ(table, (std::vector<float>{0, 0, 0, 10, 7, 0, 0, 12}));
  EXPECT_EQ(picked, (std::vector<float>{20, 10, 12}));
}

TEST(cpp_api_readme, a_plan_takes_pointers) {
  const std::vector<float> first{1, 2, 3}, second{4, 5, 6};
  const std::vector<std::int64_t> at{2, 0};
  std::vector<float> output(2), result(2);
  const strew::const_view data(first), indices(at, {2, 1});
  const float* d = second.data();
  const std::int64_t* i = at.data();
  float* o = result.data();
  strew::plan plan = strew::plan_gather_nd(data, indices, output);
  plan.execute({.data = d, .indices = i, .output = o});
  EXPECT_EQ(result, (std::vector<float>{6, 4}));
}

}  // namespace
