#include "solve/forms.hpp"

namespace strew::engine {
namespace {

kernel::form form_of(const situation& in) {
  if (refuse_rows(in) == nullptr) return kernel::form::rows;
  return refuse_elements(in) == nullptr ? kernel::form::elements : kernel::form::strided;
}

}  // namespace

block_program make_blocks_of_any_form(const situation& in) {
  const kernel::form shape = form_of(in);
  const bool takes_row =
      shape == kernel::form::rows ? in.problem.reduce != reduction::none : shape == kernel::form::strided;
  return make_blocks(in, shape, takes_row);
}

workload work_of_any_form(const situation& in, bool is_fused) {
  switch (form_of(in)) {
    case kernel::form::rows:
      return row_work(in);
    case kernel::form::elements:
      return element_work(in, is_fused);
    default:
      return strided_work(in);
  }
}

}  // namespace strew::engine
