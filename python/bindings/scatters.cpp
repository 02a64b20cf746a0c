#include <string>
#include <vector>

#include "calls.hpp"
#include "docs.hpp"
#include "function.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "policy.hpp"

namespace strew::python {
namespace {

template <class Finish>
nb::object scatter(nb::handle data, nb::handle indices, nb::handle updates, nb::handle axis, nb::handle batch_dims,
                   nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds, nb::handle negative_indices,
                   nb::handle duplicates, nb::handle ordered, nb::handle accumulate, nb::handle out, nb::handle threads,
                   nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_SCATTER,
                 .axis = read_integer(axis, "axis"),
                 .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  return Finish::finish(spec, {data, indices, updates, out}, {threads, on_error});
}

template <class Finish>
nb::object scatter_elements(nb::handle data, nb::handle indices, nb::handle updates, nb::handle axis,
                            nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds,
                            nb::handle negative_indices, nb::handle duplicates, nb::handle ordered,
                            nb::handle accumulate, nb::handle out, nb::handle threads, nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_SCATTER_ELEMENTS, .axis = read_integer(axis, "axis")};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  return Finish::finish(spec, {data, indices, updates, out}, {threads, on_error});
}

template <class Finish>
nb::object scatter_nd(nb::handle data, nb::handle indices, nb::handle updates, nb::handle batch_dims,
                      nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds,
                      nb::handle negative_indices, nb::handle duplicates, nb::handle ordered, nb::handle accumulate,
                      nb::handle out, nb::handle threads, nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_SCATTER_ND, .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  return Finish::finish(spec, {data, indices, updates, out}, {threads, on_error});
}

template <class Finish>
nb::object tensor_scatter(nb::handle cache, nb::handle update, nb::handle write_indices, nb::handle axis,
                          nb::handle mode, nb::handle out, nb::handle threads, nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = read_integer(axis, "axis"), .mode = read_mode(mode)};
  return Finish::finish(spec, {cache, write_indices.is_none() ? nb::handle() : write_indices, update, out},
                        {threads, on_error});
}

// data, indices, updates, the operator's own numbers, then the options of all scatters.
std::vector<parameter> scatter_parameters(std::vector<parameter> numbers) {
  std::vector<parameter> all = {{"data"}, {"indices"}, {"updates"}};
  all.insert(all.end(), numbers.begin(), numbers.end());
  all.insert(all.end(), {{"reduction", word("none")},
                         {"include_self", nb::bool_(true)},
                         {"out_of_bounds", word("error")},
                         {"negative_indices", word("from_end")},
                         {"duplicates", word("allow")},
                         {"ordered", nb::bool_(true)},
                         {"accumulate", word("wide")},
                         {"out", nb::none()},
                         {"threads", nb::none()},
                         {"on_error", word("keep")}});
  return all;
}

template <class Finish>
void add_each_scatter(nb::module_& module, const std::string& prefix) {
  const parameter axis{"axis", nb::int_(0)}, batch_dims{"batch_dims", nb::int_(0)};
  add_function(module, {prefix + "scatter", "scatter", scatter_doc, scatter_parameters({axis, batch_dims}), 3,
                        &with_arguments<&scatter<Finish>>::body, planned<Finish, &scatter<make_a_plan>>});
  add_function(module,
               {prefix + "scatter_elements", "scatter_elements", scatter_elements_doc, scatter_parameters({axis}), 3,
                &with_arguments<&scatter_elements<Finish>>::body, planned<Finish, &scatter_elements<make_a_plan>>});
  add_function(module, {prefix + "scatter_nd", "scatter_nd", scatter_nd_doc, scatter_parameters({batch_dims}), 3,
                        &with_arguments<&scatter_nd<Finish>>::body, planned<Finish, &scatter_nd<make_a_plan>>});
  const std::vector<parameter> of_a_cache = {{"cache"},
                                             {"update"},
                                             {"write_indices", nb::none()},
                                             {"axis", nb::int_(-2)},
                                             {"mode", word("linear")},
                                             {"out", nb::none()},
                                             {"threads", nb::none()},
                                             {"on_error", word("keep")}};
  add_function(module, {prefix + "tensor_scatter", "tensor_scatter", tensor_scatter_doc, of_a_cache, 3,
                        &with_arguments<&tensor_scatter<Finish>>::body, planned<Finish, &tensor_scatter<make_a_plan>>});
}

}  // namespace

void add_scatters(nb::module_& module) {
  add_each_scatter<run_now>(module, "");
  add_each_scatter<make_a_plan>(module, "_plan_");
}

}  // namespace strew::python
