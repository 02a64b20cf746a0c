// Workspace and allocators that the caller brings.
#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <vector>

#include "call.hpp"

namespace strew::testing {
namespace {

// Counts what it gives and takes back, and refuses from some call on.
struct counting {
  int allowed = 1000;
  int live = 0;
  int given = 0;
  std::uint64_t last_bytes = 0;
  bool was_wrong = false;  // given back with other numbers than it was requested with

  strew_allocator native() {
    strew_allocator made = STREW_ALLOCATOR_INIT;
    made.context = this;
    made.allocate = [](void* self, std::uint64_t bytes, std::uint64_t alignment) -> void* {
      auto& mine = *static_cast<counting*>(self);
      if (mine.given == mine.allowed) return nullptr;
      ++mine.given;
      ++mine.live;
      mine.last_bytes = bytes;
      return ::operator new (static_cast<std::size_t>(bytes), std::align_val_t{static_cast<std::size_t>(alignment)},
                             std::nothrow);
    };
    made.release = [](void* self, void* block, std::uint64_t bytes, std::uint64_t alignment) {
      auto& mine = *static_cast<counting*>(self);
      --mine.live;
      mine.was_wrong = mine.was_wrong || bytes != mine.last_bytes;
      ::operator delete (block, std::align_val_t{static_cast<std::size_t>(alignment)});
    };
    return made;
  }
};

// A mean keeps a cell for each element of the table.
struct mean_call : scatter_call {
  mean_call() { options.reduction = STREW_REDUCTION_MEAN; }

  std::uint64_t workspace_bytes() {
    strew_plan* made = nullptr;
    EXPECT_EQ(plan(&made), STREW_STATUS_OK);
    const std::uint64_t bytes = strew_plan_workspace(made);
    strew_plan_destroy(made);
    return bytes;
  }
};

const std::vector<float> mean_of_the_call{2.5F, 3, 3.5F, 1, 1.5F, 2, 1, 1, 1, 1, 1, 1};

TEST(brought_memory, workspace_of_the_caller_is_used_at_any_alignment) {
  mean_call call;
  const std::uint64_t bytes = call.workspace_bytes();
  ASSERT_GT(bytes, 0U);
  std::vector<unsigned char> memory(bytes + 2, 0xCC);
  counting allocator;
  const strew_allocator native = allocator.native();
  call.execution.allocator = &native;
  call.execution.workspace = memory.data() + 1;
  call.execution.workspace_bytes = bytes;
  ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
  EXPECT_EQ(call.result, mean_of_the_call);
  EXPECT_EQ(allocator.given, 0);
  EXPECT_EQ(memory.front(), 0xCC);
  EXPECT_EQ(memory.back(), 0xCC);
}

TEST(brought_memory, OV3_workspace_that_shares_bytes_with_an_operand_is_refused) {
  mean_call call;
  const std::uint64_t bytes = call.workspace_bytes();
  call.execution.workspace_bytes = bytes;
  const std::vector<void*> operands{call.table.data(), call.indices.data(), call.updates.data(), call.result.data()};
  for (std::size_t n = 0; n < operands.size(); ++n) {
    auto* const first = static_cast<unsigned char*>(operands[n]);
    for (unsigned char* workspace : {first, first + 7, first - (bytes - 1)}) {
      call.execution.workspace = workspace;
      EXPECT_EQ(call.run(), STREW_STATUS_OVERLAP) << n;
      EXPECT_STREQ(call.error.rule, "OV3");
      EXPECT_TRUE(call.output_is_untouched());
    }
  }
}

TEST(brought_memory, workspace_that_is_too_small_is_refused) {
  mean_call call;
  const std::uint64_t bytes = call.workspace_bytes();
  std::vector<unsigned char> memory(bytes);
  call.execution.workspace = memory.data();
  call.execution.workspace_bytes = bytes - 1;
  EXPECT_EQ(call.run(), STREW_STATUS_MEMORY);
  EXPECT_STREQ(call.error.rule, "MM2");
  EXPECT_TRUE(call.output_is_untouched());
}

TEST(brought_memory, an_allocator_gives_the_workspace_and_gets_it_back) {
  mean_call call;
  counting allocator;
  const strew_allocator native = allocator.native();
  call.execution.allocator = &native;
  ASSERT_EQ(call.run(), STREW_STATUS_OK) << call.error.message;
  EXPECT_EQ(call.result, mean_of_the_call);
  EXPECT_EQ(allocator.given, 1);
  EXPECT_EQ(allocator.live, 0);
  EXPECT_EQ(allocator.last_bytes, call.workspace_bytes());
  EXPECT_FALSE(allocator.was_wrong);
}

TEST(brought_memory, an_allocator_that_has_nothing_is_an_error_before_the_first_write) {
  mean_call call;
  counting allocator;
  allocator.allowed = 0;
  const strew_allocator native = allocator.native();
  call.execution.allocator = &native;
  EXPECT_EQ(call.run(), STREW_STATUS_MEMORY);
  EXPECT_STREQ(call.error.rule, "MM1");
  EXPECT_TRUE(call.output_is_untouched());
  EXPECT_EQ(allocator.live, 0);
}

TEST(brought_memory, an_allocator_without_one_of_its_functions_is_refused) {
  counting allocator;
  for (const bool lacks_release : {false, true}) {
    mean_call call;
    strew_allocator native = allocator.native();
    if (lacks_release) native.release = nullptr;
    if (!lacks_release) native.allocate = nullptr;
    call.execution.allocator = &native;
    EXPECT_EQ(call.run(), STREW_STATUS_POINTER);
    EXPECT_STREQ(call.error.rule, "PT4");
    EXPECT_TRUE(call.output_is_untouched());
  }
}

}  // namespace
}  // namespace strew::testing
