// Runs what is written in C.
#include "bnns/c_test.h"

#include <gtest/gtest.h>

namespace {

TEST(C, CodeOfThePages) {
  EXPECT_EQ(strew_c11_test(), 0) << "the line of c11_test.c";
}
TEST(C, BesideApplesHeader) {
  EXPECT_EQ(strew_apple_test(), 0) << "the line of apple_test.c";
}

}  // namespace
