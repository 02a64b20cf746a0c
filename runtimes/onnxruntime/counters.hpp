// What the kernels did since the library was loaded: so one can see that a model's nodes run here.
#pragma once

#include <atomic>
#include <cstdint>

#include "export.hpp"

namespace strew::onnxruntime {

struct counters {
  std::atomic<std::uint64_t> calls = 0;     // nodes that were computed, or refused their operands
  std::atomic<std::uint64_t> in_place = 0;  // scatters whose output is their data
  std::atomic<std::uint64_t> divided = 0;   // calls that were divided among threads
};

inline counters counted;

}  // namespace strew::onnxruntime

extern "C" {
// The three counts, in this order.
STREW_RUNTIME_EXPORT void strew_onnxruntime_counts(std::uint64_t* to);
}
