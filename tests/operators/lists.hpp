// The lists of prepared indices.
#pragma once

#include "operators/planned.hpp"
#include "support/lists.hpp"

namespace strew::support {

inline strew_prepared_lists view_of(const prepared_handle& prepared) {
  strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_prepared_view(prepared.get(), &lists, &error), STREW_STATUS_OK) << error.message;
  return lists;
}

inline cell_lists lists_of(const prepared_handle& prepared) {
  return lists_of(view_of(prepared));
}

}  // namespace strew::support
