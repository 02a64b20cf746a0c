// Failures as statuses of the runtime.
#pragma once

#include <exception>
#include <new>

#include "onnxruntime/abi.hpp"
#include "strew/error.hpp"

namespace strew::onnxruntime {

// The message, which begins with the version of the operator and has the rule: INVALID_ARGUMENT in Python, unless
// memory or strew itself failed.
abi::status* failed(const abi::host& at, const error_record& record) noexcept;

abi::status* no_memory(const abi::host& at) noexcept;

// Runs a function of a provider: exceptions are not for the runtime, whose callers do not expect any.
template <class Body>
abi::status* guarded(const abi::host& at, const Body& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return no_memory(at);
  } catch (const std::exception& other) {
    return abi::create_status(at, abi::code_fail, other.what());
  }
}

// Returns from the caller if a function of the runtime failed.
#define STREW_TRY(call)                                                                              \
  do {                                                                                               \
    if (strew::onnxruntime::abi::status* const failed_ = (call); failed_ != nullptr) return failed_; \
  } while (false)

}  // namespace strew::onnxruntime
