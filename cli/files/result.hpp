// Errors of the file layer are values: a failure has a kind, which determines the exit code, and a message without the
// file name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "base/sentence.hpp"

namespace strew::files {

enum class failure_kind {
  usage,           // what names the array is wrong, or it is used for what its format cannot
  system,          // the file cannot be opened, read or written
  protected_file,  // the file may be replaced only on request (files/protection.hpp)
  format,          // the bytes are not what the format requires
  resources,       // no memory, no space, a limit of the process
  interrupted      // the stop hook said so
};

struct failure {
  failure_kind kind;
  std::string message;
};

// Empty means success.
using maybe_failure = std::optional<failure>;

template <class T>
using result = engine::basic_result<T, failure>;

// The bytes are not what the format requires.
template <class... Values>
failure refused(engine::sentence<Values...> text, const Values&... values) {
  return {failure_kind::format, engine::formatted(text, values...)};
}

// A failure from errno: "what: why". Full disks, exhausted memory and limits are resources.
failure system_failure(const std::string& text, int error_number);

// Called between pieces of a long read or write; both may be empty.
struct transfer_hooks {
  std::function<bool()> stop;
  std::function<void(std::uint64_t done, std::uint64_t total)> advance;
};

}  // namespace strew::files
