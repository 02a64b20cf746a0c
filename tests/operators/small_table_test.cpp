// Small tables that many updates address: validated on the way, and still all or nothing.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <strew/strew.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace strew::testing {
namespace {

constexpr std::size_t updates_count = 40;

std::vector<std::int64_t> alternating() {
  std::vector<std::int64_t> indices(updates_count);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i % 3 == 0 ? -1 : 0;
  return indices;
}

void expect_in_order(const std::string& text, const std::vector<std::string_view>& lines) {
  std::size_t at = 0;
  for (const std::string_view line : lines) {
    at = text.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << " is missing in\n" << text;
    at += line.size() - 1;
  }
}

TEST(small_table, is_worked_on_in_a_copy) {
  std::vector<float> table{1, 2};
  const std::vector<float> updates(updates_count, 0.5F);
  const auto indices = alternating();
  const plan made = plan_scatter(table, indices, updates, table, 0, {.reduction = reduction::add});
  expect_in_order(made.explain(), {"\nvalidates    indices are validated while a copy of the small table is updated",
                                   "\n             the copy has 8 bytes, on the stack\n", "\nmain         updates",
                                   " to the copy ", "\nsolver       ", "\nwrite back   ", "\nif bad       ",
                                   "\nvalidates    every index, before the first write\n", "\nif discarded ",
                                   "\ncopy         data", "\nmain         updates", "as before\nbytes "});
  made.execute({.data = table.data(), .indices = indices.data(), .updates = updates.data(), .output = table.data()});
  EXPECT_EQ(table, (std::vector<float>{1 + 26 * 0.5F, 2 + 14 * 0.5F}));
}

TEST(small_table, stays_as_it_was_when_the_last_index_is_bad) {
  const std::vector<float> data{1, 2};
  std::vector<float> output{7, 8};
  const std::vector<float> updates(updates_count, 0.5F);
  auto indices = alternating();
  indices.back() = 2;
  const auto outcome = try_scatter(const_view(data), const_view(indices), const_view(updates), view(output), 0,
                                   {.reduction = reduction::add});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().rule(), "IX1");
  EXPECT_EQ(outcome.error().native().position, updates_count - 1);
  EXPECT_EQ(output, (std::vector<float>{7, 8}));
}

// Elements 5 bytes apart leave one byte between them that belongs to nobody here.
TEST(small_table, with_gaps_keeps_the_bytes_of_the_gaps) {
  std::vector<unsigned char> data(12, 0x11);
  std::vector<unsigned char> output(12, 0xEE);
  const float one = 1;
  for (const std::size_t at : {0U, 5U}) std::memcpy(data.data() + at, &one, sizeof one);
  const std::vector<float> updates(updates_count, 0.5F);
  const auto indices = alternating();
  const auto as_floats = [](std::vector<unsigned char>& bytes) {
    return view(reinterpret_cast<float*>(bytes.data()), {2}, {5});
  };
  scatter(as_floats(data), const_view(indices), const_view(updates), as_floats(output), 0,
          {.reduction = reduction::add});
  float first = 0;
  std::memcpy(&first, output.data(), sizeof first);
  EXPECT_EQ(first, 14.0F);
  EXPECT_EQ(output[4], 0xEE);
  for (std::size_t at = 9; at < output.size(); ++at) EXPECT_EQ(output[at], 0xEE);
}

}  // namespace
}  // namespace strew::testing
