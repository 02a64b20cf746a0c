// The descriptor of an operator, made in one expression.
#ifndef STREW_DESCRIPTOR_HPP
#define STREW_DESCRIPTOR_HPP

#include <cstdint>

#include "strew/config.hpp"
#include "strew/operator.h"

namespace STREW_NAMESPACE::detail {

// An operator that has numbers and no lists; those that it does not use are 0.
inline strew_operator numbered(std::int32_t kind, std::int64_t axis, std::int64_t batch_dims,
                               std::int32_t mode = 0) noexcept {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = kind;
  made.mode = mode;
  made.axis = axis;
  made.batch_dims = batch_dims;
  return made;
}

}  // namespace STREW_NAMESPACE::detail

#endif
