// A test case: all arguments of a call, in a form that is printed as one line and parsed from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cases/operator_kind.hpp"
#include "oracle/stablehlo.hpp"
#include "strew/strew.h"

namespace strew::cases {

// How many element types there are.
inline constexpr strew_dtype dtype_count = 0
#define STREW_TYPE(...) +1
#include "strew/words.def"
    ;

using oracle::shape;

// One operand of the call. Strides are always listed; with `packed` a null pointer is passed for them.
struct view {
  strew_dtype type = STREW_DTYPE_F32;
  uint64_t element_bytes = 0;
  shape extents;
  shape strides;
  bool packed = false;
  bool null = false;     // a null data pointer
  int64_t misalign = 0;  // of its first byte
  bool operator==(const view&) const = default;
};

int64_t width_of(const view& operand);
int64_t count_of(const view& operand);  // 0 also for a negative extent
shape packed_strides(const shape& extents, int64_t width);

std::vector<operator_kind> all_operators();  // of the C ABI
std::vector<operator_kind> operators_and_move();

// Operands in the order of STREW_OPERAND_DATA ... STREW_OPERAND_WEIGHTS, then those in place of indices and from.
enum operand_number {
  data_operand,
  indices_operand,
  updates_operand,
  output_operand,
  from_operand,
  weights_operand,
  offsets_operand,
  from_offsets_operand,
  operand_count
};

enum class output_place { own, data, indices, updates };  // the operand whose memory the output uses
enum class calling { once, plan };
// Distribution of index values. runs: runs with a constant step. lines: one value along the last dimension.
// near: sometimes just out of bounds. extreme: sometimes at the limits of a type. arbitrary: any bits.
enum class pattern { zero, equal, few, uniform, sorted, descending, runs, lines, near, extreme, arbitrary };
// Of elements. orderless: they have the same sums and products in any order.
enum class contents { bits, small, special, signs, orderless };
// Invalid fields in the structs of a call.
enum class tampering {
  none,
  version,
  struct_size,
  device,
  options_version,
  execution_size,
  null_data,
  null_indices,
  null_updates,
  null_output,
  null_numbers,
  numbers_version,
  null_list
};

// Settings of the library that do not affect the result; what an output holds after an error is none.
enum class kernels { any, portable };  // of which target
struct engine_choice {
  kernels target = kernels::any;
  std::string solver = "any";  // by name; any: the first applicable one
  int64_t executor = 0;        // task limit of the test's own executor, which runs the last task first; 0: none
  int32_t on_error = STREW_ON_ERROR_KEEP;
  bool names_a_solver() const { return solver != "any"; }
  bool operator==(const engine_choice&) const = default;
};

// What a move has besides a scatter_nd, whose indices are those of its table. With `from`, updates are addressed
// through indices too; with weights, one for each position, their products are combined. Either side may have padding:
// the place of the only member of its tuples that is neither read nor written, and may count from the end.
struct move_parts {
  bool has_from = false;
  view from;
  int32_t from_out_of_bounds = STREW_OOB_ERROR;
  int32_t from_negative = STREW_NEGATIVE_FROM_END;
  pattern from_pattern = pattern::uniform;
  std::optional<int64_t> from_padding, padding;
  bool has_weights = false;
  view weights;
  // In place of the indices of a side, which has tuples of one member: [B..., S or S + 1].
  bool has_offsets = false, has_from_offsets = false;
  view offsets, from_offsets;
  bool operator==(const move_parts&) const = default;
};

struct test_case {
  operator_kind op = operator_kind::gather_nd;
  view data, indices, updates, output;  // a gather has no updates
  bool no_indices = false;              // of a tensor_scatter
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  oracle::dimensions numbers;  // of the StableHLO forms
  int32_t reduction = STREW_REDUCTION_NONE;
  int32_t out_of_bounds = STREW_OOB_ERROR;
  int32_t negative = STREW_NEGATIVE_FROM_END;
  int32_t exclude_self = 0;
  int32_t accumulate = STREW_ACCUMULATE_WIDE;
  int32_t unordered = 0;
  int32_t duplicates = STREW_DUPLICATES_ALLOW;
  int32_t partial_window = STREW_PARTIAL_ELEMENT;
  bool null_options = false;  // the options above must be the defaults of the operator
  bool has_fill = false;      // a fill value is passed, under any policy
  strew_dtype fill_type = STREW_DTYPE_OPAQUE;
  std::vector<unsigned char> fill;
  output_place place = output_place::own;
  int64_t shift = 0;  // bytes from the first element of that operand to that of the output
  bool one_buffer = true;
  tampering tamper = tampering::none;
  calling calls = calling::once;
  int64_t runs = 1;
  int64_t threads = 0;
  engine_choice engine;
  bool null_error = false;
  move_parts move;
  pattern index_pattern = pattern::uniform;
  contents values = contents::bits;
  uint64_t seed = 0;

  bool is_scatter() const { return cases::is_scatter(op); }
  bool is_move() const { return op == operator_kind::move; }
  bool is_stablehlo() const { return cases::is_stablehlo(op); }
  bool has_axis() const { return cases::has_axis(op); }
  bool has_batch_dims() const { return cases::has_batch_dims(op); }
  // The operand that is traversed in order, or by the second indices of a move.
  const view& direct() const { return is_scatter() ? updates : output; }
  view& direct() { return is_scatter() ? updates : output; }
  bool operator==(const test_case&) const = default;
};

const view& view_of(const test_case& p, operand_number which);
// The operands of the call, in ascending order.
std::vector<operand_number> operands_of(const test_case& p);

std::string to_text(const test_case& p);
// Throws std::invalid_argument with the part that cannot be parsed.
test_case test_case_of(std::string_view text);

std::string name_of_type(strew_dtype type);
std::string_view name_of(pattern kind);
std::string_view name_of_reduction(int32_t value);
std::string_view name_of_policy(int32_t value);

}  // namespace strew::cases
