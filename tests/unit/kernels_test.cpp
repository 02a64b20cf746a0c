// The list of kernels is complete, and as long as ARCHITECTURE.md says.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "kernel/kernel.hpp"

namespace strew::testing {
namespace {

using kernel::combination;
using kernel::index_type;
using kernel::scalar;

constexpr int index_types = 8;
constexpr int scalars = 15;
constexpr int combinations = 8;

template <class Kernel>
void* address(Kernel kernel) {
  return reinterpret_cast<void*>(kernel);
}

// Distinct kernels of each stage; a null is a pair that does not go together.
struct census {
  std::set<void*> look, resolve, move, combine, stages;
};

census count_all() {
  census found;
  for (int t = 0; t < index_types; ++t) {
    const auto type = static_cast<index_type>(t);
    found.look.insert(
        {address(kernel::find_judge(type)), address(kernel::find_load(type)), address(kernel::find_cut(type))});
    for (const auto how : {kernel::mode::nothing, kernel::mode::clamp, kernel::mode::wrap}) {
      found.resolve.insert(address(kernel::find_resolve(type, how)));
    }
  }
  for (std::size_t width = 0; width < 100; ++width) {
    found.move.insert({address(kernel::find_read(width)), address(kernel::find_write(width))});
  }
  found.move.insert(address(kernel::find_fill()));
  for (int s = 0; s < scalars; ++s) {
    for (int c = 0; c < combinations; ++c) {
      const auto type = static_cast<scalar>(s);
      const auto how = static_cast<combination>(c);
      found.combine.insert(address(kernel::find_combine(type, how)));
      for (const bool mean : {false, true}) {
        for (const bool wide : {false, true}) {
          const kernel::stage stage = kernel::find_stage(type, how, mean, wide);
          found.stages.insert({address(stage.load), address(stage.accumulate), address(stage.store)});
        }
      }
    }
  }
  found.combine.erase(nullptr);
  found.stages.erase(nullptr);
  found.stages.insert(address(kernel::find_claim()));
  return found;
}

TEST(kernels, are_as_many_as_the_architecture_says) {
  const census found = count_all();
  const std::size_t all =
      found.look.size() + found.resolve.size() + found.move.size() + found.combine.size() + found.stages.size();
  std::ifstream page(STREW_ROOT "/ARCHITECTURE.md");
  const std::string text(std::istreambuf_iterator<char>(page), {});
  const auto says = [&](std::size_t n) { return text.find("| **" + std::to_string(n) + "** |") != std::string::npos; };
  EXPECT_TRUE(says(all)) << found.look.size() << " + " << found.resolve.size() << " + " << found.move.size() << " + "
                         << found.combine.size() << " + " << found.stages.size() << " = " << all;
}

TEST(kernels, pairs_that_the_contract_refuses_have_none) {
  EXPECT_EQ(kernel::find_combine(scalar::f32, combination::bit_and), nullptr);
  EXPECT_EQ(kernel::find_combine(scalar::c64, combination::min), nullptr);
  EXPECT_EQ(kernel::find_combine(scalar::boolean, combination::add), nullptr);
  EXPECT_EQ(kernel::find_stage(scalar::c64, combination::add, true, true).load, nullptr);
  EXPECT_EQ(kernel::find_stage(scalar::boolean, combination::bit_or, true, true).load, nullptr);
  EXPECT_EQ(kernel::find_combine(scalar::i32, combination::add), kernel::find_combine(scalar::u32, combination::add));
  EXPECT_NE(kernel::find_combine(scalar::i32, combination::min), kernel::find_combine(scalar::u32, combination::min));
}

}  // namespace
}  // namespace strew::testing
