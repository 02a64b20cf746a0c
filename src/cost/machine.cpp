#include "cost/machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "base/sentence.hpp"
#include "cost/tuning_file.hpp"
#include "platform/float_state.hpp"
#include "platform/processors.hpp"

namespace strew::engine {
namespace {

constexpr std::uint64_t kibibyte = 1024;
constexpr std::uint64_t mebibyte = 1024 * kibibyte;

// Of a processor of the family, in the order of machine.def; `all` is of the threads that share a last cache. Measured
// on Zen 4, the others from published latencies and bandwidths beside it, rather slow than fast: a candidate that asks
// less of the machine is the safer one.
// clang-format off
//                                first           second            last           of  near one all  second last memory all position exchange wake  handover
constexpr machine zen3 =         {0, 32 * kibibyte,  512 * kibibyte, 32 * mebibyte,  8,  70, 25,  35, 0.45, 5.0, 10.0, 2.0, 0.60,  5.0, 40000, 1600};
constexpr machine zen4 =         {0, 32 * kibibyte, 1024 * kibibyte, 32 * mebibyte,  8, 100, 28,  36, 0.38, 5.0,  8.3, 1.6, 0.48,  4.0, 40000, 1500};
constexpr machine zen5 =         {0, 48 * kibibyte, 1024 * kibibyte, 32 * mebibyte,  8, 110, 30,  45, 0.35, 4.5,  7.5, 1.4, 0.45,  4.5, 40000, 1500};
constexpr machine intel_server = {0, 48 * kibibyte, 2048 * kibibyte, 32 * mebibyte, 32,  80, 14, 150, 0.50, 6.0, 11.0, 0.6, 0.50, 12.0, 50000, 2000};
constexpr machine other_x86 =    {0, 32 * kibibyte,  256 * kibibyte,  8 * mebibyte,  8,  50, 16,  30, 0.60, 5.0, 10.0, 2.5, 0.60,  8.0, 40000, 1800};
constexpr machine arm64 =        {0, 64 * kibibyte, 1024 * kibibyte, 32 * mebibyte, 32,  45, 18, 120, 0.60, 6.0,  9.0, 0.8, 0.70, 12.0, 40000, 2000};
// clang-format on

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

// All threads get no more of the memory than each of them can ask for.
machine assumed_machine(const kernel::processor& about, std::uint64_t threads) {
  machine made = row_of(about.family);
  const std::uint64_t groups = (std::max<std::uint64_t>(threads, 1) - 1) / made.last_sharers + 1;
  made.threads = std::max<std::uint64_t>(threads, 1);
  made.first_cache = known_or(about.caches.first, made.first_cache);
  made.second_cache = known_or(about.caches.second, made.second_cache);
  made.last_cache = std::max(known_or(about.caches.last, made.last_cache), made.second_cache);
  made.last_sharers = std::min(known_or(about.caches.last_sharers, made.last_sharers), made.threads);
  const auto count = static_cast<double>(made.threads);
  made.stream_all = std::min(made.stream_all * static_cast<double>(groups), made.stream_one * count);
  made.line_memory_all = std::max(made.line_memory_all / static_cast<double>(groups), made.line_memory / count);
  return made;
}

chosen_machine choose_machine(const kernel::processor& about, std::uint64_t threads, const char* path) {
  const machine assumed = assumed_machine(about, threads);
  if (path == nullptr || *path == '\0') return {assumed, "assumed: STREW_TUNING_FILE is not set"};
  const auto refused = [&](const unusable_file& file) {
    return chosen_machine{assumed,
                          formatted("assumed: {}, which STREW_TUNING_FILE names, {}", on_one_line(path), file.why)};
  };
  auto text = read_tuning_file(path);
  if (!text) return refused(text.error());
  auto parsed = parse_machine(text.value(), about.name.data(), assumed);
  if (!parsed) return refused(parsed.error());
  return {parsed.value(), formatted("read from {}, which STREW_TUNING_FILE names", on_one_line(path))};
}

const chosen_machine& chosen_for_this_machine() {
  static const chosen_machine found = [] {
    const platform::float_state state;  // the caller's flags stay as they are
    const kernel::processor about = kernel::this_processor();
    return choose_machine(about, static_cast<std::uint64_t>(platform::count_processors()),
                          std::getenv("STREW_TUNING_FILE"));
  }();
  return found;
}

namespace {

// Found when the library is loaded: a child that is forked while another thread finds them would wait for it for ever.
[[maybe_unused]] const bool is_found_at_load = []() noexcept {
  try {
    return !chosen_for_this_machine().source.empty();
  } catch (const std::bad_alloc&) {
    return false;  // the first call tries again
  }
}();

}  // namespace

std::string machine_text() {
  const platform::float_state state;
  const chosen_machine& chosen = chosen_for_this_machine();
  std::string text = "# ";
  return text.append(chosen.source).append("\n").append(to_text(chosen.numbers, kernel::this_processor().name.data()));
}

}  // namespace strew::engine
