#include "torch/operators.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "strew/strew.h"
#include "torch/arguments.hpp"
#include "torch/run.hpp"

namespace strew::torch {
namespace {

constexpr bool has_axis(std::int32_t op) {
  return op != STREW_OPERATOR_GATHER_ND && op != STREW_OPERATOR_SCATTER_ND;
}

constexpr bool has_batch_dims(std::int32_t op) {
  return op != STREW_OPERATOR_GATHER_ELEMENTS && op != STREW_OPERATOR_SCATTER_ELEMENTS;
}

// The arguments in the order of schema_of.
template <form Form, std::int32_t Op>
void call_operator(stack_value* stack, std::uint64_t, std::uint64_t) {
  arguments all(stack);
  operands tensors;
  std::vector<std::int64_t> extents;
  if constexpr (Form == form::zeros)
    extents = all.next_integers();
  else
    tensors.data = all.next_tensor();
  tensors.indices = all.next_tensor();
  if constexpr (Form != form::gather) tensors.updates = all.next_tensor();
  call given;
  given.kind = Form;
  given.op = Op;
  if constexpr (has_axis(Op)) given.axis = all.next_integer();
  if constexpr (has_batch_dims(Op)) given.batch_dims = all.next_integer();
  given.options = all.next_integer();
  if constexpr (Form == form::gather) tensors.fill = all.next_optional_tensor();

  if constexpr (Form == form::zeros) {
    given.data.rank = static_cast<std::int64_t>(extents.size());
    given.data.sizes = extents.data();
  }
  tensor result = run(given, tensors);
  if constexpr (Form != form::in_place) stack[0] = result.release();
}

template <form Form, std::int32_t Op>
constexpr operator_row row(const char* name) {
  return {name, Form, Op, call_operator<Form, Op>};
}

}  // namespace

const operator_row operators[12] = {
    row<form::gather, STREW_OPERATOR_GATHER>("gather"),
    row<form::gather, STREW_OPERATOR_GATHER_ELEMENTS>("gather_elements"),
    row<form::gather, STREW_OPERATOR_GATHER_ND>("gather_nd"),
    row<form::scatter, STREW_OPERATOR_SCATTER>("scatter"),
    row<form::scatter, STREW_OPERATOR_SCATTER_ELEMENTS>("scatter_elements"),
    row<form::scatter, STREW_OPERATOR_SCATTER_ND>("scatter_nd"),
    row<form::in_place, STREW_OPERATOR_SCATTER>("scatter_"),
    row<form::in_place, STREW_OPERATOR_SCATTER_ELEMENTS>("scatter_elements_"),
    row<form::in_place, STREW_OPERATOR_SCATTER_ND>("scatter_nd_"),
    row<form::zeros, STREW_OPERATOR_SCATTER>("scatter_zeros"),
    row<form::zeros, STREW_OPERATOR_SCATTER_ELEMENTS>("scatter_elements_zeros"),
    row<form::zeros, STREW_OPERATOR_SCATTER_ND>("scatter_nd_zeros"),
};

std::string schema_of(const operator_row& one) {
  const char* const first[] = {"Tensor data", "Tensor data", "Tensor(a!) data", "SymInt[] size"};
  std::string schema = std::string(one.name) + "(" + first[static_cast<std::size_t>(one.kind)] + ", Tensor indices";
  if (one.kind != form::gather) schema += ", Tensor updates";
  if (has_axis(one.op)) schema += ", int axis=0";
  if (has_batch_dims(one.op)) schema += ", int batch_dims=0";
  schema += ", int options=0";
  if (one.kind == form::gather) schema += ", Tensor? fill=None";
  return schema + (one.kind == form::in_place ? ") -> ()" : ") -> Tensor");
}

}  // namespace strew::torch
