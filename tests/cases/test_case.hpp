// A test case: everything a call is made of, in a form that prints as one line and is read back from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cases/operator_kind.hpp"
#include "oracle/stablehlo.hpp"
#include "strew/strew.h"

namespace strew::cases {

using oracle::shape;

// One operand as the call sees it. Strides are always listed; `packed` passes a null pointer for them instead.
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
int64_t count_of(const view& operand);  // 0 also for an extent below 0
shape packed_strides(const shape& extents, int64_t width);

std::vector<operator_kind> all_operators();

// Operands in the order of STREW_OPERAND_DATA ... STREW_OPERAND_OUTPUT.
enum operand_number { data_operand, indices_operand, updates_operand, output_operand, operand_count };

enum class output_place { own, data, indices, updates };  // on which operand the output lies
enum class calling { once, plan };
// Of index values. runs: stretches that step evenly. lines: one value along the last dimension.
// near: at times just outside. extreme: at times at the ends of a type. arbitrary: any bits.
enum class pattern { zero, equal, few, uniform, sorted, descending, runs, lines, near, extreme, arbitrary };
enum class contents { bits, small, special, signs };  // of elements
// Of the structs of a call.
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

// How the library is asked to work; what comes of it does not depend on it.
enum class kernels { any, portable };  // of which target
struct engine_choice {
  kernels target = kernels::any;
  std::string solver = "any";  // by name; any: the first that takes the case
  int64_t executor = 0;        // at most so many tasks, the last one first, on the test's own executor; 0: none
  bool names_a_solver() const { return solver != "any"; }
  bool operator==(const engine_choice&) const = default;
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
  bool null_options = false;  // then the options above are the defaults of the operator
  bool has_fill = false;      // a fill value, not the policy
  strew_dtype fill_type = STREW_DTYPE_OPAQUE;
  std::vector<unsigned char> fill;
  output_place place = output_place::own;
  int64_t shift = 0;  // bytes from that operand's first element to the output's
  bool one_buffer = true;
  tampering tamper = tampering::none;
  calling calls = calling::once;
  int64_t runs = 1;
  int64_t threads = 0;
  engine_choice engine;
  bool null_error = false;
  pattern index_pattern = pattern::uniform;
  contents values = contents::bits;
  uint64_t seed = 0;

  bool is_scatter() const { return cases::is_scatter(op); }
  bool is_stablehlo() const { return cases::is_stablehlo(op); }
  bool has_axis() const { return cases::has_axis(op); }
  bool has_batch_dims() const { return cases::has_batch_dims(op); }
  // The operand walked in order.
  const view& direct() const { return is_scatter() ? updates : output; }
  view& direct() { return is_scatter() ? updates : output; }
  bool operator==(const test_case&) const = default;
};

const view& view_of(const test_case& p, operand_number which);
// Those that the call has.
std::vector<operand_number> operands_of(const test_case& p);

std::string to_text(const test_case& p);
// Throws std::invalid_argument with the part that could not be read.
test_case test_case_of(std::string_view text);

std::string name_of_type(strew_dtype type);
std::string_view name_of(pattern kind);
std::string_view name_of_reduction(int32_t value);
std::string_view name_of_policy(int32_t value);

}  // namespace strew::cases
