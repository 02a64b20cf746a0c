#include "segments.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "execution.hpp"
#include "failure.hpp"
#include "inputs.hpp"
#include "option_values.hpp"
#include "policy.hpp"
#include "result.hpp"
#include "vocabulary.hpp"

namespace strew::python {
namespace {

nb::handle given(const nb::object& array) {
  return array.is_none() ? nb::handle() : nb::handle(array);
}

// The operands beside data, indices and out; None: there is none.
struct segment_inputs {
  operand segments{"segments"}, weights{"weights"}, base{"base"}, arg{"arg"}, count{"count"};

  segment_inputs(nb::handle ids, nb::handle factors, nb::handle start, const nb::dict& words, const operand& data) {
    if (!ids.is_none()) segments.read(ids);
    if (!factors.is_none()) weights.read(factors, &data);
    read_result(words["arg"], arg);
    read_result(words["count"], count);
    if (start.is_none()) return;
    base.read(start, &data);
    data.check_same_type(base);
  }

  // An array to be written beside the output.
  static void read_result(nb::handle array, operand& made) {
    if (!array.is_none()) made.read_output(array);
  }
};

const strew_tensor* view_of(const operand& of) {
  return of.is_given() ? &of.view() : nullptr;
}

// What strew/_segment_reduce.py hands over: words and numbers by their names in the signature.
struct segment_call {
  strew_segmentation by = STREW_SEGMENTATION_INIT;
  strew_options options = STREW_OPTIONS_INIT;
  execution_settings how;

  segment_call(std::int64_t form, const nb::dict& words) {
    by.form = form;
    options.reduction = read_reduction(words["reduction"]);
    options.exclude_self = read_truth(words["include_self"], "include_self") ? 0 : 1;
    options.out_of_bounds = read_out_of_bounds(words["out_of_bounds"]);
    options.negative_indices = read_negative_indices(words["negative_indices"]);
    options.accumulate = read_accumulate(words["accumulate"]);
    options.unordered = read_truth(words["ordered"], "ordered") ? 0 : 1;
    by.out_of_bounds = read_out_of_bounds(words["segment_out_of_bounds"]);
    by.ids_from_end = read_negative_indices(words["segment_negative_indices"]) == STREW_NEGATIVE_FROM_END ? 1 : 0;
    read_padding(words["padding_index"], "padding_index", by.has_padding_index, by.padding_index);
    read_padding(words["padding_segment"], "padding_segment", by.has_padding_segment, by.padding_segment);
    how.threads = read_threads(words["threads"]);
    how.on_error = read_on_error(words["on_error"]);
  }

  static void read_padding(nb::handle given, const char* name, std::int32_t& is_given, std::int64_t& value) {
    if (given.is_none()) return;
    is_given = 1;
    value = read_integer(given, name);
  }
};

nb::object reduce(const nb::object& data, const nb::object& indices, const nb::object& segments,
                  const nb::object& weights, const nb::object& base, const nb::object& out, std::int64_t form,
                  std::int64_t batch_dims, const std::vector<std::int64_t>& shape, const nb::dict& words) {
  const segment_call call(form, words);
  const inputs in({data, given(indices), {}, out});
  const segment_inputs more(segments, weights, base, words, in.data);
  result to = out.is_none() ? result(extents(shape), in) : result(out, in);
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &in.data.view();
  if (in.has_indices) all.indices = &in.indices.view();
  all.segments = view_of(more.segments);
  all.weights = view_of(more.weights);
  all.base = view_of(more.base);
  all.output = &to.view();
  all.arg = view_of(more.arg);
  all.count = view_of(more.count);
  const std::uint64_t bytes = std::max(
      {bytes_of(*all.data), bytes_of(*all.output), in.has_indices ? bytes_of(*all.indices) : std::uint64_t{0}});
  empty_record record;
  const strew_status status =
      run(out.is_none() ? discarding(call.how) : call.how, bytes, [&](const strew_execution& execution) {
        return strew_segment_reduce(&all, &call.by, batch_dims, &call.options, &execution, &record);
      });
  if (status != STREW_STATUS_OK)
    raise(record,
          {&in.data, &in.indices, &more.segments, &more.weights, &more.base, &more.arg, &more.count, &to.written()});
  return to.finished();
}

}  // namespace

void add_segments(nb::module_& module) {
  module.def("_segment_reduce", &reduce, nb::arg("data"), nb::arg("indices").none(), nb::arg("segments").none(),
             nb::arg("weights").none(), nb::arg("base").none(), nb::arg("out").none(), nb::arg("form"),
             nb::arg("batch_dims"), nb::arg("shape"), nb::arg("words"));
}

}  // namespace strew::python
