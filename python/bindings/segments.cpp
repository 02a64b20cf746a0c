#include "segments.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "execution.hpp"
#include "failure.hpp"
#include "inputs.hpp"
#include "names.hpp"
#include "option_values.hpp"
#include "plan.hpp"
#include "policy.hpp"
#include "quantized.hpp"
#include "result.hpp"

namespace strew::python {
namespace {

nb::handle given(const nb::object& array) {
  return array.is_none() ? nb::handle() : nb::handle(array);
}

void read_padding(nb::handle given, const char* name, std::int32_t& is_given, std::int64_t& value) {
  if (given.is_none()) return;
  is_given = 1;
  value = read_integer(given, name);
}

}  // namespace

call_spec spec_of_segments(std::int64_t form, std::int64_t batch_dims, const nb::dict& words) {
  call_spec made;
  made.op = STREW_OPERATOR_SEGMENT_REDUCE;
  made.batch_dims = batch_dims;
  strew_options& options = made.options;
  if (words.contains("reduction")) {
    options.reduction = read_reduction(words["reduction"]);
  }
  if (words.contains("include_self")) {
    options.exclude_self = read_truth(words["include_self"], "include_self") ? 0 : 1;
    options.unordered = read_truth(words["ordered"], "ordered") ? 0 : 1;
  }
  options.out_of_bounds = read_out_of_bounds(words["out_of_bounds"]);
  options.negative_indices = read_negative_indices(words["negative_indices"]);
  options.accumulate = read_accumulate(words["accumulate"]);
  strew_segmentation& by = made.segmentation.emplace(strew_segmentation(STREW_SEGMENTATION_INIT));
  by.form = form;
  by.out_of_bounds = read_out_of_bounds(words["segment_out_of_bounds"]);
  by.ids_from_end = read_negative_indices(words["segment_negative_indices"]) == STREW_NEGATIVE_FROM_END ? 1 : 0;
  read_padding(words["padding_index"], "padding_index", by.has_padding_index, by.padding_index);
  read_padding(words["padding_segment"], "padding_segment", by.has_padding_segment, by.padding_segment);
  made.execution.threads = read_threads(words["threads"]);
  made.execution.on_error = read_on_error(words["on_error"]);
  return made;
}

namespace {

// The result of a call, in `out` or, where that is None, in a new array of that shape.
nb::object finished(const call_spec& spec, const inputs& in, const nb::object& out,
                    const std::vector<std::int64_t>& shape) {
  result to = out.is_none() ? result(extents(shape), in) : result(out, in);
  const tensors all = in.with(to.view());
  const std::uint64_t bytes = std::max(
      {bytes_of(*all.data), bytes_of(*all.output), in.has_indices ? bytes_of(*all.indices) : std::uint64_t{0}});
  empty_record record;
  const strew_status status = run(out.is_none() ? discarding(spec.execution) : spec.execution, bytes,
                                  [&](const strew_execution& execution) { return call(spec, all, execution, record); });
  if (status != STREW_STATUS_OK) in.raise(record, &to.written());
  note_further(in);
  return to.finished();
}

nb::object reduce(const nb::object& data, const nb::object& indices, const nb::object& segments,
                  const nb::object& weights, const nb::object& base, const nb::object& out, std::int64_t form,
                  std::int64_t batch_dims, const std::vector<std::int64_t>& shape, const nb::dict& words) {
  if (words.contains("codes"))
    return reduce_codes({data, indices, segments, weights, base, out}, form, batch_dims, words);
  const call_spec spec = spec_of_segments(form, batch_dims, words);
  const inputs in({data,
                   given(indices),
                   {},
                   out,
                   {},
                   given(segments),
                   given(weights),
                   given(base),
                   given(nb::object(words["arg"])),
                   given(nb::object(words["count"]))});
  return finished(spec, in, out, shape);
}

nb::object scan(const nb::object& data, const nb::object& indices, const nb::object& segments, const nb::object& out,
                std::int64_t form, std::int64_t batch_dims, const std::vector<std::int64_t>& shape,
                const nb::dict& words) {
  call_spec spec = spec_of_segments(form, batch_dims, words);
  spec.op = STREW_OPERATOR_SEGMENT_SCAN;
  spec.mode = read_truth(words["exclusive"], "exclusive") ? STREW_SCAN_EXCLUSIVE : STREW_SCAN_INCLUSIVE;
  spec.segmentation->segment_count = nb::cast<std::int64_t>(words["num_segments"]);
  return finished(spec, inputs({data, given(indices), {}, out, {}, given(segments)}), out, shape);
}

// The operands of sddmm.
struct pairs {
  inputs in;
  operand right{"right"}, segments{"segments"};

  pairs(const nb::object& data, const nb::object& of_segments, const nb::object& indices, const nb::object& ids,
        nb::handle out)
      : in({data, given(indices), {}, out}) {
    right.read(of_segments, &in.data);
    if (!ids.is_none()) segments.read(ids);
  }

  [[nodiscard]] strew_operands with(const strew_tensor& output) const {
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &in.data.view();
    if (in.has_indices) all.indices = &in.indices.view();
    all.segments = segments.view_if_given();
    all.right = &right.view();
    all.output = &output;
    return all;
  }

  [[noreturn]] void raise(const strew_error& record, const operand& output) const {
    python::raise(record, {&in.data, &in.indices, &segments, &right, &output});
  }
};

nb::object multiply(const nb::object& data, const nb::object& right, const nb::object& indices,
                    const nb::object& segments, const nb::object& out, std::int64_t form, std::int64_t batch_dims,
                    const std::vector<std::int64_t>& shape, const nb::dict& words) {
  const call_spec spec = spec_of_segments(form, batch_dims, words);
  const pairs of(data, right, indices, segments, out);
  result to = out.is_none() ? result(extents(shape), of.in) : result(out, of.in);
  const strew_operands all = of.with(to.view());
  const std::uint64_t bytes = bytes_of(*all.data) + bytes_of(*all.right);
  empty_record record;
  const strew_status status =
      run(out.is_none() ? discarding(spec.execution) : spec.execution, bytes, [&](const strew_execution& execution) {
        return strew_sddmm(&all, &*spec.segmentation, batch_dims, &spec.options, &execution, &record);
      });
  if (status != STREW_STATUS_OK) of.raise(record, to.written());
  return to.finished();
}

// Raises what a call would raise for types, options and shapes.
void check_pairs(const nb::object& data, const nb::object& right, const nb::object& indices, const nb::object& segments,
                 std::int64_t form, std::int64_t batch_dims, const std::vector<std::int64_t>& shape,
                 const nb::dict& words) {
  const call_spec spec = spec_of_segments(form, batch_dims, words);
  const pairs of(data, right, indices, segments, {});
  operand output("output");
  output.describe(of.in.data, shape.data(), shape.size());
  const strew_operands all = of.with(output.view());
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_SDDMM;
  op.batch_dims = batch_dims;
  op.segmentation = &*spec.segmentation;
  empty_record record;
  strew_plan* made = nullptr;
  if (strew_plan_of(&op, &all, &spec.options, &made, &record) != STREW_STATUS_OK) of.raise(record, output);
  strew_plan_destroy(made);
}

nb::object make_plan_of_segments(const nb::object& data, const nb::object& indices, const nb::object& segments,
                                 const nb::object& weights, const nb::object& base, const nb::object& out,
                                 std::int64_t form, std::int64_t batch_dims, const std::vector<std::int64_t>& shape,
                                 const nb::dict& words) {
  const call_spec spec = spec_of_segments(form, batch_dims, words);
  const inputs in({data,
                   given(indices),
                   {},
                   out,
                   {},
                   given(segments),
                   given(weights),
                   given(base),
                   given(nb::object(words["arg"])),
                   given(nb::object(words["count"]))});
  operand output("output");
  if (out.is_none()) {
    output.describe(in.data, shape.data(), shape.size());
  } else {
    output.read(out);
    in.data.check_same_type(output);
  }
  return nb::cast(plan(spec, in.with(output.view()), in.data.type_name(), &in));
}

}  // namespace

void add_segments(nb::module_& module) {
  const auto define = [&](const char* name, auto* function) {
    module.def(name, function, nb::arg("data"), nb::arg("indices").none(), nb::arg("segments").none(),
               nb::arg("weights").none(), nb::arg("base").none(), nb::arg("out").none(), nb::arg("form"),
               nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
  };
  define("_segment_reduce", &reduce);
  define("_plan_segment_reduce", &make_plan_of_segments);
  module.def("_segment_scan", &scan, nb::arg("data"), nb::arg("indices").none(), nb::arg("segments").none(),
             nb::arg("out").none(), nb::arg("form"), nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
  module.def("_sddmm", &multiply, nb::arg("data"), nb::arg("right"), nb::arg("indices").none(),
             nb::arg("segments").none(), nb::arg("out").none(), nb::arg("form"), nb::arg("batch_dims"),
             nb::arg("shape"), nb::arg("words"));
  module.def("_check_sddmm", &check_pairs, nb::arg("data"), nb::arg("right"), nb::arg("indices").none(),
             nb::arg("segments").none(), nb::arg("form"), nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
}

}  // namespace strew::python
