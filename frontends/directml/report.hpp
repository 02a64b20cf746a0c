// Reporting of failures: the record of the thread, and the message callback.
#pragma once

#include <string_view>

#include "directml/failure.hpp"
#include "directml/private_data.hpp"
#include "directml/settings.hpp"

namespace strew::frontends::directml {

// The method that failed, and its object.
struct subject {
  std::string_view method;
  std::string_view about = {};
};

// Stores the record for this thread, sends the message if there is a callback and `is_told`; returns bad.result.
HRESULT report_failure(const settings& with, bool is_reported, const subject& where, const object_name& who,
                       const failure& bad);

}  // namespace strew::frontends::directml
