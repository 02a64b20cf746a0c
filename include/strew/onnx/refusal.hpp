// The refusals of the ONNX frontend: each sentence begins with operator and version, "ScatterND-16: ...".
#ifndef STREW_ONNX_REFUSAL_HPP
#define STREW_ONNX_REFUSAL_HPP

#include <cstring>
#include <string_view>
#include <utility>

#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/onnx/versions.hpp"
#include "strew/result.hpp"
#include "strew/sentence.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE::onnx::detail {

using strew::detail::sentence;

inline sentence begin(const version& of) noexcept {
  sentence made;
  made << of.op_type << "-" << of.since << ": ";
  return made;
}

// A refusal by a rule of this frontend, ON1 and so on.
inline error_record refuse(status code, const sentence& why, std::string_view rule,
                           strew::operand about = strew::operand::none) noexcept {
  return error_record(code, why.view(), rule, about);
}

// The record of a refusal by the engine, with all its values; only the message is another.
inline error_record named(const error_record& from, const version& of) noexcept {
  sentence words = begin(of);
  words << from.message();
  const error_record cut(from.code(), words.view());
  strew_error made = from.native();
  std::memcpy(made.message, cut.native().message, sizeof made.message);
  return error_record(made);
}

template <class T>
result<T> named(result<T> outcome, const version& of) {
  if (!outcome) return named(outcome.error(), of);
  return outcome;
}

}  // namespace STREW_NAMESPACE::onnx::detail

#endif
