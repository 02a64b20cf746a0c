#include "quantized.hpp"

#include <algorithm>
#include <cstdint>

#include "execution.hpp"
#include "failure.hpp"
#include "inputs.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "policy.hpp"
#include "segments.hpp"
#include "strew/site.h"

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

strew_quantization read_quantization(const nb::dict& words) {
  strew_quantization made = STREW_QUANTIZATION_INIT;
  made.bits = static_cast<std::int32_t>(std::clamp<std::int64_t>(read_integer(words["bits"], "bits"), -1, 255));
  made.packing = static_cast<std::int32_t>(read_integer(words["packing"], "packing"));
  made.block_size = read_integer(words["block_size"], "block_size");
  return made;
}

// What strew/_gather_block_quantized.py hands over: words and numbers by their names in the signature.
struct code_call {
  strew_quantization by;
  call_spec spec;

  code_call(const nb::dict& words, const operand& output) : by(read_quantization(words)) {
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

// The operands of a segment_reduce of codes.
struct bag_inputs {
  operand data{"data"}, indices{"indices"}, segments{"segments"}, weights{"weights"}, base{"base"}, output{"output"};
  operand arg{"arg"}, count{"count"};
  code_inputs more;

  bag_inputs(const code_arrays& given, const nb::dict& words, const nb::dict& codes)
      : more(codes["scales"], codes["zero_points"], codes["codebook"]) {
    data.read(given.data);
    if (!given.indices.is_none()) indices.read(given.indices);
    if (!given.segments.is_none()) segments.read(given.segments);
    given.out.is_none() ? output.read_new(nb::object(codes["out"])) : output.read_output(given.out);
    if (!given.weights.is_none()) weights.read(given.weights, &output);
    if (!given.base.is_none()) base.read(given.base, &output);
    if (const nb::object to(words["arg"]); !to.is_none()) arg.read_output(to);
    if (const nb::object to(words["count"]); !to.is_none()) count.read_output(to);
  }
  [[nodiscard]] strew_operands native() const {
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &data.view();
    all.indices = indices.view_if_given();
    all.segments = segments.view_if_given();
    all.weights = weights.view_if_given();
    all.base = base.view_if_given();
    all.scales = more.scales.view_if_given();
    all.zero_points = more.zero_points.view_if_given();
    all.codebook = more.codebook.view_if_given();
    all.output = &output.view();
    all.arg = arg.view_if_given();
    all.count = count.view_if_given();
    return all;
  }
};

}  // namespace

nb::object reduce_codes(const code_arrays& given, std::int64_t form, std::int64_t batch_dims, const nb::dict& words) {
  const auto codes = nb::cast<nb::dict>(words["codes"]);
  const call_spec spec = spec_of_segments(form, batch_dims, words);
  const bag_inputs in(given, words, codes);
  const strew_quantization by = read_quantization(codes);
  const strew_operands all = in.native();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SEGMENT_REDUCE;
  op.batch_dims = batch_dims;
  op.segmentation = &*spec.segmentation;
  op.quantization = &by;
  const bool is_new = given.out.is_none();
  const std::uint64_t bytes =
      std::max({bytes_of(*all.data), bytes_of(*all.output), all.indices == nullptr ? 0 : bytes_of(*all.indices)});
  empty_record record;
  const strew_status status =
      run(is_new ? discarding(spec.execution) : spec.execution, bytes, [&](const strew_execution& execution) {
        strew_site once = STREW_SITE_INIT;
        const strew_status made = strew_run_at(&once, &op, &all, &spec.options, &execution, &record);
        strew_site_clear(&once);
        return made;
      });
  if (status != STREW_STATUS_OK)
    raise(record, {&in.data, &in.indices, &in.segments, &in.weights, &in.base, &in.more.scales, &in.more.zero_points,
                   &in.more.codebook, &in.arg, &in.count, &in.output});
  if (!is_new) note_written(in.output);
  note_written(in.arg);
  note_written(in.count);
  return is_new ? nb::object(codes["out"]) : given.out;
}

void add_quantized(nb::module_& module) {
  module.def("_gather_block_quantized", &gather_codes, nb::arg("data"), nb::arg("indices"), nb::arg("scales"),
             nb::arg("zero_points").none(), nb::arg("codebook").none(), nb::arg("out"), nb::arg("is_new"),
             nb::arg("words"));
}

}  // namespace strew::python
