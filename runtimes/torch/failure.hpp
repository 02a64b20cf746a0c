// What strew reports, as the exceptions that PyTorch translates.
#pragma once

#include "strew/strew.h"

namespace strew::torch {

// An empty record, without setting the fields that only a failure sets.
inline strew_error& reset(strew_error& record) {
  record.struct_size = sizeof record;
  record.version = 2;
  record.status = STREW_STATUS_OK;
  return record;
}

// Throws unless the status is STREW_STATUS_OK: std::out_of_range, IndexError in Python, for indices; std::bad_alloc;
// else std::runtime_error, RuntimeError in every version (std::invalid_argument would be ValueError in some).
void check(strew_status status, const strew_error& record);

}  // namespace strew::torch
