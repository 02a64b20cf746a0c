#include "cost/machine.hpp"

#include <algorithm>
#include <thread>

namespace strew::engine {
namespace {

constexpr std::uint64_t kibibyte = 1024;
constexpr std::uint64_t mebibyte = 1024 * kibibyte;

// Of a processor of the family that has a whole socket. Measured on Zen 4, the others from published latencies and
// bandwidths, rather slow than fast where they differ: a candidate that needs less of the machine is the safer one.
constexpr machine zen3 = {.threads = 0,
                          .first_cache = 32 * kibibyte,
                          .second_cache = 512 * kibibyte,
                          .last_cache = 32 * mebibyte,
                          .last_sharers = 8,
                          .stream_near = 60,
                          .stream_one = 20,
                          .stream_all = 100,
                          .line_second = 1.0,
                          .line_last = 3.0,
                          .line_memory = 9.0,
                          .line_memory_all = 1.5,
                          .position = 0.6,
                          .exchange = 25,
                          .wake = 30000,
                          .handover = 800};

constexpr machine zen4 = {.threads = 0,
                          .first_cache = 32 * kibibyte,
                          .second_cache = 1024 * kibibyte,
                          .last_cache = 32 * mebibyte,
                          .last_sharers = 8,
                          .stream_near = 80,
                          .stream_one = 25,
                          .stream_all = 200,
                          .line_second = 0.8,
                          .line_last = 2.5,
                          .line_memory = 8.0,
                          .line_memory_all = 1.0,
                          .position = 0.5,
                          .exchange = 20,
                          .wake = 30000,
                          .handover = 700};

constexpr machine zen5 = {.threads = 0,
                          .first_cache = 48 * kibibyte,
                          .second_cache = 1024 * kibibyte,
                          .last_cache = 32 * mebibyte,
                          .last_sharers = 8,
                          .stream_near = 110,
                          .stream_one = 30,
                          .stream_all = 300,
                          .line_second = 0.7,
                          .line_last = 2.2,
                          .line_memory = 7.0,
                          .line_memory_all = 0.8,
                          .position = 0.4,
                          .exchange = 20,
                          .wake = 30000,
                          .handover = 700};

constexpr machine intel_server = {.threads = 0,
                                  .first_cache = 48 * kibibyte,
                                  .second_cache = 1280 * kibibyte,
                                  .last_cache = 32 * mebibyte,
                                  .last_sharers = 32,
                                  .stream_near = 70,
                                  .stream_one = 12,
                                  .stream_all = 150,
                                  .line_second = 0.8,
                                  .line_last = 5.0,
                                  .line_memory = 9.0,
                                  .line_memory_all = 1.0,
                                  .position = 0.5,
                                  .exchange = 30,
                                  .wake = 40000,
                                  .handover = 1000};

constexpr machine other_x86 = {.threads = 0,
                               .first_cache = 32 * kibibyte,
                               .second_cache = 256 * kibibyte,
                               .last_cache = 8 * mebibyte,
                               .last_sharers = 8,
                               .stream_near = 40,
                               .stream_one = 12,
                               .stream_all = 30,
                               .line_second = 1.2,
                               .line_last = 4.0,
                               .line_memory = 10.0,
                               .line_memory_all = 3.0,
                               .position = 0.7,
                               .exchange = 30,
                               .wake = 40000,
                               .handover = 1000};

constexpr machine arm64 = {.threads = 0,
                           .first_cache = 64 * kibibyte,
                           .second_cache = 1024 * kibibyte,
                           .last_cache = 32 * mebibyte,
                           .last_sharers = 32,
                           .stream_near = 50,
                           .stream_one = 20,
                           .stream_all = 150,
                           .line_second = 1.0,
                           .line_last = 4.0,
                           .line_memory = 9.0,
                           .line_memory_all = 1.0,
                           .position = 0.7,
                           .exchange = 30,
                           .wake = 40000,
                           .handover = 1000};

const machine& row_of(kernel::processor_family family) {
  switch (family) {
    case kernel::processor_family::zen3:
      return zen3;
    case kernel::processor_family::zen4:
      return zen4;
    case kernel::processor_family::zen5:
      return zen5;
    case kernel::processor_family::intel_server:
      return intel_server;
    case kernel::processor_family::arm64:
      return arm64;
    case kernel::processor_family::x86:
    case kernel::processor_family::other:
      break;
  }
  return other_x86;
}

std::uint64_t known_or(std::int64_t bytes, std::uint64_t typical) {
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : typical;
}

}  // namespace

// A part of a socket's threads gets no more of its memory than each of them can ask for.
machine assumed_machine(const kernel::processor& about, std::uint64_t threads) {
  machine made = row_of(about.family);
  made.threads = std::max<std::uint64_t>(threads, 1);
  made.first_cache = known_or(about.caches.first, made.first_cache);
  made.second_cache = known_or(about.caches.second, made.second_cache);
  made.last_cache = std::max(known_or(about.caches.last, made.last_cache), made.second_cache);
  made.last_sharers = std::min(known_or(about.caches.last_sharers, made.last_sharers), made.threads);
  const auto count = static_cast<double>(made.threads);
  made.stream_all = std::min(made.stream_all, made.stream_one * count);
  made.line_memory_all = std::max(made.line_memory_all, made.line_memory / count);
  return made;
}

const machine& this_machine() {
  static const machine found = assumed_machine(kernel::this_processor(), std::thread::hardware_concurrency());
  return found;
}

}  // namespace strew::engine
