// More index components than axes: windows that can be cut, at ranks where no list of one entry a component stays in
// place. Nothing may be allocated after the first write, nor in a task of the caller.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "deep_operands.hpp"
#include "every_failure.hpp"

namespace strew::testing {
namespace {

constexpr std::int64_t row_count = 7;
constexpr std::int64_t position_count = 5;
constexpr std::int64_t window = 3;

struct shape_of_call {
  std::uint64_t components;
  bool is_gather;
  std::int32_t outside;
  bool has_slice;  // a last dimension that no component addresses
};

std::string name_of(const shape_of_call& what) {
  const char* policy = what.outside == STREW_OOB_WRAP ? "_wrap" : what.outside == STREW_OOB_FILL ? "_fill" : "_skip";
  return std::string(what.is_gather ? "gather_" : "scatter_") + std::to_string(what.components) + policy +
         (what.has_slice ? "_slices" : "");
}

// The table is [7, 1, ..., 1] or [7, 1, ..., 1, 4], each component but the first stands at 0.
class call_with_components {
 public:
  explicit call_with_components(const shape_of_call& what) : what_(what) {
    const auto k = static_cast<std::int64_t>(what.components);
    extents table(what.components, 1);
    table[0] = row_count;
    extents direct{position_count, window};
    if (what.has_slice) {
      table.push_back(4);
      direct.push_back(4);
    }
    sizes_ = table;
    sizes_[0] = window;
    mapped_.resize(what.components);
    std::iota(mapped_.begin(), mapped_.end(), 0);
    collapsed_.assign(mapped_.begin() + 1, mapped_.end());
    for (std::int64_t d = 1; d < static_cast<std::int64_t>(direct.size()); ++d) window_dims_.push_back(d);
    with_ = std::make_unique<deep_operands>(table, extents{position_count, k}, direct, what.is_gather);
    with_->set_indices(0);
    for (std::int64_t p = 0; p < position_count; ++p)
      with_->indices.elements[static_cast<std::size_t>(p * k)] = p * 2 - 1;  // -1, 1, 3, 5, 7: cut, whole, out
    with_->options.out_of_bounds = what.outside;
    with_->options.negative_indices = STREW_NEGATIVE_INVALID;
  }

  strew_status run() { return what_.is_gather ? gather() : scatter(); }
  deep_operands& with() { return *with_; }

 private:
  static strew_dims dims(const extents& values) { return {values.empty() ? nullptr : values.data(), values.size()}; }

  strew_status gather() {
    strew_gather_dimensions d = STREW_GATHER_DIMENSIONS_INIT;
    d.offset_dims = dims(window_dims_);
    d.collapsed_slice_dims = dims(collapsed_);
    d.start_index_map = dims(mapped_);
    d.slice_sizes = dims(sizes_);
    d.index_vector_dim = 1;
    return strew_stablehlo_gather(&with_->d, &with_->i, &with_->o, &d, &with_->options, &with_->execution,
                                  &with_->error);
  }
  strew_status scatter() {
    strew_scatter_dimensions d = STREW_SCATTER_DIMENSIONS_INIT;
    d.update_window_dims = dims(window_dims_);
    d.inserted_window_dims = dims(collapsed_);
    d.scatter_dims_to_operand_dims = dims(mapped_);
    d.index_vector_dim = 1;
    return strew_stablehlo_scatter(&with_->d, &with_->i, &with_->u, &with_->o, &d, &with_->options, &with_->execution,
                                   &with_->error);
  }

  shape_of_call what_;
  extents sizes_, mapped_, collapsed_, window_dims_;
  std::unique_ptr<deep_operands> with_;
};

// Runs tasks on this thread or on one each; in a task every allocation fails.
struct hostile_executor {
  bool uses_threads = false;
  std::atomic<int> tasks = 0;
  std::atomic<int> allocations = 0;

  void run_task(std::uint64_t n, void (*task)(void*, std::uint64_t), void* argument) {
    ++tasks;
    fail_allocation_after(0);
    task(argument, n);
    fail_allocation_after(-1);
    if (an_allocation_failed()) ++allocations;
  }

  strew_executor native() {
    strew_executor made = STREW_EXECUTOR_INIT;
    made.context = this;
    made.least_bytes = 1;
    made.concurrency = [](void*) { return std::uint64_t{3}; };
    made.worker = [](void*) { return std::uint64_t{0}; };
    made.is_inside = [](void*) { return 0; };
    made.run = [](void* self, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
      auto& mine = *static_cast<hostile_executor*>(self);
      for (std::uint64_t n = 0; n < count; ++n) {
        if (mine.uses_threads) {
          std::thread([&] { mine.run_task(n, task, argument); }).join();
        } else {
          mine.run_task(n, task, argument);
        }
      }
    };
    return made;
  }
};

class many_coordinates : public ::testing::TestWithParam<shape_of_call> {};

std::vector<shape_of_call> all_shapes() {
  std::vector<shape_of_call> made;
  for (const std::uint64_t components : {1U, 63U, 64U, 65U, 80U, 1024U}) {
    for (const auto& [is_gather, outside] :
         {std::pair{true, STREW_OOB_SKIP}, std::pair{true, STREW_OOB_FILL}, std::pair{true, STREW_OOB_WRAP},
          std::pair{false, STREW_OOB_SKIP}, std::pair{false, STREW_OOB_WRAP}}) {
      for (const bool has_slice : {false, true}) {
        if (has_slice && components == 1024) continue;
        made.push_back({components, is_gather, outside, has_slice});
      }
    }
  }
  return made;
}
INSTANTIATE_TEST_SUITE_P(of, many_coordinates, ::testing::ValuesIn(all_shapes()),
                         [](const auto& test) { return name_of(test.param); });

// One component says what any number of them must do: all others stand at 0 of an extent of 1.
std::vector<std::int64_t> expected_of(shape_of_call what) {
  what.components = 1;
  call_with_components one(what);
  EXPECT_EQ(one.run(), STREW_OK) << one.with().error.message;
  return one.with().output.elements;
}

TEST_P(many_coordinates, write_nothing_when_an_allocation_fails) {
  call_with_components call(GetParam());
  ASSERT_EQ(call.run(), STREW_OK) << call.with().error.message;
  EXPECT_EQ(call.with().output.elements, expected_of(GetParam()));
  const auto again = [&] {
    call.with().clear_output();
    return call.run();
  };
  expect_every_failure_is_clean(call.with().error, STREW_OK, again, [&] { return call.with().output_is_untouched(); });
}

TEST_P(many_coordinates, allocate_nothing_in_tasks_of_the_caller) {
  for (const bool uses_threads : {false, true}) {
    hostile_executor pool{uses_threads, 0, 0};
    const strew_executor native = pool.native();
    call_with_components call(GetParam());
    call.with().execution.executor = &native;
    ASSERT_EQ(call.run(), STREW_OK) << call.with().error.message;
    EXPECT_EQ(call.with().output.elements, expected_of(GetParam()));
    EXPECT_EQ(pool.allocations.load(), 0);
    EXPECT_EQ(pool.tasks.load() > 1, GetParam().is_gather || GetParam().has_slice);
  }
}

}  // namespace
}  // namespace strew::testing
