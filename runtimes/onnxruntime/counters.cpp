#include "onnxruntime/counters.hpp"

void strew_onnxruntime_counts(std::uint64_t* calls, std::uint64_t* in_place, std::uint64_t* plans) {
  using strew::onnxruntime::counted;
  *calls = counted.calls.load();
  *in_place = counted.in_place.load();
  *plans = counted.plans.load();
}
