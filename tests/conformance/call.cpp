#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

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

strew_status call_gather(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                         const strew_options& options, strew_error& error) {
  const strew_tensor indices = c.indices->view();
  const attributes& a = c.attrs;
  if (c.op == "gather") {
    return strew_gather(&data, &indices, &output, a.axis, a.batch_dims, &options, nullptr, &error);
  }
  if (c.op == "gather_elements") {
    return strew_gather_elements(&data, &indices, &output, a.axis, &options, nullptr, &error);
  }
  if (c.op == "gather_nd") return strew_gather_nd(&data, &indices, &output, a.batch_dims, &options, nullptr, &error);
  if (c.op == "stablehlo_gather") {
    const strew_gather_dimensions numbers = a.gather_dimensions();
    return strew_stablehlo_gather(&data, &indices, &output, &numbers, &options, nullptr, &error);
  }
  throw std::invalid_argument(fmt::format("unknown operator {}", c.op));
}

strew_status call_scatter(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                          const strew_options& options, strew_error& error) {
  const strew_tensor updates = c.updates->view();
  const strew_tensor indices = c.indices ? c.indices->view() : strew_tensor{};
  const attributes& a = c.attrs;
  if (c.op == "tensor_scatter") {
    return strew_tensor_scatter(&data, &updates, c.indices ? &indices : nullptr, &output, a.axis, a.mode, &options,
                                nullptr, &error);
  }
  if (c.op == "scatter_elements" || c.op == "scatter") {
    return strew_scatter_elements(&data, &indices, &updates, &output, a.axis, &options, nullptr, &error);
  }
  if (c.op == "scatter_nd") {
    return strew_scatter_nd(&data, &indices, &updates, &output, a.batch_dims, &options, nullptr, &error);
  }
  if (c.op == "stablehlo_scatter") {
    const strew_scatter_dimensions numbers = a.scatter_dimensions();
    return strew_stablehlo_scatter(&data, &indices, &updates, &output, &numbers, &options, nullptr, &error);
  }
  throw std::invalid_argument(fmt::format("unknown operator {}", c.op));
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
  if (c.op == "tensor_scatter" || c.op == "stablehlo_scatter") return c.updates->extents;
  const strew_tensor data = c.data.view();
  const strew_tensor indices = c.indices->view();
  shape extents(c.data.extents.size() + c.indices->extents.size() + c.attrs.lists[0].size());
  uint64_t rank = 0;
  const strew_gather_dimensions numbers = c.attrs.gather_dimensions();
  strew_operator op = STREW_OPERATOR_INIT;
  if (c.op == "stablehlo_gather") {
    op.kind = STREW_OPERATOR_STABLEHLO_GATHER;
    op.gather_dimensions = &numbers;
  } else {
    op.kind = c.op == "gather" ? STREW_OPERATOR_GATHER : STREW_OPERATOR_GATHER_ND;
    op.axis = c.op == "gather" ? c.attrs.axis : 0;
    op.batch_dims = c.attrs.batch_dims;
  }
  if (strew_shape(&op, &data, &indices, extents.size(), extents.data(), &rank, nullptr) != STREW_STATUS_OK)
    return std::nullopt;
  extents.resize(rank);
  return extents;
}

strew_status call(const test_case& c, const strew_tensor& data, const strew_tensor& output, strew_error& error) {
  const strew_options options = options_of(c);
  return c.is_scatter() ? call_scatter(c, data, output, options, error) : call_gather(c, data, output, options, error);
}

}  // namespace strew::conformance
