// What preparing requires and gives back: pointers, memory, the cancel callback. Nothing is left behind on the way out.
#include <cstddef>
#include <new>
#include <utility>

#include "operators/expect.hpp"
#include "operators/line.hpp"
#include "operators/lists.hpp"

namespace strew::support {
namespace {

// Fails at block number `fails_at` and knows which bytes are out.
struct counted_memory {
  int64_t fails_at = -1;
  int64_t blocks = 0;
  uint64_t bytes = 0;
  uint64_t most = 0;

  static void* allocate(void* self, uint64_t bytes, uint64_t alignment) {
    auto& to = *static_cast<counted_memory*>(self);
    if (to.blocks++ == to.fails_at) return nullptr;
    to.bytes += bytes;
    to.most = std::max(to.most, to.bytes);
    return ::operator new (static_cast<std::size_t>(bytes), std::align_val_t{static_cast<std::size_t>(alignment)},
                           std::nothrow);
  }
  static void release(void* self, void* block, uint64_t bytes, uint64_t alignment) {
    static_cast<counted_memory*>(self)->bytes -= bytes;
    ::operator delete (block, std::align_val_t{static_cast<std::size_t>(alignment)});
  }
};

strew_options refusing_duplicates() {
  strew_options options = STREW_OPTIONS_INIT;
  options.duplicates = STREW_DUPLICATES_ERROR;
  return options;
}

// Refused duplicates are searched while indices are prepared, in a workspace.
struct prepare_call {
  line<int32_t> l{operator_kind::scatter, {1, 2, 3, 4}, {2, 0, 3}, {5, 6, 7}, refusing_duplicates()};
  plan_handle plan = plan_of(l.view());
  counted_memory memory;
  strew_allocator allocator{sizeof(strew_allocator), 1, &memory, counted_memory::allocate, counted_memory::release};
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_error error = STREW_ERROR_INIT;

  prepare_call() { execution.allocator = &allocator; }
  prepared_handle run() { return prepared_of(plan, l.indices.data(), &error, &execution); }
};

TEST(prepare_memory, bytes_are_stated_and_given_back) {
  prepare_call call;
  prepared_handle prepared = call.run();
  EXPECT_EQ(call.memory.bytes, strew_plan_prepared_bytes(call.plan.get()));
  EXPECT_EQ(call.memory.most,
            strew_plan_prepared_bytes(call.plan.get()) + strew_plan_prepare_workspace(call.plan.get()));
  plan_handle bound = bound_of(call.plan, prepared);
  prepared.reset();
  EXPECT_GT(call.memory.bytes, 0U);  // the bound plan needs it
  bound.reset();
  EXPECT_EQ(call.memory.bytes, 0U);
}

// What is asked for later takes its workspace from the same allocator, and gives it back.
TEST(prepare_memory, sorting_waits_until_it_is_asked_for) {
  prepare_call call;
  strew_options allows = STREW_OPTIONS_INIT;
  line<int32_t> l{operator_kind::scatter, {1, 2, 3, 4}, {2, 0, 2}, {5, 6, 7}, allows};
  const plan_handle plan = plan_of(l.view());
  EXPECT_EQ(strew_plan_prepare_workspace(plan.get()), 0U);
  const prepared_handle prepared = prepared_of(plan, l.indices.data(), &call.error, &call.execution);
  EXPECT_EQ(call.memory.blocks, 1);
  const plan_handle bound = bound_of(plan, prepared);
  EXPECT_LE(call.memory.most, call.memory.bytes + 8);  // a bit for each cell
  call.memory.fails_at = call.memory.blocks;
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  EXPECT_EQ(strew_prepared_inspect(prepared.get(), &info, &call.error), STREW_STATUS_MEMORY);
  EXPECT_STREQ(call.error.rule, "MM1");
  EXPECT_EQ(strew_prepared_order(prepared.get(), 0, nullptr), 3U);
  call.memory.fails_at = call.memory.blocks;
  uint64_t order[3] = {9, 9, 9};
  EXPECT_EQ(strew_prepared_order(prepared.get(), 3, order), 0U);
  EXPECT_EQ(strew_prepared_order(prepared.get(), 3, order), 3U);
  EXPECT_EQ(order[0], 1U);
  EXPECT_EQ(strew_prepared_inspect(prepared.get(), &info, &call.error), STREW_STATUS_OK);
  EXPECT_EQ(info.duplicates, 1U);
  EXPECT_EQ(call.memory.bytes, info.bytes);
}

// Workspace to sort the positions, the lists, workspace for the cells. What fails is given back, and tried again.
TEST(prepare_memory, MM1_wherever_lists_run_out_of_it) {
  prepare_call call;
  const strew_options allows = STREW_OPTIONS_INIT;
  line<int32_t> l{operator_kind::scatter, {1, 2, 3, 4}, {2, 0, 2}, {5, 6, 7}, allows};
  const plan_handle plan = plan_of(l.view());
  prepared_handle prepared = prepared_of(plan, l.indices.data(), &call.error, &call.execution);
  plan_handle bound = bound_of(plan, prepared);
  const uint64_t before = call.memory.bytes;
  strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
  lists.segments = 77;
  for (const int64_t later : {0, 1, 1}) {  // the positions are sorted by the second call
    call.memory.fails_at = call.memory.blocks + later;
    EXPECT_EQ(strew_prepared_view(prepared.get(), &lists, &call.error), STREW_STATUS_MEMORY);
    EXPECT_STREQ(call.error.rule, "MM1");
    EXPECT_EQ(call.error.operand, STREW_OPERAND_INDICES);
    EXPECT_EQ(call.memory.bytes, before);
    EXPECT_EQ(lists.segments, 77U);
  }
  EXPECT_EQ(lists_of(prepared), (cell_lists{{1, 0, 2}, {0, 2}, {0, 1, 3}}));
  EXPECT_EQ(call.memory.bytes, before + 2 * 4 + 3 * 4);
  const int64_t blocks = call.memory.blocks;
  EXPECT_EQ(info_of(prepared).bytes, before);
  EXPECT_EQ(lists_of(prepared).cells, (std::vector<uint64_t>{0, 2}));
  EXPECT_EQ(call.memory.blocks, blocks);
  prepared.reset();
  bound.reset();
  EXPECT_EQ(call.memory.bytes, 0U);
}

TEST(prepare_memory, MM1_wherever_it_runs_out) {
  int failures = 0;
  for (int64_t n = 0;; ++n) {
    prepare_call call;
    call.memory.fails_at = n;
    prepared_handle prepared = call.run();
    if (prepared != nullptr) break;
    EXPECT_EQ(call.error.status, STREW_STATUS_MEMORY);
    EXPECT_STREQ(call.error.rule, "MM1");
    EXPECT_EQ(call.memory.bytes, 0U);
    ++failures;
  }
  EXPECT_EQ(failures, 2);  // the workspace, the copy
}

TEST(prepare_memory, OV3_a_workspace_over_the_indices) {
  prepare_call call;
  call.execution.workspace = call.l.indices.data();
  call.execution.workspace_bytes = strew_plan_prepare_workspace(call.plan.get());
  const auto before = call.l.indices;
  EXPECT_EQ(call.run(), nullptr);
  EXPECT_STREQ(call.error.rule, "OV3");
  EXPECT_EQ(call.l.indices, before);
}

TEST(prepare_memory, MM2_a_workspace_of_the_callers) {
  prepare_call call;
  std::vector<unsigned char> workspace(strew_plan_prepare_workspace(call.plan.get()) + 1, 0xA5);
  call.execution.workspace = workspace.data();
  call.execution.workspace_bytes = workspace.size() - 1;
  EXPECT_NE(call.run(), nullptr);
  EXPECT_EQ(workspace.back(), 0xA5);
  EXPECT_EQ(call.memory.most, strew_plan_prepared_bytes(call.plan.get()));
  --call.execution.workspace_bytes;
  EXPECT_EQ(call.run(), nullptr);
  EXPECT_STREQ(call.error.rule, "MM2");
}

// More than can be stated is refused, not tried.
TEST(prepare_memory, MM1_beyond_63_bits) {
  const float value = 7;
  const int64_t index = 0;
  float output = 0;
  const shape table{1, 0}, positions{int64_t{1} << 62}, none{int64_t{1} << 62, 0}, zeros{0, 0};
  arguments a = along(operator_kind::gather, 0);
  a.data = describe(const_cast<float*>(&value), STREW_DTYPE_F32, table, zeros);
  a.indices = describe(const_cast<int64_t*>(&index), STREW_DTYPE_I64, positions, zeros);
  a.output = describe(&output, STREW_DTYPE_F32, none, zeros);
  const plan_handle plan = plan_of(a);
  EXPECT_EQ(strew_plan_prepared_bytes(plan.get()), UINT64_MAX);
  EXPECT_EQ(strew_plan_prepare_workspace(plan.get()), 0U);
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(prepared_of(plan, &index, &error), nullptr);
  EXPECT_STREQ(error.rule, "MM1");
}

TEST(prepare_memory, PT1_PT2_PT4_of_its_pointers) {
  prepare_call call;
  strew_error& error = call.error;
  strew_prepared* made = nullptr;
  EXPECT_EQ(strew_prepare(call.plan.get(), call.l.indices.data(), nullptr, nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(strew_prepare(nullptr, call.l.indices.data(), nullptr, &made, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(strew_prepare(call.plan.get(), nullptr, nullptr, &made, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(error.operand, STREW_OPERAND_INDICES);
  call.allocator.release = nullptr;
  EXPECT_EQ(strew_prepare(call.plan.get(), call.l.indices.data(), &call.execution, &made, &error),
            STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT4");
  call.execution.version = 9;
  EXPECT_EQ(strew_prepare(call.plan.get(), call.l.indices.data(), &call.execution, &made, &error),
            STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT2");
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(strew_plan_prepared_bytes(nullptr), 0U);
  EXPECT_EQ(strew_plan_prepare_workspace(nullptr), 0U);
  strew_prepared_destroy(nullptr);
}

TEST(prepare_memory, PT1_PT2_of_inspect_and_bind) {
  prepare_call call;
  strew_error& error = call.error;
  const prepared_handle prepared = call.run();
  strew_prepared_info info = STREW_PREPARED_INFO_INIT;
  EXPECT_EQ(strew_prepared_inspect(nullptr, &info, &error), STREW_STATUS_POINTER);
  EXPECT_EQ(strew_prepared_inspect(prepared.get(), nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  info.positions = 77;
  for (const auto& [size, version] :
       {std::pair(sizeof info, 1), {offsetof(strew_prepared_info, distinct), 2}, {sizeof info, 3}, {sizeof info, 0}}) {
    info.struct_size = static_cast<uint32_t>(size);
    info.version = static_cast<uint32_t>(version);
    EXPECT_EQ(strew_prepared_inspect(prepared.get(), &info, &error), STREW_STATUS_POINTER);
    EXPECT_STREQ(error.rule, "PT2");
    EXPECT_EQ(info.positions, 77U);
  }
  strew_plan* made = nullptr;
  EXPECT_EQ(strew_plan_bind(call.plan.get(), nullptr, &made, &error), STREW_STATUS_POINTER);
  EXPECT_EQ(strew_plan_bind(nullptr, prepared.get(), &made, &error), STREW_STATUS_POINTER);
  EXPECT_EQ(strew_plan_bind(call.plan.get(), prepared.get(), nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
}

TEST(prepare_memory, PT1_PT2_of_lists) {
  prepare_call call;
  strew_error& error = call.error;
  const prepared_handle prepared = call.run();
  strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
  EXPECT_EQ(strew_prepared_view(nullptr, &lists, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(strew_prepared_view(prepared.get(), nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  lists.positions = 77;
  for (const auto& [size, version] : {std::pair(sizeof lists, 0), {sizeof lists, 2}, {sizeof lists - 8, 1}}) {
    lists.struct_size = static_cast<uint32_t>(size);
    lists.version = static_cast<uint32_t>(version);
    EXPECT_EQ(strew_prepared_view(prepared.get(), &lists, &error), STREW_STATUS_POINTER);
    EXPECT_STREQ(error.rule, "PT2");
    EXPECT_EQ(lists.positions, 77U);
  }
}

TEST(prepare_memory, CN1_gives_everything_back) {
  prepare_call call;
  call.execution.cancel = [](void*) { return 1; };
  EXPECT_EQ(call.run(), nullptr);
  EXPECT_EQ(call.error.status, STREW_STATUS_CANCELLED);
  EXPECT_STREQ(call.error.rule, "CN1");
  EXPECT_EQ(call.memory.bytes, 0U);
}

}  // namespace
}  // namespace strew::support
