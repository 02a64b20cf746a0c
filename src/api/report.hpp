// Failures as error records.
#pragma once

#include "base/status.hpp"
#include "strew/strew.h"

namespace strew::engine::api {

// Each returns the status. A failure fills the record, if there is one; success sets only its status.
strew_status report(const failure& bad, strew_error* error);
strew_status report_ok(strew_error* error);

}  // namespace strew::engine::api
