#include "caps.hpp"

#include "caps_ask.hpp"
#include "caps_directml.hpp"
#include "caps_print.hpp"
#include "report.hpp"

namespace strew::cli {

int print_caps(const caps_options& options) {
  if (options.directml) return print_directml_levels(options);
  const capabilities found = ask_capabilities();
  common_options messages = options.common;
  messages.json = false;
  const outcome error = options.common.json ? print_json(caps_json(found)) : print_text(caps_text(found));
  return error ? report(*error, messages) : exit_ok;
}

}  // namespace strew::cli
