#include <memory>
#include <utility>

#include "calls.hpp"
#include "failure.hpp"
#include "function.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "policy.hpp"

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

template <class Finish>
nb::object gather(nb::handle operand, nb::handle start_indices, nb::handle offset_dims, nb::handle collapsed_slice_dims,
                  nb::handle operand_batching_dims, nb::handle start_indices_batching_dims, nb::handle start_index_map,
                  nb::handle index_vector_dim, nb::handle slice_sizes, nb::handle indices_are_sorted,
                  nb::handle out_of_bounds, nb::handle negative_indices, nb::handle partial_window,
                  nb::handle fill_value, nb::handle out, nb::handle threads, nb::handle on_error) {
  read_truth(indices_are_sorted, "indices_are_sorted");  // a promise that strew does not need
  auto numbers = std::make_shared<dimension_numbers>();
  numbers->lists[0] = read_list(offset_dims, "offset_dims");
  numbers->lists[1] = read_list(collapsed_slice_dims, "collapsed_slice_dims");
  numbers->lists[2] = read_list(operand_batching_dims, "operand_batching_dims");
  numbers->lists[3] = read_list(start_indices_batching_dims, "start_indices_batching_dims");
  numbers->lists[4] = read_list(start_index_map, "start_index_map");
  numbers->lists[5] = read_list(slice_sizes, "slice_sizes");
  numbers->index_vector_dim = read_integer(index_vector_dim, "index_vector_dim");
  call_spec spec{.op = STREW_OPERATOR_STABLEHLO_GATHER, .dimensions = std::move(numbers)};
  read_policy(spec, out_of_bounds, negative_indices);
  spec.options.partial_window = read_partial_window(partial_window);
  return Finish::finish(spec, {operand, start_indices, {}, out, fill_value}, {threads, on_error});
}

template <class Finish>
nb::object scatter(nb::handle input, nb::handle scatter_indices, nb::handle updates, nb::handle update_window_dims,
                   nb::handle inserted_window_dims, nb::handle input_batching_dims,
                   nb::handle scatter_indices_batching_dims, nb::handle scatter_dims_to_operand_dims,
                   nb::handle index_vector_dim, nb::handle indices_are_sorted, nb::handle unique_indices,
                   nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds, nb::handle negative_indices,
                   nb::handle duplicates, nb::handle ordered, nb::handle accumulate, nb::handle partial_window,
                   nb::handle out, nb::handle threads, nb::handle on_error) {
  read_truth(indices_are_sorted, "indices_are_sorted");  // promises that strew does not need
  read_truth(unique_indices, "unique_indices");
  auto numbers = std::make_shared<dimension_numbers>();
  numbers->lists[0] = read_list(update_window_dims, "update_window_dims");
  numbers->lists[1] = read_list(inserted_window_dims, "inserted_window_dims");
  numbers->lists[2] = read_list(input_batching_dims, "input_batching_dims");
  numbers->lists[3] = read_list(scatter_indices_batching_dims, "scatter_indices_batching_dims");
  numbers->lists[4] = read_list(scatter_dims_to_operand_dims, "scatter_dims_to_operand_dims");
  numbers->index_vector_dim = read_integer(index_vector_dim, "index_vector_dim");
  call_spec spec{.op = STREW_OPERATOR_STABLEHLO_SCATTER, .dimensions = std::move(numbers)};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  spec.options.partial_window = read_partial_window(partial_window);
  return Finish::finish(spec, {input, scatter_indices, updates, out}, {threads, on_error});
}

template <class Finish>
void add_gather(nb::module_& module, const std::string& name) {
  std::vector<parameter> all = {{"operand"},
                                {"start_indices"},
                                {"offset_dims"},
                                {"collapsed_slice_dims"},
                                {"operand_batching_dims", nb::make_tuple()},
                                {"start_indices_batching_dims", nb::make_tuple()},
                                {"start_index_map"},
                                {"index_vector_dim"},
                                {"slice_sizes"},
                                {"indices_are_sorted", nb::bool_(false)},
                                {"out_of_bounds", word("clamp")},
                                {"negative_indices", word("invalid")},
                                {"partial_window", word("element")},
                                {"fill_value", nb::none()},
                                {"out", nb::none()},
                                {"threads", nb::none()},
                                {"on_error", word("keep")}};
  add_function(module, {name, "stablehlo.gather", nullptr, std::move(all), 2, &with_arguments<&gather<Finish>>::body});
}

template <class Finish>
void add_scatter(nb::module_& module, const std::string& name) {
  std::vector<parameter> all = {{"inputs"},
                                {"scatter_indices"},
                                {"updates"},
                                {"update_window_dims"},
                                {"inserted_window_dims"},
                                {"input_batching_dims", nb::make_tuple()},
                                {"scatter_indices_batching_dims", nb::make_tuple()},
                                {"scatter_dims_to_operand_dims"},
                                {"index_vector_dim"},
                                {"indices_are_sorted", nb::bool_(false)},
                                {"unique_indices", nb::bool_(false)},
                                {"reduction", word("none")},
                                {"include_self", nb::bool_(true)},
                                {"out_of_bounds", word("skip")},
                                {"negative_indices", word("invalid")},
                                {"duplicates", word("allow")},
                                {"ordered", nb::bool_(true)},
                                {"accumulate", word("native")},
                                {"partial_window", word("element")},
                                {"out", nb::none()},
                                {"threads", nb::none()},
                                {"on_error", word("keep")}};
  add_function(module,
               {name, "stablehlo.scatter", nullptr, std::move(all), 3, &with_arguments<&scatter<Finish>>::body});
}

}  // namespace

void add_stablehlo(nb::module_& module) {
  add_gather<run_now>(module, "_stablehlo_gather");
  add_gather<make_a_plan>(module, "_plan_stablehlo_gather");
  add_scatter<run_now>(module, "_stablehlo_scatter");
  add_scatter<make_a_plan>(module, "_plan_stablehlo_scatter");
}

}  // namespace strew::python
