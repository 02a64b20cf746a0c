#include <string>

#include "calls.hpp"
#include "docs.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "policy.hpp"

namespace strew::python {
namespace {

template <class Finish>
nb::object scatter(nb::handle data, nb::handle indices, nb::handle updates, nb::handle axis, nb::handle batch_dims,
                   nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds, nb::handle negative_indices,
                   nb::handle duplicates, nb::handle ordered, nb::handle accumulate, nb::handle out,
                   nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_SCATTER,
                 .axis = read_integer(axis, "axis"),
                 .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  return Finish::finish(spec, {data, indices, updates, out}, threads);
}

template <class Finish>
nb::object scatter_elements(nb::handle data, nb::handle indices, nb::handle updates, nb::handle axis,
                            nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds,
                            nb::handle negative_indices, nb::handle duplicates, nb::handle ordered,
                            nb::handle accumulate, nb::handle out, nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_SCATTER_ELEMENTS, .axis = read_integer(axis, "axis")};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  return Finish::finish(spec, {data, indices, updates, out}, threads);
}

template <class Finish>
nb::object scatter_nd(nb::handle data, nb::handle indices, nb::handle updates, nb::handle batch_dims,
                      nb::handle reduction, nb::handle include_self, nb::handle out_of_bounds,
                      nb::handle negative_indices, nb::handle duplicates, nb::handle ordered, nb::handle accumulate,
                      nb::handle out, nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_SCATTER_ND, .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_scatter(spec, {reduction, include_self, out_of_bounds, negative_indices, duplicates, ordered, accumulate});
  return Finish::finish(spec, {data, indices, updates, out}, threads);
}

template <class Function, class... Numbers>
void define(nb::module_& module, const std::string& name, Function* function, const char* doc,
            const Numbers&... numbers) {
  module.def(name.c_str(), function, any("data"), any("indices"), any("updates"), nb::kw_only(), numbers...,
             any("reduction") = word("none"), any("include_self") = true, any("out_of_bounds") = word("error"),
             any("negative_indices") = word("from_end"), any("duplicates") = word("allow"), any("ordered") = true,
             any("accumulate") = word("wide"), any("out") = nb::none(), any("threads") = nb::none(), doc);
}

template <class Finish>
void add_all(nb::module_& module, const std::string& prefix) {
  define(module, prefix + "scatter", &scatter<Finish>, scatter_doc, any("axis") = 0, any("batch_dims") = 0);
  define(module, prefix + "scatter_elements", &scatter_elements<Finish>, scatter_elements_doc, any("axis") = 0);
  define(module, prefix + "scatter_nd", &scatter_nd<Finish>, scatter_nd_doc, any("batch_dims") = 0);
}

template <class Finish>
nb::object tensor_scatter(nb::handle cache, nb::handle update, nb::handle write_indices, nb::handle axis,
                          nb::handle mode, nb::handle out, nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = read_integer(axis, "axis"), .mode = read_mode(mode)};
  return Finish::finish(spec, {cache, write_indices.is_none() ? nb::handle() : write_indices, update, out}, threads);
}

template <class Finish>
void add_cache(nb::module_& module, const std::string& prefix) {
  module.def((prefix + "tensor_scatter").c_str(), &tensor_scatter<Finish>, any("cache"), any("update"),
             any("write_indices") = nb::none(), nb::kw_only(), any("axis") = -2, any("mode") = word("linear"),
             any("out") = nb::none(), any("threads") = nb::none(), tensor_scatter_doc);
}

}  // namespace

void add_scatters(nb::module_& module) {
  add_all<run_now>(module, "");
  add_all<make_a_plan>(module, "_plan_");
  add_cache<run_now>(module, "");
  add_cache<make_a_plan>(module, "_plan_");
}

}  // namespace strew::python
