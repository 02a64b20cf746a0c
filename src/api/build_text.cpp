#include "api/build_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <version>

#include "base/sentence.hpp"
#include "cost/machine.hpp"
#include "plan/plan.hpp"
#include "platform/system_name.hpp"
#include "strew/version.h"
#include "threads/default_pool.hpp"

namespace strew::engine::api {
namespace {

std::string compiler() {
#if defined(__clang__)
  return std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
  return std::string("g++ ") + __VERSION__;
#else
  return "unknown";
#endif
}

std::string cpp_library() {
#if defined(_LIBCPP_VERSION)
  return formatted("libc++ {}", _LIBCPP_VERSION);
#elif defined(_GLIBCXX_RELEASE)
  return formatted("libstdc++ {} ({})", _GLIBCXX_RELEASE, __GLIBCXX__);
#else
  return "unknown";
#endif
}

constexpr std::string_view machine() {
#if defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "AArch64";
#elif defined(__riscv)
  return "RISC-V";
#elif defined(__s390x__)
  return "s390x";
#elif defined(__powerpc64__)
  return "POWER";
#else
  return "other";
#endif
}

constexpr bool is_optimised() {
#if defined(__OPTIMIZE__)
  return true;
#else
  return false;
#endif
}

constexpr bool has_assertions() {
#if defined(STREW_ASSERTIONS)
  return true;
#else
  return false;
#endif
}

constexpr std::string_view yes_or_no(bool is) {
  return is ? "yes" : "no";
}

void add(std::string& text, std::string_view name, std::string_view value) {
  constexpr std::size_t name_width = 14;
  text.append(name).append(name_width - std::min(name.size(), name_width), ' ').append(value).append("\n");
}

}  // namespace

std::string build_text() {
  const bool has_pool = default_pool.run != nullptr;
  std::string text;
  add(text, "version", STREW_VERSION_STRING);
  add(text, "abi", "1");
  add(text, "system", formatted("{} {}", platform::system_name(), machine()));
  add(text, "compiler", compiler());
  add(text, "libraries", formatted("{}, {}", cpp_library(), platform::c_library_name()));
  add(text, "optimised", yes_or_no(is_optimised()));
  add(text, "assertions", yes_or_no(has_assertions()));
  add(text, "threads", has_pool ? default_pool_source() : "none");
  add(text, "thread_count", formatted("{}", has_pool ? default_pool.concurrency(default_pool.context) : 1));
  add(text, "targets", target_names());
  add(text, "target", chosen_target_name());
  add(text, "machine", chosen_for_this_machine().source);
  add(text, "highway", STREW_HIGHWAY_VERSION);
  return text;
}

}  // namespace strew::engine::api
