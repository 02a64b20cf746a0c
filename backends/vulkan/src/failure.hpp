// Failures of this library: records like the engine's, with rules VK1 to VK7.
#pragma once

#include <new>
#include <optional>

#include "common/failure.hpp"
#include "strew/vulkan.h"

namespace strew::vulkan {

using frontends::fail;
using frontends::maybe_failure;

// The boundary of the C interface: no exception leaves it, and a record is checked before it is written. Body returns a
// maybe_failure.
template <class Body>
strew_status guarded(strew_error* error, const Body& body) noexcept {
  maybe_failure found;
  try {
    found = body();
  } catch (const std::bad_alloc&) {
    found = fail(STREW_STATUS_MEMORY, STREW_OPERAND_NONE, "MM1", "no memory of the host is left");
  }
  const strew_status status = found ? found->status : STREW_STATUS_OK;
  if (error == nullptr || error->struct_size != sizeof *error) return status;
  if (found) *error = *found;
  error->status = status;
  return status;
}

// What the engine says of a call of its own.
template <class Call>
maybe_failure by_engine(const Call& call) {
  strew_error error = STREW_ERROR_INIT;
  return call(&error) == STREW_STATUS_OK ? std::nullopt : maybe_failure(error);
}

// PT1 and PT2 of a struct that is given.
template <class Struct>
maybe_failure check_struct(const Struct* given, const char* name) {
  if (given == nullptr) return fail(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "PT1", "the {} is null", name);
  if (frontends::is_known(*given)) return std::nullopt;
  return fail(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "PT2", "the {} has a size of {} and version {}", name,
              given->struct_size, given->version);
}

// Runs one after the other; the first failure.
template <class... Steps>
maybe_failure first_failure(const Steps&... steps) {
  maybe_failure found;
  static_cast<void>(((found = steps(), found.has_value()) || ...));
  return found;
}

}  // namespace strew::vulkan
