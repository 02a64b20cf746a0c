#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/case.hpp"

namespace strew::conformance {

namespace {

using calling = strew_status (*)(const test_case&, const strew_tensor&, const strew_tensor&, strew_error&);

uint64_t product(const shape& extents) {
  uint64_t count = 1;
  for (const int64_t extent : extents) count *= static_cast<uint64_t>(extent);
  return count;
}

void reshape_updates(test_case& c) {
  if (!c.attrs.reshape_updates || !c.updates) return;
  const std::optional<shape> asked = direct_extents(c);
  if (asked && product(*asked) == product(c.updates->extents)) c.updates->extents = *asked;
}

tensor blank_output(const test_case& c) {
  if (c.expected) return blank_tensor(*c.expected, c.expected->extents);
  if (c.is_scatter()) return blank_tensor(c.data, c.data.extents);
  // A call without a right shape must be refused whatever the output is.
  return blank_tensor(c.data, direct_extents(c).value_or(shape{1}));
}

// `output` is what the call wrote to, `before` what it held.
std::string verify(const test_case& c, strew_status status, const strew_error& error, const tensor& output,
                   const tensor& before) {
  if (status != STREW_STATUS_OK) {
    if (output.bytes != before.bytes) return fmt::format("refused, but the output is written to: {}", error.message);
    if (c.expected) return fmt::format("refused ({} {}): {}", strew_status_name(status), error.rule, error.message);
    return {};
  }
  if (!c.expected) return fmt::format("accepted; an error is expected");
  return difference(*c.expected, output, c.allowed);
}

std::string check_apart(const test_case& c, calling convention) {
  const tensor before = blank_output(c);
  const tensor output = before;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = convention(c, c.data.view(), output.view(), error);
  return verify(c, status, error, output, before);
}

std::string check_in_place(const test_case& c, calling convention) {
  const tensor table = c.data;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = convention(c, table.view(), table.view(), error);
  const std::string reason = verify(c, status, error, table, c.data);
  return reason.empty() ? reason : "in place: " + reason;
}

std::string check_call(const test_case& c, calling convention) {
  const std::string reason = check_apart(c, convention);
  return reason.empty() && c.is_scatter() ? check_in_place(c, convention) : reason;
}

}  // namespace

std::string check(test_case c) {
  const std::string refusal = refusal_of_its_system(c);
  if (!refusal.empty()) return c.expected ? "refused: " + refusal : "";
  reshape_updates(c);
  if (c.expected && c.is_scatter() && c.expected->extents != c.data.extents) {
    return fmt::format("expected has the shape [{}], data [{}]", fmt::join(c.expected->extents, ", "),
                       fmt::join(c.data.extents, ", "));
  }
  const std::string reason = check_call(c, call);
  if (!reason.empty() || frontend_of(c) == nullptr) return reason;
  const std::string other = check_call(c, call_through_frontend);
  return other.empty() ? other : fmt::format("through {}: {}", frontend_of(c), other);
}

}  // namespace strew::conformance
