#include "conformance/data_set.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "conformance/folders.hpp"
#include "conformance/message_file.hpp"
#include "files/array.hpp"
#include "files/array_name.hpp"
#include "files/onnx_external.hpp"
#include "files/onnx_pb.hpp"
#include "files/onnx_tensor.hpp"
#include "files/onnx_types.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "operand.hpp"

namespace strew::cli::conformance {
namespace {

maybe_finding check_type(const std::string& called, std::int32_t data_type) {
  const auto type = files::type_of_onnx(data_type);
  if (!type) return unsupported(formatted("'{}': {}", called, type.error().message));
  if (dtype_of(*type) != STREW_DTYPE_OPAQUE) return std::nullopt;
  return unsupported(formatted("'{}': strew has no element type for {}", called, files::onnx_type_text(data_type)));
}

void take(const files::npy_type& type, const std::vector<std::int64_t>& extents, std::span<const std::byte> elements,
          tensor& made) {
  made = {static_cast<dtype>(dtype_of(type)), extents, {elements.begin(), elements.end()}};
}

// `file` is what an error is about.
maybe_finding load(const std::string& file, files::result<files::file_array> array, tensor& made) {
  if (!array) return unreadable(file, array.error());
  if (auto error = files::load_elements(*array, files::loading::read)) return unreadable(file, *error);
  take(array->type, array->extents, array->payload.bytes(), made);
  return std::nullopt;
}

// A file must have the type that the graph says.
maybe_finding read_tensor(const std::string& file, const onnx_files::ValueInfo& of, tensor& made) {
  const std::int32_t wanted = of.type().tensor_type().elem_type();
  if (auto found = check_type(of.name(), wanted)) return found;
  files::array_name name;
  name.file = file;
  auto array = files::open_onnx(name, {.hooks = {is_interrupted, {}}});
  const std::int32_t given = array ? files::onnx_number(array->type) : wanted;
  if (given == wanted) return load(file, std::move(array), made);
  return malformed(file, formatted("its elements are {}, but '{}' of the graph has {}", files::onnx_type_text(given),
                                   of.name(), files::onnx_type_text(wanted)));
}

maybe_finding read_initializer(const std::string& model, const onnx_files::Tensor& from, tensor& made) {
  if (auto found = check_type(from.name(), from.data_type())) return found;
  auto array = files::onnx_array_of(from);
  if (!array) return unreadable(model, array.error());
  if (files::is_external(from)) {
    return load(
        model,
        files::open_onnx_external(from, std::move(*array), files::folder_of(model), {.hooks = {is_interrupted, {}}}),
        made);
  }
  const auto elements = files::onnx_elements(from, *array);
  if (!elements) return unreadable(model, elements.error());
  take(array->type, array->extents, elements->bytes(), made);
  return std::nullopt;
}

class reader_of_inputs {
 public:
  reader_of_inputs(const test_model& model, std::string folder, data_set& made)
      : model_(model), folder_(std::move(folder)), made_(made) {}

  maybe_finding read() {
    numbered_names names;
    if (auto error = numbered_entries(folder_, "input_", ".pb", names)) return unreadable(folder_, *error);
    if (!names.empty() && std::cmp_greater_equal(names.rbegin()->first, model_.graph().input_size())) {
      return malformed(folder_ + "/" + names.rbegin()->second,
                       formatted("the graph has {} inputs", model_.graph().input_size()));
    }
    for (const std::string& name : model_.node().input()) {
      if (auto found = add(name, names)) return found;
    }
    return std::nullopt;
  }

 private:
  maybe_finding add(const std::string& name, const numbered_names& names) {
    if (name.empty()) {
      made_.inputs.emplace_back();
      return std::nullopt;
    }
    tensor& value = made_.values.emplace_back();
    if (auto found = read_value(name, names, value)) return found;
    made_.inputs.push_back(value.view());
    return std::nullopt;
  }

  maybe_finding read_value(const std::string& name, const numbered_names& names, tensor& value) const {
    const auto& inputs = model_.graph().input();
    const auto is_named = [&](const auto& one) { return one.name() == name; };
    const auto input = std::find_if(inputs.begin(), inputs.end(), is_named);
    if (input != inputs.end()) {
      const auto file = names.find(static_cast<std::uint32_t>(input - inputs.begin()));
      if (file != names.end()) return read_tensor(folder_ + "/" + file->second, *input, value);
    }
    const auto& initializers = model_.graph().initializer();
    const auto initializer = std::find_if(initializers.begin(), initializers.end(), is_named);
    if (initializer != initializers.end()) return read_initializer(model_.file(), *initializer, value);
    if (input == inputs.end()) {
      return malformed(model_.file(), formatted("'{}' is neither an input of the graph nor an initializer", name));
    }
    return malformed(folder_,
                     formatted("there is no input_{}.pb, and '{}' has no initializer", input - inputs.begin(), name));
  }

  const test_model& model_;
  std::string folder_;
  data_set& made_;
};

}  // namespace

maybe_finding read_data_set(const test_model& model, const std::string& folder, data_set& made) {
  if (auto found = reader_of_inputs(model, folder, made).read()) return found;
  made.output_file = folder + "/output_0.pb";
  return read_tensor(made.output_file, model.graph().output(0), made.expected);
}

}  // namespace strew::cli::conformance
