// The engine, through its public functions: what an exchange validates, sorts and moves, others could with public
// headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "record/record.hpp"
#include "strew/operator.h"
#include "strew/problem.h"
#include "strew/strew.h"

namespace strew::engine::exchange {

using plan_ptr = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;
using prepared_ptr = std::unique_ptr<strew_prepared, void (*)(strew_prepared*)>;

// Whether writes keep state for their rows until the last one.
enum class row_state : std::uint8_t { unknown, none, kept };

// The elements of a row, and what is done with them.
struct row_kind {
  strew_dtype type = STREW_DTYPE_OPAQUE;
  std::int64_t width = 1;  // bytes of an element
  std::int64_t columns = 1;
  std::int32_t reduction = STREW_REDUCTION_NONE;
  std::int32_t exclude_self = 0;
  std::int32_t accumulate = STREW_ACCUMULATE_WIDE;
  row_state state = row_state::unknown;

  [[nodiscard]] std::int64_t bytes() const { return width * columns; }
};

// Rows of one side of a move: those of ids, or one after the other.
struct row_side {
  const std::byte* first = nullptr;
  std::int64_t rows = 0;
  std::int64_t stride = 0;  // bytes from row to row
  const std::uint32_t* ids = nullptr;
};

// table[to.ids[i]] (op)= rows[from.ids[i]], for i in [0, count), in order.
struct row_move {
  row_side to, from;
  std::int64_t count = 0;
};

// Writes of one table, which may keep state until the last one.
class row_writer {
 public:
  explicit row_writer(const row_kind& of) : of_(of) {}

  // Whether the engine has such moves: TY1, TY4, AT1; and the bytes of state for their table.
  status check(const row_move& what, std::uint64_t& state) const;
  status move(const row_move& what, const strew_execution* with);
  // After the last one. Nothing may be moved after it.
  status store(const strew_execution* with);
  [[nodiscard]] std::uint64_t state_bytes() const { return accumulators_.size(); }

 private:
  status accumulate(plan_ptr open, const strew_operand_places& at, const strew_execution* with);
  status phase(std::int32_t which, const strew_plan* open, const strew_operand_places& at, const strew_execution* with);

  row_kind of_;
  bool has_begun_ = false;
  std::vector<std::byte> accumulators_;
  plan_ptr last_{nullptr, strew_plan_destroy};
  strew_operand_places at_ = STREW_OPERAND_PLACES_INIT;  // of the last one
};

// Moves rows without a reduction.
status move_rows(const row_kind& of, const row_move& what, const strew_execution* with);

}  // namespace strew::engine::exchange
