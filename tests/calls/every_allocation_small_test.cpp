// The functions that describe operands: every allocation fails once.
#include <gtest/gtest.h>

#include "deep_calls.hpp"
#include "every_failure.hpp"

namespace strew::testing {
namespace {

struct shape_case {
  const char* name;
  std::unique_ptr<deep_operands> (*make)();
  strew_status (*call)(deep_operands& with, std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank);
};

constexpr strew_operator of_kind(std::int32_t kind) {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = kind;
  return made;
}
constexpr strew_operator along_axis = of_kind(STREW_OPERATOR_GATHER);
constexpr strew_operator nd = of_kind(STREW_OPERATOR_GATHER_ND);

const shape_case shape_cases[] = {
    {"along_axis", deep::along_axis<true>,
     [](deep_operands& x, std::uint64_t capacity, std::int64_t* to, std::uint64_t* rank) {
       return strew_shape(&along_axis, &x.d, &x.i, capacity, to, rank, &x.error);
     }},
    {"nd", deep::nd<true>,
     [](deep_operands& x, std::uint64_t capacity, std::int64_t* to, std::uint64_t* rank) {
       return strew_shape(&nd, &x.d, &x.i, capacity, to, rank, &x.error);
     }},
    {"stablehlo_gather", deep::windows<true>,
     [](deep_operands& x, std::uint64_t capacity, std::int64_t* to, std::uint64_t* rank) {
       const strew_gather_dimensions dims = deep::gather_dimensions();
       strew_operator op = of_kind(STREW_OPERATOR_STABLEHLO_GATHER);
       op.gather_dimensions = &dims;
       return strew_shape(&op, &x.d, &x.i, capacity, to, rank, &x.error);
     }},
};

TEST(every_allocation, of_a_shape) {
  for (const shape_case& one : shape_cases) {
    SCOPED_TRACE(one.name);
    const auto with = one.make();
    extents found(32);
    std::uint64_t rank = 0;
    const auto call = [&] {
      rank = 0;
      return one.call(*with, found.size(), found.data(), &rank);
    };
    EXPECT_GT(expect_every_failure_is_clean(with->error, STREW_STATUS_OK, call, [&] { return rank == 0; }), 1);
    EXPECT_EQ(rank, with->output.shape.size());
  }
}

// As dlpack.h lays it out; of elements that are refused in words.
TEST(every_allocation, of_a_dl_tensor_that_is_refused) {
  struct {
    void* data = nullptr;
    std::int32_t device_type = 1, device_id = 0, rank = 1;
    std::uint8_t code = 2, bits = 4;
    std::uint16_t lanes = 1;
    const std::int64_t* shape = nullptr;
    const std::int64_t* strides = nullptr;
    std::uint64_t byte_offset = 0;
  } from;
  const std::int64_t shape[] = {1};
  float value = 0;
  from.data = &value;
  from.shape = shape;
  strew_tensor to = STREW_TENSOR_INIT;
  strew_error error = STREW_ERROR_INIT;
  std::int64_t strides[1] = {};
  const auto call = [&] { return strew_tensor_from_dlpack(&from, 1, strides, &to, &error); };
  const strew_status usual = call();
  ASSERT_NE(usual, STREW_STATUS_OK);
  EXPECT_GT(expect_every_failure_is_clean(error, usual, call, [&] { return to.data == nullptr; }), 0);
}

// The hook itself: each way to allocate fails when told to.
TEST(every_allocation, comes_through_the_functions_that_can_fail) {
  std::int64_t before = live_blocks();
  fail_allocation_after(0);
  void* nothing = ::operator new(8, std::nothrow);
  fail_allocation_after(0);
  void* no_page = ::operator new (64, std::align_val_t{64}, std::nothrow);
  fail_allocation_after(-1);
  EXPECT_EQ(nothing, nullptr);
  EXPECT_EQ(no_page, nullptr);
  EXPECT_EQ(live_blocks(), before);
  void* block = ::operator new (64, std::align_val_t{64});
  EXPECT_EQ(live_blocks(), before + 1);
  ::operator delete (block, std::align_val_t{64});
  EXPECT_EQ(live_blocks(), before);
}

}  // namespace
}  // namespace strew::testing
