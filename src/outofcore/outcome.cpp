#include "outofcore/outcome.hpp"

#include "record/record.hpp"

namespace strew::engine::outofcore {

strew_error error_of(const trouble& of) {
  strew_error made = STREW_ERROR_INIT;
  if (of.refused) report(*of.refused, &made);
  return made;
}

}  // namespace strew::engine::outofcore
