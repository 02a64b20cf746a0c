#include "operators.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "calls.hpp"
#include "docs.hpp"
#include "failure.hpp"
#include "function.hpp"
#include "option_values.hpp"

namespace strew::python {
namespace {

std::vector<std::int64_t> read_list(nb::handle given, const char* option) {
  if (PySequence_Check(given.ptr()) == 0 || PyUnicode_Check(given.ptr()) != 0) {
    raise(rule::PY8, nullptr,
          std::string(option) + "=" + nb::cast<std::string>(nb::repr(given)) + " is not a list of integers");
  }
  std::vector<std::int64_t> list;
  for (nb::handle item : given) list.push_back(read_integer(item, option));
  return list;
}

dimension_numbers& dimensions_of(call_spec& call) {
  if (call.dimensions == nullptr) call.dimensions = std::make_shared<dimension_numbers>();
  return *call.dimensions;
}

// Those of gathers and of scatters, in the order of their structs.
constexpr const char* list_names[][6] = {{"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                                          "start_indices_batching_dims", "start_index_map", "slice_sizes"},
                                         {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                                          "scatter_indices_batching_dims", "scatter_dims_to_operand_dims", nullptr}};

template <int is_scatter, int number>
void read_dims(call_spec& call, nb::handle given) {
  dimensions_of(call).lists[number] = read_list(given, list_names[is_scatter][number]);
}

// What each option says of a call.
constexpr struct {
  const char* name;
  option_reader* read;
} known_options[] = {
    {"axis", [](call_spec& call, nb::handle given) { call.axis = read_integer(given, "axis"); }},
    {"batch_dims", [](call_spec& call, nb::handle given) { call.batch_dims = read_integer(given, "batch_dims"); }},
    {"mode", [](call_spec& call, nb::handle given) { call.mode = read_mode(given); }},
    {"reduction", [](call_spec& call, nb::handle given) { call.options.reduction = read_reduction(given); }},
    {"include_self",
     [](call_spec& call, nb::handle given) { call.options.exclude_self = read_truth(given, "include_self") ? 0 : 1; }},
    {"out_of_bounds",
     [](call_spec& call, nb::handle given) { call.options.out_of_bounds = read_out_of_bounds(given); }},
    {"negative_indices",
     [](call_spec& call, nb::handle given) { call.options.negative_indices = read_negative_indices(given); }},
    {"duplicates", [](call_spec& call, nb::handle given) { call.options.duplicates = read_duplicates(given); }},
    {"ordered",
     [](call_spec& call, nb::handle given) { call.options.unordered = read_truth(given, "ordered") ? 0 : 1; }},
    {"accumulate", [](call_spec& call, nb::handle given) { call.options.accumulate = read_accumulate(given); }},
    {"partial_window",
     [](call_spec& call, nb::handle given) { call.options.partial_window = read_partial_window(given); }},
    {"threads", [](call_spec& call, nb::handle given) { call.execution.threads = read_threads(given); }},
    {"on_error", [](call_spec& call, nb::handle given) { call.execution.on_error = read_on_error(given); }},
    // promises that strew does not need
    {"indices_are_sorted", [](call_spec&, nb::handle given) { read_truth(given, "indices_are_sorted"); }},
    {"unique_indices", [](call_spec&, nb::handle given) { read_truth(given, "unique_indices"); }},
    {list_names[0][0], read_dims<0, 0>},
    {list_names[0][1], read_dims<0, 1>},
    {list_names[0][2], read_dims<0, 2>},
    {list_names[0][3], read_dims<0, 3>},
    {list_names[0][4], read_dims<0, 4>},
    {list_names[0][5], read_dims<0, 5>},
    {list_names[1][0], read_dims<1, 0>},
    {list_names[1][1], read_dims<1, 1>},
    {list_names[1][2], read_dims<1, 2>},
    {list_names[1][3], read_dims<1, 3>},
    {list_names[1][4], read_dims<1, 4>},
    {"index_vector_dim",
     [](call_spec& call, nb::handle given) {
       dimensions_of(call).index_vector_dim = read_integer(given, "index_vector_dim");
     }},
};

using parameters = std::vector<parameter>;

parameter option(const char* name, nb::object value = {}) {
  const auto* const found = std::find_if(std::begin(known_options), std::end(known_options),
                                         [&](const auto& one) { return one.name == std::string_view(name); });
  return {name, std::move(value), part::option, found->read};
}
parameter option(const char* name, const char* value) {
  return option(name, word(value));
}

template <class... Lists>
parameters joined(parameters first, const Lists&... others) {
  (first.insert(first.end(), others.begin(), others.end()), ...);
  return first;
}

parameters execution() {
  return {{"out", nb::none(), part::out}, option("threads", nb::none()), option("on_error", "keep")};
}

parameters gather(const parameters& numbers) {
  return joined({{"data", {}, part::data}, {"indices", {}, part::indices}}, numbers,
                parameters{option("out_of_bounds", "error"),
                           option("negative_indices", "from_end"),
                           {"fill_value", nb::none(), part::fill}},
                execution());
}

parameters scatter_options(const char* out_of_bounds, const char* negative_indices, const char* accumulate) {
  return {option("reduction", "none"),
          option("include_self", nb::bool_(true)),
          option("out_of_bounds", out_of_bounds),
          option("negative_indices", negative_indices),
          option("duplicates", "allow"),
          option("ordered", nb::bool_(true)),
          option("accumulate", accumulate)};
}

parameters scatter(const parameters& numbers) {
  return joined({{"data", {}, part::data}, {"indices", {}, part::indices}, {"updates", {}, part::updates}}, numbers,
                scatter_options("error", "from_end", "wide"), execution());
}

parameters tensor_scatter() {
  return joined({{"cache", {}, part::data},
                 {"update", {}, part::updates},
                 {"write_indices", nb::none(), part::indices},
                 option("axis", nb::int_(-2)),
                 option("mode", "linear")},
                execution());
}

parameters stablehlo_gather() {
  return joined({{"operand", {}, part::data},
                 {"start_indices", {}, part::indices},
                 option("offset_dims"),
                 option("collapsed_slice_dims"),
                 option("operand_batching_dims", nb::make_tuple()),
                 option("start_indices_batching_dims", nb::make_tuple()),
                 option("start_index_map"),
                 option("index_vector_dim"),
                 option("slice_sizes"),
                 option("indices_are_sorted", nb::bool_(false)),
                 option("out_of_bounds", "clamp"),
                 option("negative_indices", "invalid"),
                 option("partial_window", "element"),
                 {"fill_value", nb::none(), part::fill}},
                execution());
}

parameters stablehlo_scatter() {
  return joined({{"inputs", {}, part::data},
                 {"scatter_indices", {}, part::indices},
                 {"updates", {}, part::updates},
                 option("update_window_dims"),
                 option("inserted_window_dims"),
                 option("input_batching_dims", nb::make_tuple()),
                 option("scatter_indices_batching_dims", nb::make_tuple()),
                 option("scatter_dims_to_operand_dims"),
                 option("index_vector_dim"),
                 option("indices_are_sorted", nb::bool_(false)),
                 option("unique_indices", nb::bool_(false))},
                scatter_options("skip", "invalid", "native"), parameters{option("partial_window", "element")},
                execution());
}

void add(nb::module_& module, std::int32_t op, const char* doc, const parameters& all, std::size_t positional) {
  const bool is_stablehlo = op >= STREW_OPERATOR_STABLEHLO_GATHER;
  const std::string name = strew_operator_name(op);
  const std::string shown = is_stablehlo ? "stablehlo." + name.substr(name.find('_') + 1) : name;
  const std::string hidden = is_stablehlo ? "_" : "";
  add_function(module, {hidden + name, shown, doc, op, all, positional, &run_now});
  add_function(module, {"_plan_" + name, shown, doc, op, all, positional, &make_a_plan});
}

}  // namespace

void add_operators(nb::module_& module) {
  const parameter axis = option("axis", nb::int_(0)), batch_dims = option("batch_dims", nb::int_(0));
  add(module, STREW_OPERATOR_GATHER, gather_doc, gather({axis, batch_dims}), 2);
  add(module, STREW_OPERATOR_GATHER_ELEMENTS, gather_elements_doc, gather({axis}), 2);
  add(module, STREW_OPERATOR_GATHER_ND, gather_nd_doc, gather({batch_dims}), 2);
  add(module, STREW_OPERATOR_SCATTER, scatter_doc, scatter({axis, batch_dims}), 3);
  add(module, STREW_OPERATOR_SCATTER_ELEMENTS, scatter_elements_doc, scatter({axis}), 3);
  add(module, STREW_OPERATOR_SCATTER_ND, scatter_nd_doc, scatter({batch_dims}), 3);
  add(module, STREW_OPERATOR_TENSOR_SCATTER, tensor_scatter_doc, tensor_scatter(), 3);
  add(module, STREW_OPERATOR_STABLEHLO_GATHER, nullptr, stablehlo_gather(), 2);
  add(module, STREW_OPERATOR_STABLEHLO_SCATTER, nullptr, stablehlo_scatter(), 3);
}

}  // namespace strew::python
