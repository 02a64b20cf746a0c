#include <fmt/format.h>

#include <algorithm>

#include "cases/descriptor.hpp"
#include "conformance/case.hpp"

namespace strew::conformance {

namespace {

int64_t axis_from_start(const test_case& c) {
  return c.attrs.axis < 0 ? c.attrs.axis + static_cast<int64_t>(c.data.extents.size()) : c.attrs.axis;
}

bool equal_off_axis(const test_case& c) {
  const shape& data = c.data.extents;
  const shape& indices = c.indices->extents;
  if (data.size() != indices.size()) return false;
  for (size_t i = 0; i < data.size(); ++i) {
    if (static_cast<int64_t>(i) != axis_from_start(c) && data[i] != indices[i]) return false;
  }
  return true;
}

cases::described_operator operator_of(const test_case& c) {
  return {c.op, {c.attrs.axis, c.attrs.batch_dims, c.attrs.mode}, c.attrs.numbers};
}

}  // namespace

strew_options options_of(const test_case& c) {
  strew_options options = c.attrs.options;
  if (!c.fill.empty()) {
    options.fill_value = c.fill.data();
    options.fill_bytes = c.fill.size();
  }
  return options;
}

std::string refusal_of_its_system(const test_case& c) {
  const std::vector<std::string>& types = c.attrs.index_types;
  if (c.indices && !types.empty() && std::find(types.begin(), types.end(), c.indices->type) == types.end()) {
    return fmt::format("indices of {} are not allowed", c.indices->type);
  }
  if (c.attrs.equal_off_axis && c.is_elements() && !equal_off_axis(c)) return "off the axis the extents differ";
  return {};
}

std::optional<shape> direct_extents(const test_case& c) {
  if (c.is_elements()) return c.indices->extents;
  if (cases::has_free_shape(c.op)) return c.updates->extents;
  const strew_tensor data = c.data.view();
  const strew_tensor indices = c.indices->view();
  const cases::described_operator op = operator_of(c);
  shape extents(c.data.extents.size() + c.indices->extents.size() + c.attrs.numbers.window.size());
  uint64_t rank = 0;
  if (strew_shape(&op.value, &data, &indices, extents.size(), extents.data(), &rank, nullptr) != STREW_STATUS_OK)
    return std::nullopt;
  extents.resize(rank);
  return extents;
}

strew_status call(const test_case& c, const strew_tensor& data, const strew_tensor& output, strew_error& error) {
  const strew_options options = options_of(c);
  const cases::described_operator op = operator_of(c);
  const strew_tensor indices = c.indices ? c.indices->view() : strew_tensor{};
  const strew_tensor updates = c.updates ? c.updates->view() : strew_tensor{};
  return strew_run(&op.value, &data, c.indices ? &indices : nullptr, c.updates ? &updates : nullptr, &output, &options,
                   nullptr, &error);
}

}  // namespace strew::conformance
