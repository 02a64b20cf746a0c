// The return value of a failed method, and the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/failure.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

using namespace ::strew::directml;  // NOLINT(google-build-using-namespace): what the public header adds

struct failure {
  HRESULT result;
  strew_error record;
};

// Empty, or a failure.
using maybe_failure = std::optional<failure>;

// InputTensor ... for a STREW_OPERAND_; empty for none.
std::string_view tensor_name(std::int32_t operand);

template <class... Values>
failure invalid(strew_status status, std::int32_t operand, std::string_view rule,
                fmt::format_string<Values...> sentence, Values&&... values) {
  return {E_INVALIDARG,
          fail_of(tensor_name(operand), status, operand, rule, sentence, static_cast<Values&&>(values)...)};
}

template <class... Values>
failure unsupported(std::int32_t operand, std::string_view rule, fmt::format_string<Values...> sentence,
                    Values&&... values) {
  return {DXGI_ERROR_UNSUPPORTED, fail_of(tensor_name(operand), STREW_STATUS_ATTRIBUTE, operand, rule, sentence,
                                          static_cast<Values&&>(values)...)};
}

failure null_pointer(std::int32_t operand, std::string_view name);
failure out_of_memory();
// What a call of the engine left in its record, in DirectML's terms.
maybe_failure from_engine(const strew_error& record);

// The record of the last failed call of this thread.
strew_error& last_error();

}  // namespace strew::frontends::directml
