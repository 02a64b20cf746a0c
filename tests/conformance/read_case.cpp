#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "conformance/case.hpp"
#include "conformance/element.hpp"

namespace strew::conformance {

namespace {

// What "nan" fills with: NaN where there is one, else what JAX takes for it.
json missing_value(strew_dtype type) {
  if (type == STREW_DTYPE_C64 || type == STREW_DTYPE_C128) return json::array({"nan", 0.0});
  if (type == STREW_DTYPE_BOOL) return true;
  if (type >= STREW_DTYPE_I8 && type <= STREW_DTYPE_I64) return INT64_MIN >> (64 - 8 * strew_dtype_bytes(type));
  if (type >= STREW_DTYPE_U8 && type <= STREW_DTYPE_U64) return ~uint64_t{0} >> (64 - 8 * strew_dtype_bytes(type));
  return "nan";
}

void set_fill(test_case& c, code_table& codes) {
  if (!c.attrs.fill_is_nan) return;
  c.fill.resize(c.data.width);
  const json value = missing_value(c.data.dtype);
  if (c.data.dtype == STREW_DTYPE_OPAQUE) {
    std::fill(c.fill.begin(), c.fill.end(), codes.code_of(value));
  } else {
    write_element(c.data.dtype, value, c.fill);
  }
}

std::optional<tensor> read_optional(const json& inputs, const char* name, code_table& codes) {
  const auto found = inputs.find(name);
  if (found == inputs.end() || found->is_null()) return std::nullopt;
  return read_tensor(*found, codes);
}

void read_expected(test_case& c, const json& expected, code_table& codes) {
  const auto output = expected.find("output");
  if (output != expected.end()) {
    c.expected = read_tensor(*output, codes);
  } else if (expected.value("error", false) != true) {
    throw std::invalid_argument("expected is neither an output nor an error");
  }
}

// ONNX's Scatter is scatter_elements.
operator_kind read_operator(const std::string& name) {
  const std::optional<operator_kind> op =
      name == "scatter" ? operator_kind::scatter_elements : cases::operator_of(name);
  if (!op) throw std::invalid_argument(fmt::format("unknown operator {}", name));
  return *op;
}

}  // namespace

test_case read_case(const json& line) {
  test_case c;
  code_table codes;
  c.op = read_operator(line.at("op").get<std::string>());
  c.dialect = line.value("dialect", "");
  c.opset = line.value("opset", c.opset);
  c.attrs = read_attributes(c.op, c.dialect, line.value("attrs", json::object()));
  // Gather and Scatter before opset 11 do not count from the end.
  if (c.dialect == "onnx" && c.opset < 11) c.attrs.options.negative_indices = STREW_NEGATIVE_INVALID;
  const json& inputs = line.at("inputs");
  c.data = read_tensor(inputs.at("data"), codes);
  c.indices = read_optional(inputs, "indices", codes);
  c.updates = read_optional(inputs, "updates", codes);
  if (!c.indices && c.op != operator_kind::tensor_scatter) throw std::invalid_argument("no indices");
  if (c.is_scatter() != c.updates.has_value()) throw std::invalid_argument("updates go with scatters");
  read_expected(c, line.at("expected"), codes);
  const auto allowed = line.find("tol");
  if (allowed != line.end() && !allowed->is_null()) {
    allowed->at(0).get_to(c.allowed.absolute);
    allowed->at(1).get_to(c.allowed.relative);
  }
  set_fill(c, codes);
  return c;
}

}  // namespace strew::conformance
