#include "exchange/indices.hpp"

#include <array>
#include <limits>

#include "strew/cells.h"

namespace strew::engine::exchange {
namespace {

constexpr std::uint64_t most_numbers = std::numeric_limits<std::uint32_t>::max();

// A gather from a table of which only the shape matters: its rows have no elements.
class gather_of_rows {
 public:
  gather_of_rows(std::int64_t rows, const strew_tensor& indices)
      : data_extents_{rows, 0}, output_extents_{indices.extents[0], 0} {
    op_.kind = STREW_OPERATOR_GATHER;
    indices_ = indices;
    set(data_, data_extents_);
    set(output_, output_extents_);
  }
  gather_of_rows(const gather_of_rows&) = delete;
  gather_of_rows& operator=(const gather_of_rows&) = delete;

  status plan(const index_kind& kind, plan_ptr& made) const {
    strew_options asked = STREW_OPTIONS_INIT;
    asked.out_of_bounds = kind.out_of_bounds;
    asked.negative_indices = kind.negative_indices;
    strew_plan* plan = nullptr;
    strew_error error = STREW_ERROR_INIT;
    if (strew_plan_make(&op_, &data_, &indices_, nullptr, &output_, &asked, &plan, &error) != STREW_STATUS_OK)
      return failure_of(error);
    made.reset(plan);
    return {};
  }

 private:
  static void set(strew_tensor& one, const std::int64_t (&extents)[2]) {
    one.dtype = STREW_DTYPE_U8;
    one.rank = 2;
    one.extents = extents;
  }

  std::int64_t data_extents_[2], output_extents_[2];
  strew_operator op_ = STREW_OPERATOR_INIT;
  strew_tensor data_ = STREW_TENSOR_INIT, indices_, output_ = STREW_TENSOR_INIT;
};

status check_size(const strew_tensor& indices, const row_layout& layout) {
  if (indices.extents[0] > static_cast<std::int64_t>(most_numbers))
    return fail(rule::XC1, operand::indices, "there are {} positions at one rank, more than {}", indices.extents[0],
                most_numbers);
  for (std::uint64_t r = 0; r < layout.ranks(); ++r) {
    if (static_cast<std::uint64_t>(layout.rows_of(r)) > most_numbers)
      return fail(rule::XC1, operand::none, "rank {} has {} rows, more than {}", r, layout.rows_of(r), most_numbers);
  }
  return {};
}

}  // namespace

status placed_positions::make(const strew_tensor& indices, const index_kind& kind, const row_layout& layout,
                              const strew_execution* with, bad_positions& bad) {
  if (indices.rank != 1)
    return fail(rule::XC1, operand::indices, "they have rank {}, not one dimension of positions", indices.rank);
  if (indices.dtype != kind.type) return fail(rule::XC1, operand::indices, "they have another type than the exchange");
  if (auto refused = check_size(indices, layout)) return refused;
  if (auto refused = gather_of_rows(kind.rows, indices).plan(kind, plan_)) return refused;
  indices_ = indices.data;
  count_ = static_cast<std::uint64_t>(indices.extents[0]);
  layout_ = &layout;
  with_ = with;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_check(plan_.get(), nullptr, indices_, nullptr, nullptr, with, &error);
  if (status == STREW_STATUS_INDEX)
    bad = {error.bad_count, error.position, error.tuple[0]};
  else if (status != STREW_STATUS_OK)
    return failure_of(error);
  return {};
}

status placed_positions::read(std::uint64_t first, std::uint64_t count, row_place* places) const {
  std::array<std::uint64_t, at_once> rows;
  strew_error error = STREW_ERROR_INIT;
  if (strew_plan_cells(plan_.get(), indices_, first, count, rows.data(), with_, &error) != STREW_STATUS_OK)
    return failure_of(error);
  return layout_->locate(rows.data(), count, places);
}

failure index_failure(const index_kind& kind, std::uint64_t positions, const bad_positions& bad) {
  const auto count = static_cast<std::int64_t>(positions);
  strew_tensor all = STREW_TENSOR_INIT;
  all.dtype = kind.type;
  all.rank = 1;
  all.extents = &count;
  plan_ptr plan{nullptr, strew_plan_destroy};
  if (auto refused = gather_of_rows(kind.rows, all).plan(kind, plan)) return *std::move(refused);
  strew_problem_bad_index found = STREW_PROBLEM_BAD_INDEX_INIT;
  found.operand = STREW_OPERAND_INDICES;
  found.position = bad.first;
  found.bad_count = bad.count;
  found.tuple_depth = 1;
  found.tuple = &bad.value;
  strew_error error = STREW_ERROR_INIT;
  strew_plan_index_error(plan.get(), &found, &error);
  return failure_of(error);
}

}  // namespace strew::engine::exchange
