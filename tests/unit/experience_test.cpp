// What a step has learned of the times of its candidates.
#include "plan/experience.hpp"

#include <gtest/gtest.h>

namespace strew::engine::testing {
namespace {

TEST(experience, has_a_slot_for_each_candidate_and_number_of_tasks) {
  EXPECT_EQ(experience::slot(0, 1), 0U);
  EXPECT_NE(experience::slot(0, 1), experience::slot(0, 2));
  EXPECT_NE(experience::slot(0, 2), experience::slot(0, 4));
  EXPECT_EQ(experience::slot(1, 1), 8U);
  EXPECT_LT(experience::slot(experience::max_candidates - 1, ~std::uint64_t{0}), experience::max_slots);
}

TEST(experience, counts_executions_of_one_kind_and_forgets_those_of_another) {
  experience learned;
  EXPECT_EQ(learned.begin(7), 0U);
  learned.note(3, 100);
  EXPECT_EQ(learned.begin(7), 1U);
  EXPECT_EQ(learned.time(3), 100);
  EXPECT_EQ(learned.begin(8), 0U);
  EXPECT_EQ(learned.time(3), 0);
}

TEST(experience, believes_a_faster_time_at_once_and_a_slower_one_by_and_by) {
  experience learned;
  learned.note(0, 100);
  learned.note(0, 180);
  EXPECT_EQ(learned.time(0), 110);
  learned.note(0, 50);
  EXPECT_EQ(learned.time(0), 50);
}

TEST(experience, takes_a_time_in_which_no_thread_came_to_help_for_a_guess) {
  constexpr bool alone = true;
  experience learned;
  learned.note(0, 200, 0, alone);
  EXPECT_EQ(learned.time(0), 200);
  learned.note(0, 400);
  EXPECT_EQ(learned.time(0), 400);
  learned.note(0, 100);
  learned.note(0, 164, 0, alone);
  EXPECT_EQ(learned.time(0), 101);
  learned.note(0, 90, 0, alone);
  EXPECT_EQ(learned.time(0), 90);
  for (int n = 0; n < 200; ++n) learned.note(0, 170, 0, alone);
  EXPECT_GT(learned.time(0), 160);
}

TEST(experience, keeps_a_guess_until_a_whole_execution_is_timed) {
  experience learned;
  learned.note_guess(0, 100);
  EXPECT_EQ(learned.time(0), 100);
  learned.note_guess(0, 120);
  EXPECT_EQ(learned.time(0), 120);
  learned.note(0, 400);
  EXPECT_EQ(learned.time(0), 400);
  learned.note_guess(0, 1);
  EXPECT_EQ(learned.time(0), 400);
}

TEST(experience, corrects_guesses_by_an_execution_that_was_faster_than_expected) {
  experience learned;
  learned.note_guess(0, 400);
  learned.note_guess(1, 600);
  learned.note(2, 100, 0, false, 200);
  EXPECT_EQ(learned.time(0), 200);
  EXPECT_EQ(learned.time(1), 300);
  learned.note(0, 150, 0, false, 200);
  EXPECT_EQ(learned.time(0), 150);
  EXPECT_EQ(learned.time(1), 225);
  learned.note(0, 50, 0, false, 150);  // it was not a guess
  EXPECT_EQ(learned.time(1), 225);
  learned.note(1, 300);
  learned.note(3, 10, 0, false, 100);
  EXPECT_EQ(learned.time(1), 300);
}

TEST(experience, passes_over_the_first_time_of_threads_that_had_to_wake) {
  experience of;
  EXPECT_TRUE(of.is_first_without_threads(3));
  EXPECT_EQ(of.time(3), 0);
  EXPECT_FALSE(of.is_first_without_threads(3));
  of.note(3, 100);
  EXPECT_FALSE(of.is_first_without_threads(3));
  EXPECT_EQ(of.time(3), 100);
  of.note(4, 100);
  EXPECT_FALSE(of.is_first_without_threads(4));
}

TEST(experience, spends_a_fiftieth_of_all_executions_on_looks_at_others) {
  experience learned;
  EXPECT_FALSE(learned.may_spend(1));
  for (int n = 0; n < 10; ++n) learned.note(0, 1000);
  EXPECT_TRUE(learned.may_spend(199));
  EXPECT_FALSE(learned.may_spend(201));
  learned.note(1, 1150, 1000);  // 150 longer than usual
  EXPECT_TRUE(learned.may_spend(70));
  EXPECT_FALSE(learned.may_spend(80));
  learned.note(1, 900, 1000);  // shorter: nothing is spent, nothing is won
  EXPECT_TRUE(learned.may_spend(90));
  EXPECT_FALSE(learned.may_spend(100));
}

}  // namespace
}  // namespace strew::engine::testing
