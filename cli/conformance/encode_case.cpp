#include "conformance/encode_case.hpp"

#include <stdexcept>
#include <string_view>

#include "files/onnx_tensor.hpp"
#include "files/onnx_types.hpp"
#include "files/type_names.hpp"
#include "formatted.hpp"
#include "strew/strew.h"
#include "strew_onnx.pb.h"

namespace strew::cli::conformance {
namespace {

// The version of ONNX's files that came with an opset.
std::int64_t ir_version_of(std::int64_t opset) {
  struct release {
    std::int64_t opset, ir_version;
  };
  constexpr release releases[] = {{1, 3},  {9, 4},  {10, 5},  {11, 6},  {12, 7},
                                  {15, 8}, {19, 9}, {21, 10}, {23, 11}, {24, 12}};
  std::int64_t found = 0;
  for (const release& one : releases) {
    if (one.opset <= opset) found = one.ir_version;
  }
  return found;
}

struct operand_names {
  std::vector<const char*> inputs;
  const char* output;
};

operand_names names_of(std::string_view op_type) {
  if (op_type == "TensorScatter") return {{"past_cache", "update", "write_indices"}, "present_cache"};
  return {{"data", "indices", "updates"}, "output"};
}

files::npy_type file_type(dtype type) {
  return files::type_of_name(name(type)).value();
}

void describe(const char* called, const tensor& like, onnx_files::ValueInfo& made) {
  made.set_name(called);
  onnx_files::TensorType& type = *made.mutable_type()->mutable_tensor_type();
  type.set_elem_type(files::onnx_number(file_type(like.type)));
  onnx_files::Shape& shape = *type.mutable_shape();
  for (const std::int64_t extent : like.extents) shape.add_dim()->set_dim_value(extent);
}

void set_attribute(const case_attribute& from, onnx_files::Attribute& made) {
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
  const operand_names names = names_of(of.op_type);
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
    node.add_input(names.inputs[i]);
    describe(names.inputs[i], of.inputs[i], *graph.add_input());
  }
  node.add_output(names.output);
  describe(names.output, output, *graph.add_output());
  for (const case_attribute& one : of.attributes) set_attribute(one, *node.add_attribute());
  return serialized(model);
}

std::string tensor_file(const char* called, const tensor& of) {
  onnx_files::Tensor message;
  if (auto error = files::set_onnx_tensor(called, file_type(of.type), of.extents, of.bytes, message)) {
    throw std::logic_error(error->message);
  }
  return serialized(message);
}

}  // namespace

std::vector<case_file> files_of(const test_case& of) {
  const tensor output = output_of(of);
  const operand_names names = names_of(of.op_type);
  std::vector<case_file> made{{"model.onnx", model_of(of, output)}};
  for (std::size_t i = 0; i < of.inputs.size(); ++i) {
    made.push_back({formatted("test_data_set_0/input_{}.pb", i), tensor_file(names.inputs[i], of.inputs[i])});
  }
  made.push_back({"test_data_set_0/output_0.pb", tensor_file(names.output, output)});
  return made;
}

}  // namespace strew::cli::conformance
