#include <string>

#include "calls.hpp"
#include "docs.hpp"
#include "operators.hpp"
#include "option_values.hpp"
#include "policy.hpp"

namespace strew::python {
namespace {

template <class Finish>
nb::object gather(nb::handle data, nb::handle indices, nb::handle axis, nb::handle batch_dims, nb::handle out_of_bounds,
                  nb::handle negative_indices, nb::handle fill_value, nb::handle out, nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_GATHER,
                 .axis = read_integer(axis, "axis"),
                 .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_policy(spec, out_of_bounds, negative_indices);
  return Finish::finish(spec, {data, indices, {}, out, fill_value}, threads);
}

template <class Finish>
nb::object gather_elements(nb::handle data, nb::handle indices, nb::handle axis, nb::handle out_of_bounds,
                           nb::handle negative_indices, nb::handle fill_value, nb::handle out, nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_GATHER_ELEMENTS, .axis = read_integer(axis, "axis")};
  read_policy(spec, out_of_bounds, negative_indices);
  return Finish::finish(spec, {data, indices, {}, out, fill_value}, threads);
}

template <class Finish>
nb::object gather_nd(nb::handle data, nb::handle indices, nb::handle batch_dims, nb::handle out_of_bounds,
                     nb::handle negative_indices, nb::handle fill_value, nb::handle out, nb::handle threads) {
  call_spec spec{.op = STREW_OPERATOR_GATHER_ND, .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_policy(spec, out_of_bounds, negative_indices);
  return Finish::finish(spec, {data, indices, {}, out, fill_value}, threads);
}

template <class Finish>
void add(nb::module_& module, const char* prefix) {
  const auto named = [&](const char* name) { return std::string(prefix) + name; };
  module.def(named("gather").c_str(), &gather<Finish>, any("data"), any("indices"), nb::kw_only(), any("axis") = 0,
             any("batch_dims") = 0, any("out_of_bounds") = word("error"), any("negative_indices") = word("from_end"),
             any("fill_value") = nb::none(), any("out") = nb::none(), any("threads") = nb::none(), gather_doc);
  module.def(named("gather_elements").c_str(), &gather_elements<Finish>, any("data"), any("indices"), nb::kw_only(),
             any("axis") = 0, any("out_of_bounds") = word("error"), any("negative_indices") = word("from_end"),
             any("fill_value") = nb::none(), any("out") = nb::none(), any("threads") = nb::none(), gather_elements_doc);
  module.def(named("gather_nd").c_str(), &gather_nd<Finish>, any("data"), any("indices"), nb::kw_only(),
             any("batch_dims") = 0, any("out_of_bounds") = word("error"), any("negative_indices") = word("from_end"),
             any("fill_value") = nb::none(), any("out") = nb::none(), any("threads") = nb::none(), gather_nd_doc);
}

}  // namespace

void add_gathers(nb::module_& module) {
  add<run_now>(module, "");
  add<make_a_plan>(module, "_plan_");
}

}  // namespace strew::python
