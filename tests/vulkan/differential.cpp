// vulkan_differential SEED COUNT [--arithmetic N] [--device N] [--validate] [--seconds N] [--fused] [--commuting]:
// random problems of all operators, of the fused ones, or of updates that commute, on a Vulkan device and on the
// processor; --devices: lists those. One line for each difference, with the case; fails if there is one.
#include <strew/vulkan.h>

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cases/generate.hpp"
#include "cases/operators.hpp"
#include "vulkan/comparison.hpp"
#include "vulkan/fused.hpp"

namespace strew::vulkan_tests {
namespace {

struct settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 1000;
  double seconds = 1e9;
  bool is_fused = false;
  bool commutes = false;
  strew_vulkan_host_options host = STREW_VULKAN_HOST_OPTIONS_INIT;
};

settings settings_of(const std::vector<std::string_view>& words) {
  settings made;
  const auto number = [&](std::size_t n) {
    return n < words.size() ? std::strtoull(std::string(words[n]).c_str(), nullptr, 10) : 0;
  };
  made.seed = number(0);
  made.count = number(1);
  for (std::size_t n = 2; n < words.size(); ++n) {
    if (words[n] == "--arithmetic") made.host.arithmetic = static_cast<std::int32_t>(number(++n));
    if (words[n] == "--device") made.host.device = static_cast<std::uint32_t>(number(++n));
    if (words[n] == "--seconds") made.seconds = static_cast<double>(number(++n));
    if (words[n] == "--validate") made.host.validates = 1;
    if (words[n] == "--fused") made.is_fused = true;
    if (words[n] == "--commuting") made.commutes = true;
  }
  return made;
}

struct counts {
  std::uint64_t equal = 0, refused_alike = 0, left_out = 0, different = 0, bound = 0;
  std::map<std::string, std::uint64_t> rules;

  void add(const comparison& made, bool is_bound) {
    if (made.what == outcome::equal) ++equal, bound += is_bound ? 1 : 0;
    if (made.what == outcome::refused_alike) ++refused_alike;
    if (made.what == outcome::left_out) ++left_out;
    if (made.what == outcome::different) ++different;
    if (made.what == outcome::refused_alike) ++rules[made.text];
  }
};

std::string text_of(std::size_t (*write)(const strew_vulkan_host*, char*, std::size_t), const strew_vulkan_host* host) {
  std::string text(write(host, nullptr, 0), '\0');
  write(host, text.data(), text.size() + 1);
  return text;
}

void note(counts& all, const comparison& made, bool is_bound) {
  all.add(made, is_bound);
  if (made.what == outcome::different) fmt::print("different{}: {}\n", is_bound ? ", bound" : "", made.text);
}

cases::test_case draw_any(cases::random_source& seeds) {
  cases::constraints spec{.operators = cases::all_operators()};
  spec.breaks_rules = false;
  return cases::generate(seeds.bits(), spec);
}

// Of the types and reductions that atomics serve: few of all problems. Sums and products of floats are unordered, and
// have elements then with which they are exact, so that their bits are compared as all others.
cases::test_case draw_commuting(cases::random_source& seeds) {
  cases::constraints spec{.operators = cases::all_operators()};
  spec.breaks_rules = false;
  const bool is_float = seeds.chance(40);
  const bool is_wide = seeds.chance(50);
  const strew_dtype single = is_float ? STREW_DTYPE_F32 : seeds.chance(50) ? STREW_DTYPE_I32 : STREW_DTYPE_U32;
  spec.element = {static_cast<strew_dtype>(is_wide ? single + 1 : single), is_wide ? 8 : 4};
  const std::int32_t how =
      is_float ? seeds.pick({STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MIN,
                             STREW_REDUCTION_MAX})
               : seeds.pick({STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX,
                             STREW_REDUCTION_AND, STREW_REDUCTION_OR, STREW_REDUCTION_XOR});
  spec.reduction = how;
  for (;;) {
    const cases::test_case p = cases::generate(seeds.bits(), spec);
    const bool rounds = is_float && how <= STREW_REDUCTION_MUL;
    if (p.is_scatter() && p.reduction == how && p.exclude_self == 0 && (!rounds || p.unordered != 0)) return p;
  }
}

// Every fourth problem again, with prepared indices.
void run_one(std::uint64_t n, cases::test_case p, strew_vulkan_host* host, counts& all) {
  p.null_error = false, p.runs = 1, p.engine = {};
  note(all, compare(p, host, false), false);
  if (n % 4 == 0) note(all, compare(p, host, true), true);
}

void run_fused(std::uint64_t n, cases::random_source& seeds, strew_vulkan_host* host, counts& all) {
  const std::uint64_t seed = seeds.bits();
  note(all, n % 4 == 3 ? compare_quantized(seed, host) : compare_segments(seed, n % 4 == 2, host), false);
}

counts run(const settings& how, strew_vulkan_host* host) {
  counts all;
  cases::random_source seeds(how.seed);
  const auto start = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (std::uint64_t n = 0; n < how.count && passed() < how.seconds; ++n)
    how.is_fused ? run_fused(n, seeds, host, all)
                 : run_one(n, how.commutes ? draw_commuting(seeds) : draw_any(seeds), host, all);
  return all;
}

int report(const counts& all, strew_vulkan_host* host) {
  fmt::print("equal bits: {} ({} with prepared indices), refused alike: {}, left out: {}, different: {}\n", all.equal,
             all.bound, all.refused_alike, all.left_out, all.different);
  for (const auto& [rule, count] : all.rules) fmt::print("  {}: {}\n", rule, count);
  char text[1024];
  strew_vulkan_device_describe(strew_vulkan_host_device(host), text, sizeof text);
  fmt::print("{}", text);
  const std::string messages = text_of(strew_vulkan_host_messages, host);
  if (!messages.empty()) fmt::print("the validation layer says:\n{}", messages.substr(0, 4000));
  return all.different == 0 && messages.empty() ? 0 : 1;
}

int tell_devices() {
  char text[1024] = {};
  strew_error error = STREW_ERROR_INIT;
  strew_vulkan_devices(text, sizeof text, nullptr, &error);
  fmt::print("{}", error.status == STREW_STATUS_OK ? text : error.message);
  return error.status == STREW_STATUS_OK ? 0 : 2;
}

int main_of(const std::vector<std::string_view>& words) {
  if (words.size() == 1 && words[0] == "--devices") return tell_devices();
  const settings how = settings_of(words);
  strew_vulkan_host* host = nullptr;
  strew_error error = STREW_ERROR_INIT;
  if (strew_vulkan_host_make(&how.host, &host, &error) != STREW_STATUS_OK) {
    fmt::print("{}\n", error.message);
    return 2;
  }
  const int result = report(run(how, host), host);
  strew_vulkan_host_destroy(host);
  return result;
}

}  // namespace
}  // namespace strew::vulkan_tests

int main(int count, char** words) {
  return strew::vulkan_tests::main_of({words + 1, words + count});
}
