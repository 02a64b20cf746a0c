#include "vulkan/fused.hpp"

#include <fmt/format.h>

#include "quantized/random_quantized.hpp"
#include "segments/random_segments.hpp"

namespace strew::vulkan_tests {
namespace {

// What a plan of the call does on the processor, or on the device if there is one.
template <class Call>
strew_error run(Call& call, strew_vulkan_host* host) {
  strew_error error = STREW_ERROR_INIT;
  const strew_operator op = call.op();
  const strew_operands given = call.operands();
  strew_plan* plan = nullptr;
  if (strew_plan_of(&op, &given, &call.options, &plan, &error) != STREW_STATUS_OK) return error;
  const strew_operand_places at = call.places();
  host == nullptr ? strew_execute_at(plan, &at, nullptr, &error) : strew_vulkan_host_execute(host, plan, &at, &error);
  strew_plan_destroy(plan);
  return error;
}

template <class Call>
comparison compare_calls(std::uint64_t seed, Call& here, Call& there, strew_vulkan_host* host) {
  if (here.is_broken) return {outcome::left_out, "broken"};
  const strew_error should_be = run(here, nullptr);
  const strew_error is = run(there, host);
  if (std::string_view(is.rule) == "PB6") return {outcome::left_out, "PB6"};
  std::string text;
  if (text.empty()) text = records_differ(is, should_be);
  const auto [byte, other] =
      std::mismatch(there.output.store.begin(), there.output.store.end(), here.output.store.begin());
  if (text.empty() && byte != there.output.store.end())
    text = fmt::format("byte {} of the output is {:02x}, should be {:02x}", byte - there.output.store.begin(), *byte,
                       *other);
  if (!text.empty()) return {outcome::different, fmt::format("seed {}: {}", seed, text)};
  return {is.status == STREW_STATUS_OK ? outcome::equal : outcome::refused_alike, is.rule};
}

}  // namespace

comparison compare_segments(std::uint64_t seed, bool is_sddmm, strew_vulkan_host* host) {
  const testing::segment_kind kind{is_sddmm ? STREW_OPERATOR_SDDMM : STREW_OPERATOR_SEGMENT_REDUCE, false};
  testing::random_segments here(seed, kind);
  testing::random_segments there(seed, kind);
  return compare_calls(seed, here, there, host);
}

comparison compare_quantized(std::uint64_t seed, strew_vulkan_host* host) {
  testing::random_quantized here(seed);
  testing::random_quantized there(seed);
  return compare_calls(seed, here, there, host);
}

}  // namespace strew::vulkan_tests
