// How much stack a call takes, whatever its rank: measured on threads whose stack was painted before.
#include <gtest/gtest.h>
#include <pthread.h>
#include <strew/problem.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "call.hpp"
#include "components_call.hpp"
#include "variants.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define STREW_IS_SANITIZED 1
#elif defined(__has_feature)
#define STREW_IS_SANITIZED __has_feature(address_sanitizer)
#else
#define STREW_IS_SANITIZED 0
#endif

namespace strew::testing {
namespace {

constexpr std::size_t most = std::size_t{32} << 10U;  // docs/abi.md

// Bytes of a stack that `work` writes, from its end on.
std::size_t bytes_touched(const std::function<void()>& work) {
  constexpr std::size_t room = std::size_t{1} << 18U;
  constexpr std::size_t page = 4096;
  const std::unique_ptr<std::byte, decltype(&std::free)> stack(static_cast<std::byte*>(std::aligned_alloc(page, room)),
                                                               &std::free);
  std::fill_n(stack.get(), room, std::byte{0xA7});
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack.get(), room);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  const std::byte* lowest =
      std::find_if(stack.get(), stack.get() + room, [](std::byte b) { return b != std::byte{0xA7}; });
  return static_cast<std::size_t>(stack.get() + room - lowest);
}

// Twice: a call that comes again is remembered on the second time. The first one, on this thread, lets the loader find
// what it calls.
void expect_little(const std::string& name, const std::function<void()>& call) {
  if (STREW_IS_SANITIZED) return call();  // sanitizers widen every frame
  static const std::size_t of_a_thread = bytes_touched([] {});
  call();
  for (int n = 0; n < 2; ++n) {
    const std::size_t used = bytes_touched(call) - of_a_thread;
    EXPECT_LE(used, most) << name;
    if (n == 0) ::testing::Test::RecordProperty(name, static_cast<int>(used));
  }
}

class stack_of : public ::testing::TestWithParam<deep_call> {};
INSTANTIATE_TEST_SUITE_P(of, stack_of, ::testing::ValuesIn(deep_calls),
                         [](const auto& test) { return test.param.name; });

TEST_P(stack_of, one_call) {
  for (const variant& one : variants) {
    if (!one.fits(GetParam())) continue;
    const auto with = operands_of(GetParam(), one);
    expect_little(one.name, [&] { GetParam().run(*with); });
  }
}

TEST_P(stack_of, a_plan_and_its_texts) {
  for (const variant& one : variants) {
    if (!one.fits(GetParam())) continue;
    const auto with = operands_of(GetParam(), one);
    strew_plan* made = nullptr;
    expect_little(std::string(one.name) + "_plan", [&] {
      strew_plan_destroy(made);
      GetParam().plan(*with, &made);
    });
    const plan_owner plan(made);
    expect_little(std::string(one.name) + "_execute", [&] { execute(plan.get(), *with, GetParam().is_gather); });
    std::string room(1 << 14U, '\0');
    for (const auto text : {strew_plan_problem, strew_plan_describe, strew_plan_explain})
      expect_little(std::string(one.name) + "_text", [&] { text(plan.get(), room.data(), room.size()); });
  }
}

TEST_P(stack_of, prepared_indices) {
  for (const variant& one : variants) {
    if (!one.fits(GetParam()) || std::string(one.name) == "bad_index") continue;
    const auto with = operands_of(GetParam(), one);
    const plan_owner plan = plan_of(GetParam(), *with);
    strew_prepared* made = nullptr;
    expect_little(std::string(one.name) + "_prepare", [&] {
      strew_prepared_destroy(made);
      strew_prepare(plan.get(), with->i.data, nullptr, &made, nullptr);
    });
    const std::unique_ptr<strew_prepared, void (*)(strew_prepared*)> prepared(made, strew_prepared_destroy);
    strew_plan* bound = nullptr;
    expect_little(std::string(one.name) + "_bind", [&] {
      strew_plan_destroy(bound);
      strew_plan_bind(plan.get(), prepared.get(), &bound, nullptr);
    });
    strew_plan_destroy(bound);
  }
}

TEST(stack, of_calls_with_1024_components) {
  for (const bool is_gather : {true, false}) {
    for (const std::int32_t outside : {STREW_OOB_SKIP, STREW_OOB_CLAMP}) {
      for (const std::int32_t duplicates : {STREW_DUPLICATES_ALLOW, STREW_DUPLICATES_ERROR}) {
        call_with_components call({1024, is_gather, outside, false});
        call.with().options.duplicates = duplicates;
        expect_little(is_gather ? "gather" : "scatter", [&] { call.run(); });
      }
    }
  }
}

// With a codebook and starts of many positions on the stack.
TEST(stack, of_rows_of_codes) {
  std::vector<std::uint8_t> codes(64 * 128), exponents(64, 127);
  std::vector<float> numbers(256), values(300 * 128);
  std::vector<std::int32_t> indices(300);
  for (std::size_t n = 0; n < indices.size(); ++n) indices[n] = static_cast<std::int32_t>(n % 80);  // some are bad
  const std::int64_t rows[] = {64, 128}, blocks[] = {64, 1}, positions[] = {300}, output[] = {300, 128}, all[] = {256};
  const auto view = [](void* first, strew_dtype type, const std::int64_t* extents, std::uint64_t rank) {
    strew_tensor made = scatter_call::view(first, type, extents);
    made.rank = rank;
    return made;
  };
  const strew_tensor d = view(codes.data(), STREW_DTYPE_U8, rows, 2),
                     s = view(exponents.data(), STREW_DTYPE_U8, blocks, 2);
  const strew_tensor i = view(indices.data(), STREW_DTYPE_I32, positions, 1);
  const strew_tensor c = view(numbers.data(), STREW_DTYPE_F32, all, 1),
                     o = view(values.data(), STREW_DTYPE_F32, output, 2);
  strew_operands of = STREW_OPERANDS_INIT;
  of.data = &d, of.indices = &i, of.scales = &s, of.codebook = &c, of.output = &o;
  strew_quantization by = STREW_QUANTIZATION_INIT;
  by.bits = 8;
  strew_options options = STREW_OPTIONS_INIT;
  options.out_of_bounds = STREW_OOB_FILL;
  expect_little("codes", [&] { strew_gather_block_quantized(&of, &by, 0, 0, &options, nullptr, nullptr); });
}

// Worked on in a copy that stands on the stack.
TEST(stack, of_a_small_table_with_many_updates) {
  std::vector<float> table(4096), updates(1 << 16U, 1.0F);
  std::vector<std::int32_t> indices(updates.size());
  for (std::size_t n = 0; n < indices.size(); ++n) indices[n] = static_cast<std::int32_t>(n % table.size());
  const std::int64_t rows[] = {4096}, positions[] = {1 << 16};
  strew_tensor d = scatter_call::view(table.data(), STREW_DTYPE_F32, rows);
  strew_tensor i = scatter_call::view(indices.data(), STREW_DTYPE_I32, positions);
  strew_tensor u = scatter_call::view(updates.data(), STREW_DTYPE_F32, positions);
  d.rank = i.rank = u.rank = 1;
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  for (const bool is_bad : {false, true}) {
    indices.back() = is_bad ? 4096 : 0;
    strew_error error = STREW_ERROR_INIT;
    expect_little(is_bad ? "refused" : "added",
                  [&] { strew_scatter(&d, &i, &u, &d, 0, 0, &options, nullptr, &error); });
    EXPECT_EQ(error.status, is_bad ? STREW_STATUS_INDEX : STREW_STATUS_OK);
  }
}

// Tasks on the calling thread, one after the other.
strew_executor executor_of_this_thread() {
  strew_executor made = STREW_EXECUTOR_INIT;
  made.min_bytes = 1;
  made.concurrency = [](void*) { return std::uint64_t{16}; };
  made.is_inside = [](void*) { return 0; };
  made.run = [](void*, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
    for (std::uint64_t n = 0; n < count; ++n) task(argument, n);
  };
  return made;
}

// Twice: the first execution of a plan sorts the positions, the next one has their order.
TEST(stack, of_tasks_whose_positions_are_grouped) {
  constexpr std::int64_t cells = 40, width = 512, count = 600;
  std::vector<float> table(static_cast<std::size_t>(cells * width)), updates(static_cast<std::size_t>(count * width));
  std::vector<std::int64_t> indices(count);
  for (std::size_t n = 0; n < indices.size(); ++n) indices[n] = static_cast<std::int64_t>(n * 7 % 39);
  const std::int64_t of_table[] = {cells, width}, of_updates[] = {count, width};
  const strew_tensor d = scatter_call::view(table.data(), STREW_DTYPE_F32, of_table);
  const strew_tensor u = scatter_call::view(updates.data(), STREW_DTYPE_F32, of_updates);
  strew_tensor i = scatter_call::view(indices.data(), STREW_DTYPE_I64, of_updates);
  i.rank = 1;
  strew_operator scatter = STREW_OPERATOR_INIT;
  scatter.kind = STREW_OPERATOR_SCATTER;
  const strew_executor executor = executor_of_this_thread();
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = &executor;
  for (const std::int32_t outside : {STREW_OOB_ERROR, STREW_OOB_SKIP}) {
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = STREW_REDUCTION_ADD;
    options.out_of_bounds = outside;
    options.solver = "grouped";
    strew_plan* made = nullptr;
    ASSERT_EQ(strew_plan_make(&scatter, &d, &i, &u, &d, &options, &made, nullptr), STREW_STATUS_OK);
    const plan_owner plan(made);
    plan_owner bound;
    const auto bind = [&] {
      strew_prepared* prepared = nullptr;
      strew_prepare(plan.get(), indices.data(), nullptr, &prepared, nullptr);
      strew_plan_bind(plan.get(), prepared, &made, nullptr);
      strew_prepared_destroy(prepared);
      bound.reset(made);
    };
    const auto execute_bound = [&] {
      EXPECT_EQ(strew_execute(bound.get(), table.data(), nullptr, updates.data(), table.data(), &execution, nullptr),
                STREW_STATUS_OK);
    };
    expect_little("sorts", [&] {
      bind();
      execute_bound();
    });
    expect_little("has_order", execute_bound);
  }
}

// Rows of which one has half of the updates, and windows of two rows that overlap, cut or not.
TEST(stack, of_tasks_that_own_parts_of_a_table) {
  constexpr std::int64_t cells = 40, width = 512, count = 600;
  for (const std::int64_t window : {1, 2}) {
    std::vector<float> table(static_cast<std::size_t>(cells * width));
    std::vector<float> updates(static_cast<std::size_t>(count * window * width), 1.0F);
    std::vector<std::int64_t> indices(count);
    for (std::size_t n = 0; n < indices.size(); ++n) indices[n] = n % 2 == 0 ? 7 : static_cast<std::int64_t>(n % 39);
    const std::int64_t of_table[] = {cells, width}, of_updates[] = {count, window, width}, of_indices[] = {count, 1};
    const strew_tensor d = scatter_call::view(table.data(), STREW_DTYPE_F32, of_table);
    const strew_tensor i = scatter_call::view(indices.data(), STREW_DTYPE_I64, of_indices);
    strew_tensor u = scatter_call::view(updates.data(), STREW_DTYPE_F32, of_updates);
    u.rank = 3;
    const std::int64_t windows[] = {1, 2}, first[] = {0};
    strew_scatter_dimensions dimensions = STREW_SCATTER_DIMENSIONS_INIT;
    dimensions.update_window_dims = {windows, 2};
    dimensions.scatter_dims_to_operand_dims = {first, 1};
    dimensions.index_vector_dim = 1;
    const strew_executor executor = executor_of_this_thread();
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.executor = &executor;
    for (const std::int32_t outside : {STREW_OOB_ERROR, STREW_OOB_WRAP}) {
      strew_options options = STREW_OPTIONS_INIT;
      options.reduction = STREW_REDUCTION_ADD;
      options.out_of_bounds = outside;
      options.solver = window == 1 ? "owned" : "windows";
      strew_error error = STREW_ERROR_INIT;
      expect_little(options.solver,
                    [&] { strew_stablehlo_scatter(&d, &i, &u, &d, &dimensions, &options, &execution, &error); });
      EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    }
  }
}

// A table, and positions of windows of it: which of the two ways duplicates are searched in depends on their sizes.
struct search {
  const char* name;
  std::int64_t rows, count, window;
};

// Rows that ascend, that are distinct in another order, or of which two collide.
enum class drawn { ascending, shuffled, colliding };

std::vector<std::int64_t> draw_rows(const search& of, drawn how) {
  std::vector<std::int64_t> made(static_cast<std::size_t>(of.count));
  for (std::size_t n = 0; n < made.size(); ++n) made[n] = static_cast<std::int64_t>(n) * of.window;
  if (how != drawn::ascending) std::reverse(made.begin(), made.end());
  if (how == drawn::colliding) made.back() = made.front();
  return made;
}

class searched_windows {
 public:
  searched_windows(const search& of, drawn how)
      : indices_(draw_rows(of, how)),
        table_(static_cast<std::size_t>(of.rows)),
        updates_(static_cast<std::size_t>(of.count * of.window)),
        of_table_{of.rows, 1},
        of_updates_{of.count, of.window},
        of_indices_{of.count, 1} {
    d = scatter_call::view(table_.data(), STREW_DTYPE_I8, of_table_);
    d.rank = 1;
    i = scatter_call::view(indices_.data(), STREW_DTYPE_I64, of_indices_);
    u = scatter_call::view(updates_.data(), STREW_DTYPE_I8, of_updates_);
    dimensions.update_window_dims = {window_dims_, 1};
    dimensions.scatter_dims_to_operand_dims = {first_, 1};
    dimensions.index_vector_dim = 1;
    options.duplicates = STREW_DUPLICATES_ERROR;
  }

  searched_windows(const searched_windows&) = delete;
  searched_windows& operator=(const searched_windows&) = delete;

  strew_tensor d, i, u;
  strew_scatter_dimensions dimensions = STREW_SCATTER_DIMENSIONS_INIT;
  strew_options options = STREW_OPTIONS_INIT;

 private:
  std::vector<std::int64_t> indices_;
  std::vector<std::int8_t> table_, updates_;
  std::int64_t of_table_[2], of_updates_[2], of_indices_[2];
  std::int64_t window_dims_[1] = {1}, first_[1] = {0};
};

plan_owner plan_of(const searched_windows& with) {
  strew_plan* made = nullptr;
  EXPECT_EQ(
      strew_plan_stablehlo_scatter(&with.d, &with.i, &with.u, &with.d, &with.dimensions, &with.options, &made, nullptr),
      STREW_STATUS_OK);
  return plan_owner(made);
}

// What is prepared with a plan finds its collisions when it is bound or asked.
void expect_little_preparing(const std::string& name, searched_windows& with, const strew_execution& execution) {
  const plan_owner searches = plan_of(with);
  with.options.duplicates = STREW_DUPLICATES_ALLOW;
  const plan_owner allows = plan_of(with);
  for (const plan_owner* plan : {&searches, &allows}) {
    expect_little(name + "_prepared", [&] {
      strew_prepared* prepared = nullptr;
      strew_prepare(plan->get(), with.i.data, &execution, &prepared, nullptr);
      strew_plan* bound = nullptr;
      if (prepared != nullptr) strew_plan_bind(searches.get(), prepared, &bound, nullptr);
      if (bound != nullptr) strew_execute(bound, with.d.data, nullptr, with.u.data, with.d.data, &execution, nullptr);
      strew_plan_destroy(bound);
      strew_prepared_destroy(prepared);
    });
  }
  expect_little(name + "_inspected", [&] {
    strew_prepared* prepared = nullptr;
    strew_prepare(allows.get(), with.i.data, &execution, &prepared, nullptr);
    strew_prepared_info about = STREW_PREPARED_INFO_INIT;
    strew_prepared_inspect(prepared, &about, nullptr);
    strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
    strew_prepared_view(prepared, &lists, nullptr);
    strew_prepared_destroy(prepared);
  });
}

void expect_little_searching(const std::string& name, searched_windows& with, const strew_executor* executor) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = executor;
  execution.threads = executor == nullptr ? 1 : 0;
  strew_error error = STREW_ERROR_INIT;
  expect_little(name, [&] {
    strew_stablehlo_scatter(&with.d, &with.i, &with.u, &with.d, &with.dimensions, &with.options, &execution, &error);
  });
  EXPECT_TRUE(error.status == STREW_STATUS_OK || error.status == STREW_STATUS_INDEX) << error.message;
  expect_little_preparing(name, with, execution);
}

TEST(stack, of_searches_for_duplicates) {
  const strew_executor executor = executor_of_this_thread();
  constexpr search searches[] = {{"bits", 8192, 2000, 1},
                                 {"sorted", 1 << 20U, 2000, 1},
                                 {"few_sorted", 1 << 20U, 200, 1},
                                 {"windows_in_bits", 8192, 2000, 3},
                                 {"windows_sorted", 1 << 20U, 2000, 3}};
  for (const search& one : searches) {
    for (const drawn how : {drawn::ascending, drawn::shuffled, drawn::colliding}) {
      for (const strew_executor* by : {static_cast<const strew_executor*>(nullptr), &executor}) {
        searched_windows with(one, how);
        expect_little_searching(std::string(one.name) + (by == nullptr ? "" : "_in_tasks"), with, by);
      }
    }
  }
}

}  // namespace
}  // namespace strew::testing
