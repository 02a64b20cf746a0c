#include "conformance/run_test.hpp"

#include <algorithm>
#include <span>

#include "conformance/data_set.hpp"
#include "conformance/folders.hpp"
#include "conformance/model.hpp"
#include "element_text.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "report.hpp"

namespace strew::cli::conformance {
namespace {

std::string type_name(dtype type) {
  return std::string(name(type));
}

extents_of coordinates_of(std::size_t number, const extents_of& extents) {
  extents_of made(extents.size());
  for (std::size_t i = extents.size(); i-- > 0;) {
    const auto extent = static_cast<std::size_t>(extents[i]);
    made[i] = static_cast<std::int64_t>(number % extent);
    number /= extent;
  }
  return made;
}

std::string value_text(const tensor& of, std::size_t number) {
  const std::uint64_t bytes = width(of.type);
  return element_text(static_cast<strew_dtype>(of.type), of.bytes.data() + number * bytes, bytes);
}

std::string value_json(const tensor& of, std::size_t number) {
  const std::string text = value_text(of, number);
  return is_json(static_cast<strew_dtype>(of.type), text) ? text : json_value(text);
}

finding differing(const tensor& expected, const tensor& got, const difference& where) {
  const extents_of place = coordinates_of(where.first, expected.extents);
  const std::size_t elements = expected.bytes.size() / width(expected.type);
  json_object details;
  details.add("place", place)
      .add_raw("expected", value_json(expected, where.first))
      .add_raw("got", value_json(got, where.first))
      .add("differing", where.count)
      .add("elements", elements);
  return failed(formatted("at {}: expected {}, got {}; {} of {} elements differ{}", shape_text(place),
                          value_text(expected, where.first), value_text(got, where.first), where.count, elements,
                          where.count == 1 ? "s" : ""),
                details);
}

maybe_finding check_form(const tensor& expected, dtype type, const extents_of& extents) {
  if (expected.type != type) {
    return failed(formatted("expected {}, got {}", type_name(expected.type), type_name(type)));
  }
  if (expected.extents == extents) return std::nullopt;
  return failed(formatted("expected extents {}, got {}", shape_text(expected.extents), shape_text(extents)));
}

// The output has the extents of one that was read, so that a small file asks for no large array.
maybe_finding compute(const onnx::node& node, const data_set& set, const run_settings& settings, tensor& got) {
  const auto extents = onnx::try_shape(node, set.inputs);
  if (!extents) return refused_node(extents.error());
  got.type = set.inputs.front().dtype();
  got.extents = *extents;
  if (auto found = check_form(set.expected, got.type, got.extents)) return found;
  got.bytes.resize(set.expected.bytes.size());
  std::byte nothing{};
  const view output(static_cast<void*>(got.bytes.empty() ? &nothing : got.bytes.data()), got.type, got.extents);
  const auto outcome = onnx::try_run(node, set.inputs, output,
                                     {.threads = settings.threads,
                                      .cancel = [] { return is_interrupted(); },
                                      .on_error = on_error::discard});  // a node that fails has no output
  return outcome ? std::nullopt : maybe_finding(refused_node(outcome.error()));
}

maybe_finding run_data_set(const test_model& model, const std::string& folder, const run_settings& settings) {
  data_set set;
  if (auto found = read_data_set(model, folder, set)) return found;
  tensor got;
  if (auto found = compute(model.native(), set, settings, got)) return found;
  const auto where = find_difference(set.expected, got, settings.allowed);
  return where ? maybe_finding(differing(set.expected, got, *where)) : std::nullopt;
}

}  // namespace

finding run_test(const std::string& folder, const run_settings& settings) {
  test_model model;
  if (auto found = model.read(folder)) return *found;
  numbered_names sets;
  if (auto error = numbered_entries(folder, data_set_prefix, "", sets)) return unreadable(folder, *error);
  if (sets.empty()) return malformed(folder, "it has no test_data_set_0");
  for (const auto& [number, name] : sets) {
    if (auto found = run_data_set(model, formatted("{}/{}", folder, name), settings)) {
      found->data_set = name;
      if (found->about.file.empty() && found->kind == verdict::unreadable) found->about.file = folder;
      return *found;
    }
  }
  return {};
}

}  // namespace strew::cli::conformance
