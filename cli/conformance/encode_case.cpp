#include "conformance/encode_case.hpp"

#include <stdexcept>
#include <string_view>

#include "files/onnx_tensor.hpp"
#include "files/onnx_types.hpp"
#include "files/type_names.hpp"
#include "formatted.hpp"
#include "onnx/releases.hpp"
#include "strew/strew.h"
#include "strew_onnx.pb.h"

namespace strew::cli::conformance {
namespace {

// The name of an input; a case has a version.
std::string input_name(const test_case& of, std::size_t number) {
  return std::string(onnx::detail::input_name(*onnx::detail::newest(of.op_type, of.opset), number));
}

files::npy_type file_type(dtype type) {
  return files::type_of_name(name(type)).value();
}

void describe(const std::string& called, const tensor& like, onnx_files::ValueInfo& made) {
  made.set_name(called);
  onnx_files::TensorType& type = *made.mutable_type()->mutable_tensor_type();
  type.set_elem_type(files::onnx_number(file_type(like.type)));
  onnx_files::Shape& shape = *type.mutable_shape();
  for (const std::int64_t extent : like.extents) shape.add_dim()->set_dim_value(extent);
}

void set_attribute(const onnx_attribute& from, onnx_files::Attribute& made) {
  constexpr std::int32_t integer_type = 2, text_type = 3;
  made.set_name(from.name);
  made.set_type(from.text.empty() ? integer_type : text_type);
  if (from.text.empty()) {
    made.set_i(from.integer);
  } else {
    made.set_s(from.text);
  }
}

std::string serialized(const google::protobuf::MessageLite& message) {
  std::string bytes;
  if (!message.SerializeToString(&bytes)) throw std::logic_error("a message of a test case cannot be written");
  return bytes;
}

std::string model_of(const test_case& of, const tensor& output) {
  const std::string output_called(output_name(of.op_type));
  onnx_files::Model model;
  model.set_ir_version(ir_version_of(of.opset));
  model.set_producer_name("strew");
  model.set_producer_version(strew_version());
  model.add_opset_import()->set_version(of.opset);
  model.mutable_opset_import(0)->set_domain("");
  onnx_files::Graph& graph = *model.mutable_graph();
  graph.set_name(of.name);
  onnx_files::Node& node = *graph.add_node();
  node.set_op_type(of.op_type);
  for (std::size_t i = 0; i < of.inputs.size(); ++i) {
    node.add_input(input_name(of, i));
    describe(input_name(of, i), of.inputs[i], *graph.add_input());
  }
  node.add_output(output_called);
  describe(output_called, output, *graph.add_output());
  for (const onnx_attribute& one : of.attributes) set_attribute(one, *node.add_attribute());
  return serialized(model);
}

std::string tensor_file(const std::string& called, const tensor& of) {
  onnx_files::Tensor message;
  if (auto error = files::set_onnx_tensor(called, file_type(of.type), of.extents, of.bytes, message)) {
    throw std::logic_error(error->message);
  }
  return serialized(message);
}

}  // namespace

std::vector<case_file> files_of(const test_case& of) {
  const tensor output = output_of(of);
  std::vector<case_file> made{{"model.onnx", model_of(of, output)}};
  for (std::size_t i = 0; i < of.inputs.size(); ++i) {
    made.push_back({formatted("test_data_set_0/input_{}.pb", i), tensor_file(input_name(of, i), of.inputs[i])});
  }
  made.push_back({"test_data_set_0/output_0.pb", tensor_file(std::string(output_name(of.op_type)), output)});
  return made;
}

}  // namespace strew::cli::conformance
