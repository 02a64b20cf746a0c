#include "cases/c_abi.hpp"

#include <array>

#include "cases/descriptor.hpp"

namespace strew::cases {

c_call call_of(const test_case& p, const arguments& with) {
  c_call made;
  made.op = descriptor_of(p.op, {.axis = p.axis,
                                 .batch_dims = p.batch_dims,
                                 .mode = p.mode,
                                 .gather_dimensions = with.gather_numbers(),
                                 .scatter_dimensions = with.scatter_numbers()});
  made.data = with.data();
  made.indices = with.indices();
  if (p.is_scatter()) made.updates = with.updates();
  made.output = with.output();
  made.options = with.given_options();
  return made;
}

strew_status run(const c_call& call, const strew_execution* execution, strew_error* error) {
  return strew_run(&call.op, call.data, call.indices, call.updates, call.output, call.options, execution, error);
}

namespace {

struct all_sites {
  std::array<strew_site, STREW_OPERATOR_STABLEHLO_SCATTER + 1> of;

  all_sites() { of.fill(STREW_SITE_INIT); }
  all_sites(const all_sites&) = delete;
  all_sites& operator=(const all_sites&) = delete;
  ~all_sites() {
    for (strew_site& one : of) strew_site_clear(&one);
  }
};

}  // namespace

strew_status run_at_site(const c_call& call, const strew_execution* execution, strew_error* error) {
  static all_sites sites;
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = call.data, all.indices = call.indices, all.updates = call.updates, all.output = call.output;
  return strew_run_at(&sites.of.at(static_cast<size_t>(call.op.kind)), &call.op, &all, call.options, execution, error);
}

strew_status make_plan(const c_call& call, strew_plan** plan, strew_error* error) {
  return strew_plan_make(&call.op, call.data, call.indices, call.updates, call.output, call.options, plan, error);
}

}  // namespace strew::cases
