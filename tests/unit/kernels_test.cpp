// The list of kernels is complete and has the length stated in ARCHITECTURE.md.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "kernel/kernel_set.hpp"

namespace strew::engine::testing {
namespace {

using kernel::combination;
using kernel::scalar;

template <class Kernel>
void* address(Kernel kernel) {
  return reinterpret_cast<void*>(kernel);
}

// Distinct kernels for each row of ARCHITECTURE.md; null for unsupported combinations.
using census = std::map<std::string, std::set<void*>>;

std::string row_of(const std::string& table) {
  const bool reads_only_indices = table == "load" || table == "pack" || table == "run" || table == "cut";
  if (table == "validate" || reads_only_indices) return "validate, load, pack, run, cut";
  if (table == "fused_move" || table == "fused_combine") return "fused";
  return table == "fill" ? "move" : table;
}

template <class Table>
void count(census& found, const std::string& name, const Table& table) {
  for (const auto& entry : table.all()) {
    if constexpr (requires { entry.accumulator_bytes; }) {
      found[row_of(name)].insert({address(entry.load), address(entry.accumulate), address(entry.store)});
    } else if constexpr (requires { entry.load; }) {
      found[row_of(name)].insert({address(entry.load), address(entry.accumulate)});
    } else {
      found[row_of(name)].insert(address(entry));
    }
  }
}

TEST(kernels, are_as_many_as_the_architecture_says) {
  census found;
#define STREW_KERNEL(name, ...) count(found, #name, kernel::portable().name);
#include "kernel/kernels.def"
#undef STREW_KERNEL
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
  using kernel::accumulator;
  using kernel::form;
  using kernel::outcome;
  const kernel::kernel_set& set = kernel::portable();
  EXPECT_EQ(set.combine(form::elements, scalar::f32, combination::bit_and), nullptr);
  EXPECT_EQ(set.combine(form::elements, scalar::c64, combination::min), nullptr);
  EXPECT_EQ(set.combine(form::elements, scalar::boolean, combination::add), nullptr);
  EXPECT_EQ(set.accumulators(scalar::c64, combination::add, outcome::mean, accumulator::wide).load, nullptr);
  EXPECT_EQ(set.accumulators(scalar::boolean, combination::bit_or, outcome::mean, accumulator::wide).load, nullptr);
  EXPECT_EQ(set.combine(form::elements, scalar::i32, combination::add),
            set.combine(form::elements, scalar::u32, combination::add));
  EXPECT_NE(set.combine(form::elements, scalar::i32, combination::min),
            set.combine(form::elements, scalar::u32, combination::min));
}

}  // namespace
}  // namespace strew::engine::testing
