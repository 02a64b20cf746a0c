#include "segments.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "finish.hpp"
#include "option_values.hpp"
#include "quantized.hpp"

namespace strew::python {
namespace {

void read_padding(nb::handle given, const char* name, std::int32_t& is_given, std::int64_t& value) {
  if (given.is_none()) return;
  is_given = 1;
  value = read_integer(given, name);
}

// What strew/_segment_reduce.py, _segment_scan.py and _sddmm.py hand over: words and numbers by their names in the
// signature.
call_spec spec_of(std::int32_t op, std::int64_t form, std::int64_t batch_dims, const nb::dict& words) {
  call_spec made{.op = op};
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

template <finish_further& then>
nb::object reduce(const nb::object& data, const nb::object& indices, const nb::object& segments,
                  const nb::object& weights, const nb::object& base, const nb::object& out, std::int64_t form,
                  std::int64_t batch_dims, const std::vector<std::int64_t>& shape, const nb::dict& words) {
  call_spec spec = spec_of(STREW_OPERATOR_SEGMENT_REDUCE, form, batch_dims, words);
  arrays all{data, given(indices), {}, out};
  all[role::segments] = given(segments);
  all[role::weights] = given(weights);
  all[role::base] = given(base);
  all[role::arg] = given(words["arg"]);
  all[role::count] = given(words["count"]);
  written_to to{out, shape};
  if (words.contains("codes")) {
    const auto codes = nb::cast<nb::dict>(words["codes"]);
    read_codes(codes, spec, all);
    to.type = type_of_result(codes);
  }
  return then(spec, inputs(all), to);
}

// `data` are ones where words["counts"] says so.
template <finish_further& then>
nb::object scan(const nb::object& data, const nb::object& indices, const nb::object& segments, const nb::object& out,
                std::int64_t form, std::int64_t batch_dims, const std::vector<std::int64_t>& shape,
                const nb::dict& words) {
  call_spec spec = spec_of(STREW_OPERATOR_SEGMENT_SCAN, form, batch_dims, words);
  spec.mode = read_truth(words["exclusive"], "exclusive") ? STREW_SCAN_EXCLUSIVE : STREW_SCAN_INCLUSIVE;
  spec.segmentation->segment_count = nb::cast<std::int64_t>(words["num_segments"]);
  spec.counts = nb::cast<bool>(words["counts"]);
  arrays all{data, given(indices), {}, out};
  all[role::segments] = given(segments);
  return then(spec, inputs(all), {out, shape, spec.counts ? STREW_DTYPE_I64 : STREW_DTYPE_OPAQUE});
}

template <finish_further& then>
nb::object multiply(const nb::object& data, const nb::object& right, const nb::object& indices,
                    const nb::object& segments, const nb::object& out, std::int64_t form, std::int64_t batch_dims,
                    const std::vector<std::int64_t>& shape, const nb::dict& words) {
  const call_spec spec = spec_of(STREW_OPERATOR_SDDMM, form, batch_dims, words);
  arrays all{data, given(indices), {}, out};
  all[role::right] = right;
  all[role::segments] = given(segments);
  return then(spec, inputs(all), {out, shape});
}

}  // namespace

void add_segments(nb::module_& module) {
  const auto reduces = [&](const char* name, auto* function) {
    module.def(name, function, nb::arg("data"), nb::arg("indices").none(), nb::arg("segments").none(),
               nb::arg("weights").none(), nb::arg("base").none(), nb::arg("out").none(), nb::arg("form"),
               nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
  };
  reduces("_segment_reduce", &reduce<run_further>);
  reduces("_plan_segment_reduce", &reduce<plan_further>);
  const auto scans = [&](const char* name, auto* function) {
    module.def(name, function, nb::arg("data"), nb::arg("indices").none(), nb::arg("segments").none(),
               nb::arg("out").none(), nb::arg("form"), nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
  };
  scans("_segment_scan", &scan<run_further>);
  scans("_plan_segment_scan", &scan<plan_further>);
  const auto multiplies = [&](const char* name, auto* function) {
    module.def(name, function, nb::arg("data"), nb::arg("right"), nb::arg("indices").none(), nb::arg("segments").none(),
               nb::arg("out").none(), nb::arg("form"), nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
  };
  multiplies("_sddmm", &multiply<run_further>);
  multiplies("_plan_sddmm", &multiply<plan_further>);
}

}  // namespace strew::python
