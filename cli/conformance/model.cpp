#include "conformance/model.hpp"

#include "conformance/folders.hpp"
#include "conformance/message_file.hpp"
#include "files/onnx_types.hpp"
#include "formatted.hpp"

namespace strew::cli::conformance {
namespace {

constexpr std::int64_t first_version_with_opsets = 3;

bool is_default_domain(std::string_view domain) {
  return domain.empty() || domain == "ai.onnx";
}

// AttributeProto.type, which early models do not have.
enum attribute_type : std::int32_t { of_integer = 2, of_text = 3, of_integers = 7 };

std::int32_t type_of(const onnx_files::Attribute& one) {
  if (one.has_type()) return one.type();
  if (one.has_i()) return of_integer;
  if (one.has_s()) return of_text;
  return one.ints_size() > 0 ? of_integers : 0;
}

onnx::attribute attribute_of(const onnx_files::Attribute& one) {
  onnx::attribute made{.name = one.name(), .kind = onnx::attribute_kind::other};
  if (!one.ref_attr_name().empty()) return made;  // of a function, which gives it no value here
  const std::int32_t type = type_of(one);
  if (type == of_integer) {
    made.kind = onnx::attribute_kind::integer;
    made.integer = one.i();
  } else if (type == of_text) {
    made.kind = onnx::attribute_kind::text;
    made.text = one.s();
  } else if (type == of_integers) {
    made.kind = onnx::attribute_kind::integers;
    made.integers = {one.ints().data(), static_cast<std::size_t>(one.ints_size())};
  }
  return made;
}

maybe_finding check_value(const onnx_files::ValueInfo& value) {
  if (!value.type().has_tensor_type()) return unsupported(formatted("'{}' is no tensor", value.name()));
  const auto type = files::type_of_onnx(value.type().tensor_type().elem_type());
  if (type) return std::nullopt;
  return unsupported(formatted("'{}': {}", value.name(), type.error().message));
}

}  // namespace

maybe_finding test_model::read(const std::string& folder) {
  file_ = folder + "/" + model_name;
  if (auto error = read_message(file_, model_)) return unreadable(file_, *error);
  if (!model_.has_graph()) return malformed(file_, "it has no graph");
  if (auto found = check_graph()) return found;
  if (auto found = find_opset()) return found;
  if (auto found = check_values()) return found;
  read_attributes();
  return std::nullopt;
}

onnx::node test_model::native() const {
  return {.op_type = node().op_type(), .opset = opset_, .attributes = attributes_, .domain = node().domain()};
}

maybe_finding test_model::check_graph() const {
  if (graph().node_size() != 1) return unsupported(formatted("the graph has {} nodes, not one", graph().node_size()));
  if (!is_default_domain(node().domain())) {
    return unsupported(formatted("operator '{}' is of the domain '{}'", node().op_type(), node().domain()));
  }
  if (!onnx::is_supported(node().op_type())) {
    return unsupported(formatted("operator '{}' is not one of strew's", node().op_type()));
  }
  if (graph().output_size() != 1 || node().output_size() != 1 || graph().output(0).name() != node().output(0)) {
    return malformed(file_, "the output of the graph is not that of its node");
  }
  return std::nullopt;
}

maybe_finding test_model::check_values() const {
  for (const onnx_files::ValueInfo& one : graph().input()) {
    if (auto found = check_value(one)) return found;
  }
  return check_value(graph().output(0));
}

maybe_finding test_model::find_opset() {
  for (const onnx_files::OperatorSet& one : model_.opset_import()) {
    if (is_default_domain(one.domain())) opset_ = one.version();
  }
  if (opset_ == 0 && model_.ir_version() < first_version_with_opsets) opset_ = 1;
  if (opset_ != 0) return std::nullopt;
  return malformed(file_, "it imports no opset of ONNX's own domain");
}

void test_model::read_attributes() {
  for (const onnx_files::Attribute& one : node().attribute()) attributes_.push_back(attribute_of(one));
}

}  // namespace strew::cli::conformance
