// A test for each row of the list of kernels and each set that this machine runs; the checks are in the other files.
#include "kernel/targets.hpp"
#include "kernels.hpp"

namespace strew::testing {
namespace {

class kernels : public ::testing::TestWithParam<const kernel::kernel_set*> {};

template <class Table>
std::set<void*> kernels_of(const Table& table) {
  record all;
  for (const auto& entry : table.all()) {
    if constexpr (requires { entry.accumulator_bytes; }) {
      all.called(entry.load);
      all.called(entry.accumulate);
      all.called(entry.store);
    } else if constexpr (requires { entry.load; }) {
      all.called(entry.load);
      all.called(entry.accumulate);
    } else {
      all.called(entry);
    }
    if constexpr (requires { entry.reduce; }) all.called(entry.reduce);
  }
  std::set<void*> there = all.all();
  there.erase(nullptr);
  return there;
}

// Only vectors have it.
bool is_missing(const std::string& table, const kernel::kernel_set& set) {
  return table == "code_sums" && &set == &kernel::portable();
}

#define STREW_KERNEL(name, ...)                                                   \
  TEST_P(kernels, name) {                                                         \
    record calls;                                                                 \
    check_##name(*GetParam(), calls);                                             \
    EXPECT_EQ(calls.all(), kernels_of(GetParam()->name)) << "one was not called"; \
    EXPECT_EQ(calls.all().empty(), is_missing(#name, *GetParam()));               \
  }
#include "kernel/kernels.def"
#undef STREW_KERNEL

std::string name_of_set(const ::testing::TestParamInfo<const kernel::kernel_set*>& info) {
  return info.param->target;
}

std::vector<const kernel::kernel_set*> available_sets() {
  std::vector<const kernel::kernel_set*> found;
  for (const kernel::target& one : kernel::targets())
    if (one.is_available()) found.push_back(&one.set());
  return found;
}

INSTANTIATE_TEST_SUITE_P(of, kernels, ::testing::ValuesIn(available_sets()), name_of_set);

}  // namespace
}  // namespace strew::testing
