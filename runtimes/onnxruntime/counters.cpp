#include "onnxruntime/counters.hpp"

void strew_onnxruntime_counts(std::uint64_t* to) {
  using strew::onnxruntime::counted;
  to[0] = counted.calls.load();
  to[1] = counted.in_place.load();
  to[2] = counted.divided.load();
}
