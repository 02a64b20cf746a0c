// The numbers of a machine from which costs are computed.
#include "cost/machine.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace strew::engine::testing {
namespace {

using kernel::processor_family;

void expect_usable(const machine& numbers) {
#define STREW_MACHINE_SIZE(name, text) EXPECT_GT(numbers.name, 0U) << #name;
#define STREW_MACHINE_NUMBER(name, text) EXPECT_TRUE(std::isfinite(numbers.name) && numbers.name > 0) << #name;
#include "cost/machine.def"
#undef STREW_MACHINE_NUMBER
#undef STREW_MACHINE_SIZE
  EXPECT_GE(numbers.second_cache, numbers.first_cache);
  EXPECT_GE(numbers.last_cache, numbers.second_cache);
  EXPECT_GE(numbers.threads, numbers.last_sharers);
}

constexpr std::array families = {processor_family::other, processor_family::x86,  processor_family::intel_server,
                                 processor_family::zen3,  processor_family::zen4, processor_family::zen5,
                                 processor_family::arm64};

TEST(assumed_machine, has_every_number_for_every_family) {
  for (const processor_family family : families) {
    for (const std::uint64_t threads : {0U, 1U, 2U, 512U}) {
      SCOPED_TRACE(static_cast<int>(family));
      expect_usable(assumed_machine({.family = family}, threads));
    }
  }
}

TEST(assumed_machine, has_the_caches_of_the_processor) {
  const machine found =
      assumed_machine({.family = processor_family::zen4,
                       .caches = {.first = 65536, .second = 2097152, .last = 8388608, .last_sharers = 4}},
                      16);
  EXPECT_EQ(found.first_cache, 65536U);
  EXPECT_EQ(found.second_cache, 2097152U);
  EXPECT_EQ(found.last_cache, 8388608U);
  EXPECT_EQ(found.last_sharers, 4U);
}

TEST(assumed_machine, gives_one_thread_no_more_than_it_can_ask_for) {
  const machine one = assumed_machine({.family = processor_family::zen4}, 1);
  EXPECT_EQ(one.stream_all, one.stream_one);
  EXPECT_EQ(one.line_memory_all, one.line_memory);
  EXPECT_EQ(one.last_sharers, 1U);
}

TEST(this_machine, is_found_once) {
  expect_usable(this_machine());
  EXPECT_EQ(&this_machine(), &this_machine());
}

}  // namespace
}  // namespace strew::engine::testing
