// The options of a device, read once.
#pragma once

#include <cstdint>

#include "directml/failure.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

struct settings {
  std::int32_t level = DML_FEATURE_LEVEL_6_4;
  bool is_lenient = false;
  bool has_page_tables = false;
  strew_options gather = STREW_OPTIONS_INIT;
  strew_options scatter = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_directml_message message = nullptr;
  void* message_context = nullptr;
};

// DM26. `given` may be null.
maybe_failure read_settings(const strew_directml_options* given, settings& made);

}  // namespace strew::frontends::directml
