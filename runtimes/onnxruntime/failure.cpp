#include "onnxruntime/failure.hpp"

namespace strew::onnxruntime {

abi::status* failed(const abi::host& at, const error_record& record) noexcept {
  const bool is_callers = record.code() < status::memory;  // in the order of the checks
  return abi::create_status(at, is_callers ? abi::code_invalid_argument : abi::code_fail, record.native().message);
}

abi::status* no_memory(const abi::host& at) noexcept {
  return abi::create_status(at, abi::code_fail, "strew: there is no memory");
}

}  // namespace strew::onnxruntime
