// The line of a case contains all of it.
#include <gtest/gtest.h>

#include <stdexcept>

#include "cases/generate.hpp"

namespace strew::cases {
namespace {

TEST(text, every_generated_problem_reads_back) {
  const constraints spec = {.operators = operators_and_move()};
  for (uint64_t seed = 0; seed < 5000; ++seed) {
    const test_case p = generate(seed, spec);
    ASSERT_EQ(test_case_of(to_text(p)), p) << to_text(p);
  }
}

TEST(text, the_way_of_working_reads_back) {
  test_case p = generate(1, {.operators = all_operators()});
  p.engine = {kernels::portable, "rows", 3, STREW_ON_ERROR_DISCARD};
  p.threads = 2;
  const std::string line = to_text(p);
  EXPECT_NE(line.find(" threads=2 target=portable solver=rows executor=3 on_error=discard "), std::string::npos)
      << line;
  EXPECT_EQ(test_case_of(line), p);
}

TEST(text, what_is_not_said_is_as_in_an_empty_problem) {
  const test_case p = test_case_of("op=scatter_nd seed=7");
  EXPECT_EQ(p.op, operator_kind::scatter_nd);
  EXPECT_EQ(p.seed, 7U);
  EXPECT_EQ(p.engine, engine_choice{});
  EXPECT_EQ(p.reduction, STREW_REDUCTION_NONE);
}

TEST(text, vocabulary_that_mean_nothing_are_refused) {
  for (const char* line : {"op=other", "sed=7", "op=gather solver", "data=f32", "data=f32:0[2]<4>", "fill=0",
                           "threads=two", "seed=-1", "target=none", "op=scatter_nd padding=1", "op=move padding=no"})
    EXPECT_THROW(test_case_of(line), std::invalid_argument) << line;
}

}  // namespace
}  // namespace strew::cases
