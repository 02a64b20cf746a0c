#include "vulkan/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "cases/arguments.hpp"
#include "cases/c_abi.hpp"

namespace strew::vulkan_tests {
namespace {

using namespace cases;  // NOLINT(google-build-using-namespace): the subject of this file

struct plan_deleter {
  void operator()(strew_plan* plan) const { strew_plan_destroy(plan); }
};
using plan_handle = std::unique_ptr<strew_plan, plan_deleter>;

// Prepared indices may go once they are bound.
plan_handle bound_to(const strew_plan* plan, const void* indices) {
  strew_prepared* prepared = nullptr;
  strew_plan* bound = nullptr;
  if (strew_prepare(plan, indices, nullptr, &prepared, nullptr) == STREW_STATUS_OK)
    strew_plan_bind(plan, prepared, &bound, nullptr);
  strew_prepared_destroy(prepared);
  return plan_handle(bound);
}

strew_operand_places places_of(const test_case& p, const arguments& with, bool is_bound) {
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = with.pointer(data_operand);
  at.indices = p.no_indices || is_bound ? nullptr : with.pointer(indices_operand);
  if (p.is_scatter()) at.updates = with.pointer(updates_operand);
  at.output = with.pointer(output_operand);
  return at;
}

std::string memory_differs(const arena& is, const arena& should_be) {
  for (std::size_t b = 0; b < is.buffers.size(); ++b) {
    const auto [here, there] = std::mismatch(is.buffers[b].begin(), is.buffers[b].end(), should_be.buffers[b].begin());
    if (here == is.buffers[b].end()) continue;
    return fmt::format("byte {} of buffer {} is {:02x}, should be {:02x}; the output begins at byte {} of buffer {}",
                       here - is.buffers[b].begin(), b, *here, *there, is.places[output_operand].base,
                       is.places[output_operand].buffer);
  }
  return "";
}

template <class T>
std::string number_differs(const char* name, T is, T should_be) {
  return is == should_be ? "" : fmt::format("{} is {}, should be {}", name, is, should_be);
}

}  // namespace

std::string records_differ(const strew_error& is, const strew_error& should_be) {
  if (is.status != should_be.status)
    return fmt::format("status {} ({}), should be {} ({})", is.status, is.message, should_be.status, should_be.message);
  if (is.status == STREW_STATUS_OK) return "";
  if (std::strcmp(is.message, should_be.message) != 0)
    return fmt::format("the message is {}, should be {}", is.message, should_be.message);
  for (const std::string& text : {number_differs("operand", is.operand, should_be.operand),
                                  number_differs("position", is.position, should_be.position),
                                  number_differs("other_position", is.other_position, should_be.other_position),
                                  number_differs("bad_count", is.bad_count, should_be.bad_count),
                                  number_differs("component", is.component, should_be.component),
                                  number_differs("extent", is.extent, should_be.extent),
                                  number_differs("tuple_depth", is.tuple_depth, should_be.tuple_depth)}) {
    if (!text.empty()) return text;
  }
  const bool are_equal = std::equal(std::begin(is.tuple), std::end(is.tuple), std::begin(should_be.tuple));
  return are_equal ? "" : "the tuple differs";
}

comparison compare(const test_case& p, strew_vulkan_host* host, bool is_bound) {
  arena on_host = make_arena(p);
  arena on_device = make_arena(p);
  const arguments with(p, on_host);
  const arguments elsewhere(p, on_device);
  strew_error error = STREW_ERROR_INIT;
  strew_plan* made = nullptr;
  if (make_plan(call_of(p, with), &made, &error) != STREW_STATUS_OK) return {outcome::left_out, error.rule};
  plan_handle plan(made);
  if (is_bound) {
    plan = bound_to(plan.get(), p.no_indices ? nullptr : with.pointer(indices_operand));
    if (plan == nullptr) return {outcome::left_out, "prepare"};
  }
  strew_error found = STREW_ERROR_INIT;
  const strew_operand_places here = places_of(p, with, is_bound);
  const strew_operand_places there = places_of(p, elsewhere, is_bound);
  error = STREW_ERROR_INIT;
  strew_execute_at(plan.get(), &here, nullptr, &error);
  strew_vulkan_host_execute(host, plan.get(), &there, &found);
  std::string text = records_differ(found, error);
  if (text.empty()) text = memory_differs(on_device, on_host);
  if (!text.empty()) return {outcome::different, text + "\n  " + to_text(p)};
  return {error.status == STREW_STATUS_OK ? outcome::equal : outcome::refused_alike, error.rule};
}

}  // namespace strew::vulkan_tests
