#include "quantized.hpp"

#include <algorithm>
#include <cstdint>

#include "execution.hpp"
#include "failure.hpp"
#include "inputs.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "policy.hpp"

namespace strew::python {
namespace {

// The operands beside data, indices and output; None: there is none.
struct code_inputs {
  operand scales{"scales"}, zero_points{"zero_points"}, codebook{"codebook"};

  code_inputs(nb::handle factors, nb::handle zeros, nb::handle numbers) {
    scales.read(factors);
    if (!zeros.is_none()) zero_points.read(zeros);
    if (!numbers.is_none()) codebook.read(numbers);
  }
};

// What strew/_gather_block_quantized.py hands over: words and numbers by their names in the signature.
struct code_call {
  strew_quantization by = STREW_QUANTIZATION_INIT;
  call_spec spec;

  code_call(const nb::dict& words, const operand& output) {
    by.bits = static_cast<std::int32_t>(std::clamp<std::int64_t>(read_integer(words["bits"], "bits"), -1, 255));
    by.packing = static_cast<std::int32_t>(read_integer(words["packing"], "packing"));
    by.block_size = read_integer(words["block_size"], "block_size");
    spec.axis = read_integer(words["axis"], "axis");
    spec.batch_dims = read_integer(words["batch_dims"], "batch_dims");
    spec.execution.threads = read_threads(words["threads"]);
    spec.execution.on_error = read_on_error(words["on_error"]);
    read_policy(spec, words["out_of_bounds"], words["negative_indices"]);
    read_fill(spec, words["fill_value"], output);
  }
};

// `out`: the caller's, or one that was made for this call.
nb::object gather_codes(const nb::object& data, const nb::object& indices, const nb::object& scales,
                        const nb::object& zero_points, const nb::object& codebook, const nb::object& out, bool is_new,
                        const nb::dict& words) {
  const inputs in({data, indices, {}, out});
  const code_inputs more(scales, zero_points, codebook);
  operand output{"output"};
  is_new ? output.read_new(out) : output.read_output(out);
  const code_call call(words, output);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &in.data.view();
  all.indices = &in.indices.view();
  all.scales = more.scales.view_if_given();
  all.zero_points = more.zero_points.view_if_given();
  all.codebook = more.codebook.view_if_given();
  all.output = &output.view();
  const std::uint64_t bytes = std::max({bytes_of(*all.data), bytes_of(*all.output), bytes_of(*all.indices)});
  empty_record record;
  const strew_status status =
      run(is_new ? discarding(call.spec.execution) : call.spec.execution, bytes, [&](const strew_execution& execution) {
        return strew_gather_block_quantized(&all, &call.by, call.spec.axis, call.spec.batch_dims, &call.spec.options,
                                            &execution, &record);
      });
  if (status != STREW_STATUS_OK)
    raise(record, {&in.data, &in.indices, &more.scales, &more.zero_points, &more.codebook, &output});
  if (!is_new && output.from() == origin::torch) known().note_write(out);
  return out;
}

}  // namespace

void add_quantized(nb::module_& module) {
  module.def("_gather_block_quantized", &gather_codes, nb::arg("data"), nb::arg("indices"), nb::arg("scales"),
             nb::arg("zero_points").none(), nb::arg("codebook").none(), nb::arg("out"), nb::arg("is_new"),
             nb::arg("words"));
}

}  // namespace strew::python
