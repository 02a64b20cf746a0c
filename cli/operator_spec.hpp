// What a subcommand must know about its operator. One file an operator defines a spec; commands.cpp lists them.
#pragma once

#include <cstdint>
#include <span>

#include "options.hpp"
#include "strew/strew.h"

namespace CLI {
class App;
}

namespace strew::cli {

// The arguments of one call.
struct operator_call {
  strew_tensor data = STREW_TENSOR_INIT;
  strew_tensor indices = STREW_TENSOR_INIT;
  strew_tensor updates = STREW_TENSOR_INIT;  // scatters only
  strew_tensor output = STREW_TENSOR_INIT;
  std::int64_t batch_dims = 0;
  strew_options options = STREW_OPTIONS_INIT;
};

struct operator_spec {
  const char* name;   // "gather-nd"
  const char* doing;  // "gathering"
  const char* summary;
  const char* examples;
  bool is_scatter;
  // Options that only this operator has.
  void (*add_attributes)(CLI::App& app, operator_options& options);
  // How many positions indices of these extents have.
  std::uint64_t (*count_positions)(std::span<const std::int64_t> index_extents);
  // Gathers only: the extents of the output; strew_shape_nd says how `capacity` and `rank` are meant.
  strew_status (*output_shape)(const operator_call& call, std::uint64_t capacity, std::int64_t* extents,
                               std::uint64_t* rank, strew_error* error);
  strew_status (*plan)(const operator_call& call, strew_plan** plan, strew_error* error);
};

extern const operator_spec gather_nd_spec;
extern const operator_spec scatter_nd_spec;

// Positions of index tuples: the last dimension is the tuple.
std::uint64_t count_tuples(std::span<const std::int64_t> index_extents);

}  // namespace strew::cli
