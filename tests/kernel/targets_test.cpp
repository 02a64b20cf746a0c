// The targets of this build, and the choice of one.
#include "kernel/targets.hpp"

#include <fstream>
#include <iterator>
#include <regex>

#include "kernels.hpp"

namespace strew::testing {
namespace {

using kernel::choose;
using kernel::target;
using kernel::targets;

std::string name_at(std::size_t n) {
  return n < targets().size() ? targets()[n].name : "";
}

// The flags of the first processor; none where the system has no such file.
std::set<std::string> processor_flags() {
  std::ifstream file("/proc/cpuinfo");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::smatch found;
  if (!std::regex_search(text, found, std::regex("\nflags\\s*:([^\n]*)"))) return {};
  std::istringstream words(found[1]);
  return {std::istream_iterator<std::string>(words), {}};
}

bool is_available(const std::string& name) {
  return std::any_of(targets().begin(), targets().end(),
                     [&](const target& one) { return one.name == name && one.is_available(); });
}

TEST(targets, the_portable_one_is_first_and_always_available) {
  ASSERT_EQ(name_at(0), "portable");
  EXPECT_TRUE(targets()[0].is_available());
  EXPECT_EQ(&targets()[0].set(), &kernel::portable());
}

TEST(targets, are_those_of_the_processor) {
#if defined(STREW_SIMD) && defined(__aarch64__)
  EXPECT_TRUE(is_available("neon"));
#elif defined(STREW_SIMD)
  const std::set<std::string> flags = processor_flags();
  if (flags.empty()) GTEST_SKIP() << "this system does not tell";
  EXPECT_EQ(is_available("avx2"), flags.contains("avx2") && flags.contains("fma") && flags.contains("f16c") &&
                                      flags.contains("bmi1") && flags.contains("bmi2"));
  EXPECT_EQ(is_available("avx3"), is_available("avx2") && flags.contains("avx512f") && flags.contains("avx512vl") &&
                                      flags.contains("avx512dq") && flags.contains("avx512bw"));
#else
  EXPECT_EQ(targets().size(), 1U);
#endif
}

TEST(targets, name_their_sets) {
  for (const target& one : targets()) {
    if (one.is_available()) {
      EXPECT_STREQ(one.set().target, one.name);
    }
  }
}

using kernel::choice_reason;

TEST(targets, the_best_one_is_chosen) {
  const target* best = nullptr;
  for (const target& one : targets())
    if (one.is_available()) best = &one;
  for (const char* name : {"", static_cast<const char*>(nullptr)}) {
    EXPECT_EQ(choose(name).chosen, best);
    EXPECT_EQ(choose(name).reason, choice_reason::best);
  }
  EXPECT_EQ(choose("Portable").chosen, best);
  EXPECT_EQ(choose("Portable").reason, choice_reason::best_as_unknown);
}

TEST(targets, a_named_one_is_chosen_or_the_next_below_it) {
  const target* best = nullptr;
  for (const target& one : targets()) {
    if (one.is_available()) best = &one;
    EXPECT_EQ(choose(one.name).chosen, best) << one.name;
    EXPECT_EQ(choose(one.name).reason, best == &one ? choice_reason::named : choice_reason::below_named) << one.name;
  }
}

// Without kernels of its own a target would pass every test of kernels.
TEST(targets, replace_kernels_of_the_portable_set) {
  const kernel::kernel_set& plain = kernel::portable();
  for (const target& one : targets().subspan(1)) {
    if (!one.is_available()) continue;
    const kernel::kernel_set& set = one.set();
    EXPECT_NE(set.filter(), plain.filter()) << one.name;
    EXPECT_NE(set.validate(kernel::index_type::i32), plain.validate(kernel::index_type::i32)) << one.name;
    EXPECT_NE(set.combine(kernel::form::rows, kernel::scalar::f16, kernel::combination::max),
              plain.combine(kernel::form::rows, kernel::scalar::f16, kernel::combination::max))
        << one.name;
  }
}

}  // namespace
}  // namespace strew::testing
