// The list of kernels is complete, and as long as ARCHITECTURE.md says.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <map>
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

constexpr std::array forms = {kernel::form::elements, kernel::form::rows, kernel::form::strided};

// Distinct kernels by what they do; a null stands for a pair that does not go together.
using census = std::map<std::string, std::set<void*>>;

void count_index_kernels(census& found) {
  for (int t = 0; t < index_types; ++t) {
    const auto type = static_cast<index_type>(t);
    found["judge, load, run, cut"].insert({address(kernel::find_judge(type)), address(kernel::find_load(type)),
                                           address(kernel::find_run(type)), address(kernel::find_cut(type))});
    for (const auto how : {kernel::mode::nothing, kernel::mode::clamp, kernel::mode::wrap})
      found["resolve"].insert(address(kernel::find_resolve(type, how)));
    for (int s = 0; s < scalars; ++s)
      found["sweep"].insert(address(kernel::find_sweep_add(type, static_cast<scalar>(s))));
    for (std::size_t width = 0; width < 100; ++width) {
      found["sweep"].insert(
          {address(kernel::find_sweep_move(type, false, width)), address(kernel::find_sweep_move(type, true, width))});
    }
  }
}

void count_move_kernels(census& found) {
  for (std::size_t width = 0; width < 100; ++width) {
    for (const auto shape : forms)
      found["move"].insert({address(kernel::find_read(shape, width)), address(kernel::find_write(shape, width))});
    found["copy"].insert(address(kernel::find_copy(width)));
  }
  found["move"].insert(address(kernel::find_fill()));
}

void count_arithmetic_kernels(census& found) {
  for (int s = 0; s < scalars; ++s) {
    for (int c = 0; c < combinations; ++c) {
      const auto type = static_cast<scalar>(s);
      const auto how = static_cast<combination>(c);
      for (const auto shape : forms) found["combine"].insert(address(kernel::find_combine(shape, type, how)));
      for (const bool mean : {false, true}) {
        for (const bool wide : {false, true}) {
          const kernel::stage stage = kernel::find_stage(type, how, mean, wide);
          found["stage"].insert({address(stage.load), address(stage.accumulate), address(stage.store)});
        }
      }
    }
  }
}

TEST(kernels, are_as_many_as_the_architecture_says) {
  census found;
  count_index_kernels(found);
  count_move_kernels(found);
  count_arithmetic_kernels(found);
  std::size_t all = 0;
  std::string sum;
  for (auto& [name, kernels] : found) {
    kernels.erase(nullptr);
    all += kernels.size();
    sum += name + " " + std::to_string(kernels.size()) + "; ";
  }
  std::ifstream page(STREW_ROOT "/ARCHITECTURE.md");
  const std::string text(std::istreambuf_iterator<char>(page), {});
  EXPECT_NE(text.find("| **" + std::to_string(all) + "** |"), std::string::npos) << sum << "all " << all;
}

TEST(kernels, pairs_that_the_contract_refuses_have_none) {
  EXPECT_EQ(kernel::find_combine(kernel::form::elements, scalar::f32, combination::bit_and), nullptr);
  EXPECT_EQ(kernel::find_combine(kernel::form::elements, scalar::c64, combination::min), nullptr);
  EXPECT_EQ(kernel::find_combine(kernel::form::elements, scalar::boolean, combination::add), nullptr);
  EXPECT_EQ(kernel::find_stage(scalar::c64, combination::add, true, true).load, nullptr);
  EXPECT_EQ(kernel::find_stage(scalar::boolean, combination::bit_or, true, true).load, nullptr);
  EXPECT_EQ(kernel::find_combine(kernel::form::elements, scalar::i32, combination::add),
            kernel::find_combine(kernel::form::elements, scalar::u32, combination::add));
  EXPECT_NE(kernel::find_combine(kernel::form::elements, scalar::i32, combination::min),
            kernel::find_combine(kernel::form::elements, scalar::u32, combination::min));
}

}  // namespace
}  // namespace strew::testing
