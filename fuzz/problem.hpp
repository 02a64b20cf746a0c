// A call of an operator: operands that mostly fit together, options that mostly have values they may have.
#pragma once

#include <cstdint>
#include <vector>

#include "bytes.hpp"
#include "operand.hpp"
#include "strew/strew.h"

namespace strew::fuzz {

enum class operation : std::uint8_t {
  gather,
  scatter,
  gather_elements,
  scatter_elements,
  gather_nd,
  scatter_nd,
  tensor_scatter,
  stablehlo_gather,
  stablehlo_scatter
};
constexpr std::uint64_t operations = 9;

// Extents of all operands, before there is memory for them.
struct form {
  numbers data;
  numbers indices;
  numbers direct;
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;
  std::int32_t mode = STREW_LINEAR;
  numbers windows;    // StableHLO: offset_dims or update_window_dims
  numbers collapsed;  // ... collapsed_slice_dims or inserted_window_dims
  numbers map;        // ... start_index_map or scatter_dims_to_operand_dims
  numbers batching;   // ... operand_batching_dims or input_batching_dims
  numbers paired;     // ... the dimensions of indices that go with them
  numbers sizes;      // ... slice_sizes
  std::int64_t index_vector_dim = 0;
  numbers limits;                    // indices below these are valid, one for each member of a tuple
  std::int64_t component_axis = -1;  // of indices, where there are tuples
};

struct problem {
  operation what = operation::gather;
  form shape;
  operand data;
  operand indices;
  operand updates;
  operand output;
  bool is_scatter = false;
  bool is_in_place = false;
  bool has_indices = true;  // tensor_scatter can do without
  strew_options options = STREW_OPTIONS_INIT;
  std::vector<std::uint8_t> fill;

  [[nodiscard]] strew_tensor data_view() const;
  [[nodiscard]] const void* data_pointer() const { return is_in_place ? output.data() : data.data(); }
  [[nodiscard]] const void* indices_pointer() const { return has_indices ? indices.data() : nullptr; }
  [[nodiscard]] const void* updates_pointer() const { return is_scatter ? updates.data() : nullptr; }
};

bool is_scatter(operation what);
form any_form(operation what, bytes& in);

// False if the operands would be larger than is worth a call.
bool read_problem(problem& made, bytes& in);

// Another problem on the same memory that differs in one thing.
void twist(problem& made, bytes& in);

strew_status run(const problem& of, const strew_execution* execution, strew_error& error);
strew_status plan(const problem& of, strew_plan** made, strew_error& error);

}  // namespace strew::fuzz
