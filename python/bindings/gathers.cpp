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
nb::object gather(nb::handle data, nb::handle indices, nb::handle axis, nb::handle batch_dims, nb::handle out_of_bounds,
                  nb::handle negative_indices, nb::handle fill_value, nb::handle out, nb::handle threads,
                  nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_GATHER,
                 .axis = read_integer(axis, "axis"),
                 .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_policy(spec, out_of_bounds, negative_indices);
  return Finish::finish(spec, {data, indices, {}, out, fill_value}, {threads, on_error});
}

template <class Finish>
nb::object gather_elements(nb::handle data, nb::handle indices, nb::handle axis, nb::handle out_of_bounds,
                           nb::handle negative_indices, nb::handle fill_value, nb::handle out, nb::handle threads,
                           nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_GATHER_ELEMENTS, .axis = read_integer(axis, "axis")};
  read_policy(spec, out_of_bounds, negative_indices);
  return Finish::finish(spec, {data, indices, {}, out, fill_value}, {threads, on_error});
}

template <class Finish>
nb::object gather_nd(nb::handle data, nb::handle indices, nb::handle batch_dims, nb::handle out_of_bounds,
                     nb::handle negative_indices, nb::handle fill_value, nb::handle out, nb::handle threads,
                     nb::handle on_error) {
  call_spec spec{.op = STREW_OPERATOR_GATHER_ND, .batch_dims = read_integer(batch_dims, "batch_dims")};
  read_policy(spec, out_of_bounds, negative_indices);
  return Finish::finish(spec, {data, indices, {}, out, fill_value}, {threads, on_error});
}

// data, indices, the operator's own numbers, then the options of all gathers.
std::vector<parameter> gather_parameters(std::vector<parameter> numbers) {
  std::vector<parameter> all = {{"data"}, {"indices"}};
  all.insert(all.end(), numbers.begin(), numbers.end());
  all.insert(all.end(), {{"out_of_bounds", word("error")},
                         {"negative_indices", word("from_end")},
                         {"fill_value", nb::none()},
                         {"out", nb::none()},
                         {"threads", nb::none()},
                         {"on_error", word("keep")}});
  return all;
}

template <class Finish>
void add_each_gather(nb::module_& module, const std::string& prefix) {
  const parameter axis{"axis", nb::int_(0)}, batch_dims{"batch_dims", nb::int_(0)};
  add_function(module, {prefix + "gather", "gather", gather_doc, gather_parameters({axis, batch_dims}), 2,
                        &with_arguments<&gather<Finish>>::body, planned<Finish, &gather<make_a_plan>>});
  add_function(module,
               {prefix + "gather_elements", "gather_elements", gather_elements_doc, gather_parameters({axis}), 2,
                &with_arguments<&gather_elements<Finish>>::body, planned<Finish, &gather_elements<make_a_plan>>});
  add_function(module, {prefix + "gather_nd", "gather_nd", gather_nd_doc, gather_parameters({batch_dims}), 2,
                        &with_arguments<&gather_nd<Finish>>::body, planned<Finish, &gather_nd<make_a_plan>>});
}

}  // namespace

void add_gathers(nb::module_& module) {
  add_each_gather<run_now>(module, "");
  add_each_gather<make_a_plan>(module, "_plan_");
}

}  // namespace strew::python
