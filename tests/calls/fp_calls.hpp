// Calls that are noted: what they return, and whether the floating-point environment is what it was.
#pragma once

#include <strew/strew.h>

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/fp_environment.hpp"

namespace strew::testing {

// What was called, what came back, and who changed the environment.
struct call_log {
  std::set<std::string> called;
  std::vector<std::string> results;
  std::vector<std::string> disturbers;

  template <class Call>
  auto note(const char* name, const Call& call) {
    called.insert(name);
    const fp_environment before = current_environment();
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      compare(name, before);
    } else {
      const auto made = call();
      compare(name, before);
      return made;
    }
  }
  void compare(const char* name, const fp_environment& before) {
    if (!(current_environment() == before)) disturbers.emplace_back(name);
  }
  void keep(const char* name, const void* bytes, std::size_t count) {
    results.push_back(std::string(name) + ": " + std::string(static_cast<const char*>(bytes), count));
  }
};

#define NOTED(function, ...) log.note(#function, [&] { return function(__VA_ARGS__); })

// The bits of f32: what overflows, is inexact, is subnormal, and NaNs that signal.
constexpr std::uint32_t largest_bits = 0x7f7fffff, one_bits = 0x3f800000, tiny_bits = 1, half_unit_bits = 0x33800000,
                        signalling_bits = 0x7f800001;

struct bit_array {
  std::vector<std::int64_t> extents;
  std::vector<std::uint32_t> bits;
  strew_dtype dtype = STREW_DTYPE_F32;

  explicit bit_array(std::vector<std::int64_t> of, strew_dtype type = STREW_DTYPE_F32)
      : extents(std::move(of)), dtype(type) {
    std::size_t count = type == STREW_DTYPE_F64 || type == STREW_DTYPE_C64 ? 2 : 1;
    for (const std::int64_t n : extents) count *= static_cast<std::size_t>(n);
    bits.resize(count);
  }
  bit_array& set(std::initializer_list<std::uint32_t> cycle) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = cycle.begin()[i % cycle.size()];
    return *this;
  }
  strew_tensor view() {
    strew_tensor made = STREW_TENSOR_INIT;
    made.data = bits.data();
    made.dtype = dtype;
    made.rank = extents.size();
    made.extents = extents.data();
    return made;
  }
};

}  // namespace strew::testing
