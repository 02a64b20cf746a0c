// One call of any operator, so that a table can hold calls of all of them.
#pragma once

#include "cases/descriptor.hpp"
#include "support/array.hpp"

namespace strew::support {

using cases::described_operator;
using cases::operator_kind;

// The arguments of one call; those that an operator does not have are not looked at.
struct arguments {
  operator_kind kind = operator_kind::gather;
  strew_tensor data = STREW_TENSOR_INIT;
  strew_tensor indices = STREW_TENSOR_INIT;
  strew_tensor updates = STREW_TENSOR_INIT;
  strew_tensor output = STREW_TENSOR_INIT;
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  oracle::dimensions numbers = {};
  const strew_options* options = nullptr;
  const strew_execution* execution = nullptr;

  const strew_tensor* given_updates() const { return is_scatter(kind) ? &updates : nullptr; }
};

// The arguments live as long.
inline described_operator operator_of(const arguments& a) {
  return {a.kind, {a.axis, a.batch_dims, a.mode}, a.numbers};
}

inline strew_status call(const arguments& a, strew_error* error) {
  const described_operator op = operator_of(a);
  return strew_run(&op.value, &a.data, &a.indices, a.given_updates(), &a.output, a.options, a.execution, error);
}

inline strew_error run(const arguments& a) {
  strew_error error = STREW_ERROR_INIT;
  error.status = call(a, &error);
  return error;
}

}  // namespace strew::support
