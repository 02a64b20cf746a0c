// The inputs of a call, read in the order of its arguments.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>

#include "call_spec.hpp"
#include "operand.hpp"

namespace strew::python {

// The arrays of a call as Python gives them.
struct arrays {
  nb::handle data;
  nb::handle indices;                                 // null: no indices
  nb::handle updates;                                 // null: a gather
  nb::handle out;                                     // None: a new array
  nb::handle fill = {};                               // null: no fill value
  nb::handle segments = {}, weights = {}, base = {};  // null: there is none
  nb::handle arg = {}, count = {};                    // results to be written beside out; the same
};

// Those that only segment_reduce has.
struct segment_inputs {
  operand segments{"segments"}, weights{"weights"}, base{"base"}, arg{"arg"}, count{"count"};

  segment_inputs(const arrays& given, const operand& data) {
    if (given.segments.is_valid()) segments.read(given.segments);
    if (given.weights.is_valid()) weights.read(given.weights, &data);
    if (given.arg.is_valid()) arg.read_output(given.arg);
    if (given.count.is_valid()) count.read_output(given.count);
    if (!given.base.is_valid()) return;
    base.read(given.base, &data);
    data.check_same_type(base);
  }
};

struct inputs {
  operand data{"data"};
  operand indices{"indices"};
  operand updates{"updates"};
  std::optional<segment_inputs> more;
  bool has_indices;
  bool has_updates;

  explicit inputs(const arrays& given) : has_indices(given.indices.is_valid()), has_updates(given.updates.is_valid()) {
    data.read(given.data);
    if (has_indices) indices.read(given.indices);
    const nb::handle others[] = {given.segments, given.weights, given.base, given.arg, given.count};
    if (std::any_of(std::begin(others), std::end(others), [](nb::handle one) { return one.is_valid(); }))
      more.emplace(given, data);
    if (!has_updates) return;
    updates.read(given.updates, &data);
    data.check_same_type(updates);
  }

  // Raises what the library refuses, in terms of these operands and of the output, if it is at hand.
  [[noreturn]] void raise(const strew_error& record, const operand* output = nullptr) const {
    if (more)
      python::raise(record,
                    {&data, &indices, &more->segments, &more->weights, &more->base, &more->arg, &more->count, output});
    python::raise(record, {&data, &indices, &updates, output});
  }

  [[nodiscard]] tensors with(const strew_tensor& output) const {
    tensors all{&data.view(), has_indices ? &indices.view() : nullptr, has_updates ? &updates.view() : nullptr,
                &output};
    if (!more) return all;
    const auto view_of = [](const operand& of) { return of.is_given() ? &of.view() : nullptr; };
    all.segments = view_of(more->segments);
    all.weights = view_of(more->weights);
    all.base = view_of(more->base);
    all.arg = view_of(more->arg);
    all.count = view_of(more->count);
    return all;
  }
};

}  // namespace strew::python
