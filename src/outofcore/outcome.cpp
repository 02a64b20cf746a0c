#include "outofcore/outcome.hpp"

#include "api/report.hpp"

namespace strew::engine::outofcore {

strew_error error_of(const trouble& of) {
  strew_error made = STREW_ERROR_INIT;
  if (of.refused) api::report(*of.refused, &made);
  return made;
}

}  // namespace strew::engine::outofcore
