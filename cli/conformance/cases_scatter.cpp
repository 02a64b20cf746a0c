#include "conformance/case_builder.hpp"
#include "conformance/element_scatters.hpp"

namespace strew::cli::conformance {

// Scatter-11 is deprecated: ONNX's checker refuses models that have it.
void add_scatter_cases(case_list& cases) {
  constexpr std::int64_t version = 9;
  const case_family family{"Scatter", "scatter"};
  const std::vector<form> forms = element_scatter_forms();
  for (const dtype type : types_of(version)) cases.push_back(make_case(family, version, type, forms.front()));
  for (const form& one : forms) {
    const bool is_allowed = one.since <= version && !one.feature.empty();
    if (is_allowed) cases.push_back(make_case(family, version, dtype::f32, one));
  }
}

}  // namespace strew::cli::conformance
