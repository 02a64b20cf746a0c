#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "conformance/case.hpp"

namespace strew::conformance {

namespace {

// Null where the call cannot be expressed.
using calling = std::function<std::optional<strew_status>(const test_case&, const strew_tensor&, const strew_tensor&,
                                                          strew_error&)>;

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

std::string check_apart(const test_case& c, const calling& convention, bool& is_expressed) {
  const tensor before = blank_output(c);
  const tensor output = before;
  strew_error error = STREW_ERROR_INIT;
  const std::optional<strew_status> status = convention(c, c.data.view(), output.view(), error);
  is_expressed = status.has_value();
  return is_expressed ? verify(c, *status, error, output, before) : "";
}

std::string check_in_place(const test_case& c, const calling& convention) {
  const tensor table = c.data;
  strew_error error = STREW_ERROR_INIT;
  const std::optional<strew_status> status = convention(c, table.view(), table.view(), error);
  const std::string reason = status ? verify(c, *status, error, table, c.data) : "cannot be expressed";
  return reason.empty() ? reason : "in place: " + reason;
}

std::string check_call(const test_case& c, const calling& convention, bool& is_expressed) {
  const std::string reason = check_apart(c, convention, is_expressed);
  return is_expressed && reason.empty() && c.is_scatter() ? check_in_place(c, convention) : reason;
}

std::string check_frontends(const test_case& c, std::set<std::string>& through) {
  for (const platform_frontend& one : all_frontends()) {
    bool is_expressed = false;
    const auto convention = [&](const test_case& which, const strew_tensor& data, const strew_tensor& output,
                                strew_error& error) {
      if (one.is_own(which)) through.insert(one.name);
      return call_through_frontend(one, which, data, output, error);
    };
    const std::string reason = check_call(c, convention, is_expressed);
    if (is_expressed) through.insert(one.name);
    if (!reason.empty()) return fmt::format("through {}: {}", one.name, reason);
  }
  return {};
}

}  // namespace

std::string check(test_case c, std::set<std::string>& through) {
  const std::string refusal = refusal_of_its_system(c);
  if (!refusal.empty()) return c.expected ? "refused: " + refusal : "";
  reshape_updates(c);
  if (c.expected && c.is_scatter() && c.expected->extents != c.data.extents) {
    return fmt::format("expected has the shape [{}], data [{}]", fmt::join(c.expected->extents, ", "),
                       fmt::join(c.data.extents, ", "));
  }
  bool is_expressed = false;
  const std::string reason = check_call(c, call, is_expressed);
  return reason.empty() ? check_frontends(c, through) : reason;
}

}  // namespace strew::conformance
