#include "quantized.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "finish.hpp"
#include "option_values.hpp"
#include "policy.hpp"
#include "vocabulary.hpp"

namespace strew::python {

void read_codes(const nb::dict& codes, call_spec& spec, arrays& to) {
  strew_quantization& by = spec.quantization.emplace(strew_quantization(STREW_QUANTIZATION_INIT));
  by.bits = static_cast<std::int32_t>(std::clamp<std::int64_t>(read_integer(codes["bits"], "bits"), -1, 255));
  by.packing = static_cast<std::int32_t>(read_integer(codes["packing"], "packing"));
  by.block_size = read_integer(codes["block_size"], "block_size");
  to[role::scales] = given(codes["scales"]);
  to[role::zero_points] = given(codes["zero_points"]);
  to[role::codebook] = given(codes["codebook"]);
}

strew_dtype type_of_result(const nb::dict& codes) {
  return type_named(nb::cast<std::string>(codes["dtype"]));
}

namespace {

// The fill value is one of the output.
void read_fill_of(const written_to& to, nb::handle fill_value, call_spec& spec) {
  if (fill_value.is_none()) return;
  operand output("output");
  to.out.is_none() ? output.describe(to.type, to.shape) : output.read_output(to.out);
  read_fill(spec, fill_value, output);
}

// What strew/_gather_block_quantized.py hands over: words and numbers by their names in the signature.
template <finish_further& then>
nb::object gather_codes(const nb::object& data, const nb::object& indices, const nb::object& out,
                        const std::vector<std::int64_t>& shape, const nb::dict& codes, const nb::dict& words) {
  call_spec spec{.op = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED};
  arrays all{data, indices, {}, out};
  read_codes(codes, spec, all);
  const written_to to{out, shape, type_of_result(codes)};
  spec.axis = read_integer(words["axis"], "axis");
  spec.batch_dims = read_integer(words["batch_dims"], "batch_dims");
  spec.execution = {read_threads(words["threads"]), read_on_error(words["on_error"])};
  read_policy(spec, words["out_of_bounds"], words["negative_indices"]);
  const inputs in(all);
  read_fill_of(to, words["fill_value"], spec);
  return then(spec, in, to);
}

}  // namespace

void add_quantized(nb::module_& module) {
  const auto define = [&](const char* name, auto* function) {
    module.def(name, function, nb::arg("data"), nb::arg("indices"), nb::arg("out").none(), nb::arg("shape"),
               nb::arg("codes"), nb::arg("words"));
  };
  define("_gather_block_quantized", &gather_codes<run_further>);
  define("_plan_gather_block_quantized", &gather_codes<plan_further>);
}

}  // namespace strew::python
