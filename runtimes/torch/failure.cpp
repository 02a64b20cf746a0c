#include "torch/failure.hpp"

#include <new>
#include <stdexcept>
#include <string>

namespace strew::torch {

void check(strew_status status, const strew_error& record) {
  if (status == STREW_STATUS_OK) return;
  if (status == STREW_STATUS_MEMORY) throw std::bad_alloc();
  const std::string message = record.message;
  if (status == STREW_STATUS_INDEX) throw std::out_of_range(message);
  throw std::runtime_error(message);
}

}  // namespace strew::torch
