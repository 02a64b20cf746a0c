// Errors of the file layer are values: a failure has a kind, which decides the exit code, and one sentence without the
// name of the file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace strew::files {

enum class failure_kind {
  system,          // the file cannot be opened, read or written
  protected_file,  // the file can be replaced, and should not be without being asked for (files/protection.hpp)
  format,          // the bytes are not what the format asks for
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
class [[nodiscard]] result {
 public:
  result(T value) : state_(std::move(value)) {}
  result(failure error) : state_(std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() { return std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const failure& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, failure> state_;
};

// Of bytes that are not what the format asks for.
inline failure refused(const std::string& message) {
  return {failure_kind::format, message};
}

// A failure from errno: "what: why". Full disks, exhausted memory and limits are resources.
failure system_failure(const std::string& what, int error_number);

// Called between pieces of a long read or write; both may be empty.
struct transfer_hooks {
  std::function<bool()> stop;
  std::function<void(std::uint64_t done, std::uint64_t total)> advance;
};

}  // namespace strew::files
