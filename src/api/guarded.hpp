// The ABI boundary: every exported function that can fail runs its body here, so that no exception leaves it and the
// error record is checked before it is written.
#pragma once

#include <new>

#include "api/convert.hpp"

namespace strew::engine::api {

// PT1 of what is no operand.
inline failure missing(const char* name) {
  return fail(rule::PT1, operand::none, "the {} is null", name);
}

// Body returns a status.
template <class Body>
strew_status guarded(strew_error* error, const Body& body) noexcept {
  try {
    if (const status bad = check_error(error)) return report(*bad, nullptr);
    const status bad = body();
    return bad ? report(*bad, error) : report_ok(error);
  } catch (const std::bad_alloc&) {
    return report({rule::MM1, operand::none, {}, nullptr}, error);
  } catch (...) {
    return report({rule::IN1, operand::none, {}, nullptr}, error);
  }
}

}  // namespace strew::engine::api
