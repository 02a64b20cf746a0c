#include "onnx/model_text.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "formatted.hpp"
#include "onnx/releases.hpp"

namespace strew::cli {
namespace {

// Domains of other than ONNX's operators come with no release of its files: the first that has all of their types.
constexpr std::int64_t ir_version_of_other_domains = 10;

std::int64_t file_version_of(const onnx_node& node) {
  return node.domain.empty() ? ir_version_of(node.opset) : ir_version_of_other_domains;
}

// "float[4,2] data"; a scalar has no brackets.
std::string declared(const onnx_value& value) {
  const std::string extents = value.extents.empty() ? "" : formatted("[{}]", join(value.extents, ","));
  return formatted("{}{} {}", value.type, extents, value.name);
}

std::string declared(std::span<const onnx_value> values) {
  std::vector<std::string> texts;
  for (const onnx_value& one : values) {
    if (!one.name.empty()) texts.push_back(declared(one));
  }
  return join(texts, ", ");
}

std::string attribute_text(const onnx_attribute& one) {
  return one.text.empty() ? formatted("{}: int = {}", one.name, one.integer)
                          : formatted("{}: string = \"{}\"", one.name, one.text);
}

std::string node_text(const onnx_node& node) {
  std::vector<std::string> attributes, inputs;
  for (const onnx_attribute& one : node.attributes) attributes.push_back(attribute_text(one));
  for (const onnx_value& one : node.inputs) inputs.push_back(one.name.empty() ? "\"\"" : one.name);
  return formatted("{} = {}{}{} {}({})", node.output.name, node.domain, node.domain.empty() ? "" : ".", node.op_type,
                   attributes.empty() ? "" : formatted("<{}> ", join(attributes, ", ")), join(inputs, ", "));
}

// "ScatterND-16, in models of opset 16 and later".
std::string headline(const onnx_node& node) {
  const std::string version = formatted("{}-{}", node.op_type, node.since);
  if (!node.domain.empty()) {
    const std::string_view whose = node.domain == "ai.strew" ? "an operator of strew's own" : "one of ONNX Runtime's";
    return formatted("{} of the domain {}, {}", version, node.domain, whose);
  }
  return node.last ? formatted("{}, in models of opset {} to {}", version, node.since, *node.last)
                   : formatted("{}, in models of opset {} and later", version, node.since);
}

json_object value_json(const onnx_value& value) {
  json_object made;
  made.add("name", value.name);
  if (!value.name.empty()) made.add("type", value.type).add("extents", std::span<const std::int64_t>(value.extents));
  return made;
}

std::string graph_text(const onnx_node& node) {
  return formatted(
      "<\n   ir_version: {},\n   opset_import: [\"{}\" : {}]\n>\n"
      "{} ({}) => ({}) {{\n   {}\n}}\n",
      file_version_of(node), node.domain, node.opset, node.call, declared(node.inputs), declared(node.output),
      node_text(node));
}

}  // namespace

std::string model_text(const onnx_node& node) {
  std::string text = formatted("# {}\n", headline(node));
  for (const std::string& note : node.notes) text += formatted("# {}\n", note);
  return text + graph_text(node);
}

json_object node_json(const onnx_node& node) {
  json_object attributes, made;
  std::vector<json_object> inputs;
  for (const onnx_attribute& one : node.attributes) {
    if (one.text.empty()) {
      attributes.add(one.name, one.integer);
    } else {
      attributes.add(one.name, one.text);
    }
  }
  for (const onnx_value& one : node.inputs) inputs.push_back(value_json(one));
  made.add("op_type", node.op_type).add("domain", node.domain).add("since", node.since).add("opset", node.opset);
  if (node.last) made.add("last_opset", *node.last);
  return made.add("attributes", attributes)
      .add("inputs", std::span<const json_object>(inputs))
      .add("output", value_json(node.output))
      .add("notes", std::span<const std::string>(node.notes))
      .add("model", graph_text(node));
}

}  // namespace strew::cli
