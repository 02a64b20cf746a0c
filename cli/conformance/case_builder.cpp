#include "conformance/case_builder.hpp"

#include "formatted.hpp"

namespace strew::cli::conformance {
namespace {

constexpr std::int64_t last_opset = 28;
constexpr std::int64_t bf16_since = 13;

bool is_gather(const std::string& op_type) {
  return op_type.starts_with("Gather");
}

tensor operand(dtype type, const extents_of& extents, const form& like, const number_list& numbers, int start) {
  return numbers.empty() ? pattern_tensor(type, extents, like.numbers, start) : number_tensor(type, extents, numbers);
}

std::vector<tensor> inputs_of(const std::string& op_type, dtype type, const form& like) {
  constexpr int updates_start = 5;
  std::vector<tensor> inputs{operand(type, like.data, like, like.data_numbers, 0)};
  const tensor indices = index_tensor(like.index_type, like.indices, like.places);
  if (is_gather(op_type)) {
    inputs.push_back(indices);
    return inputs;
  }
  const tensor updates = operand(type, like.updates, like, like.update_numbers, updates_start);
  if (op_type != "TensorScatter") {
    inputs.insert(inputs.end(), {indices, updates});
    return inputs;
  }
  inputs.push_back(updates);
  if (!like.places.empty()) inputs.push_back(indices);
  return inputs;
}

}  // namespace

std::vector<std::int64_t> versions_of(const std::string& op_type) {
  std::vector<std::int64_t> versions;
  for (std::int64_t opset = 1; opset <= last_opset; ++opset) {
    if (onnx::since_version(op_type, opset) == opset) versions.push_back(opset);
  }
  return versions;
}

std::vector<dtype> types_of(std::int64_t since) {
  std::vector<dtype> types{dtype::boolean, dtype::i8,  dtype::i16, dtype::i32, dtype::i64, dtype::u8,  dtype::u16,
                           dtype::u32,     dtype::u64, dtype::f16, dtype::f32, dtype::f64, dtype::c64, dtype::c128};
  if (since >= bf16_since) types.push_back(dtype::bf16);
  return types;
}

std::vector<dtype> some_types() {
  return {dtype::boolean, dtype::u8, dtype::i32, dtype::f16, dtype::f32, dtype::c128};
}

test_case make_case(const case_family& family, std::int64_t since, dtype type, const form& like) {
  test_case made;
  made.name = formatted("{}_{}_{}", family.stem, since, std::string(name(type)));
  if (!like.feature.empty()) made.name += "_" + like.feature;
  made.op_type = family.op_type;
  made.opset = since;
  made.attributes = like.attributes;
  made.inputs = inputs_of(family.op_type, type, like);
  return made;
}

void add_forms(const case_family& family, std::span<const form> forms, case_list& cases) {
  const std::vector<std::int64_t> versions = versions_of(family.op_type);
  for (const std::int64_t since : versions) {
    const std::vector<dtype> types = since == versions.back() ? types_of(since) : some_types();
    for (const dtype type : types) cases.push_back(make_case(family, since, type, forms.front()));
    for (const form& one : forms.subspan(1)) {
      if (one.since <= since) cases.push_back(make_case(family, since, dtype::f32, one));
    }
  }
}

}  // namespace strew::cli::conformance
