// Plans: made once, executed many times.
#ifndef STREW_PLAN_HPP
#define STREW_PLAN_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "strew/buffers.hpp"
#include "strew/config.hpp"
#include "strew/handle.hpp"
#include "strew/layouts.hpp"
#include "strew/options.hpp"
#include "strew/prepared.hpp"
#include "strew/problem.h"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/string.hpp"

namespace STREW_NAMESPACE {

class plan;

namespace detail {

// The plan, which compares the operands of its executions with these.
result<plan> keep_layouts(plan made, const tensors& of) noexcept;

// The plan, whose executions take their output for data that are not given.
result<plan> in_place(result<plan> made) noexcept;

// The plan, as one of segment_reduce.
result<plan> of_segments(result<plan> made) noexcept;

}  // namespace detail

// An operator prepared for given types, shapes, strides and options. Made by plan_gather_nd and similar functions. A
// plan is immutable: execute() may run in many threads concurrently. It can be moved, not copied. A plan that is
// default-constructed or moved from is empty: what needs a plan fails with PT1.
class plan {
 public:
  plan() noexcept = default;

  // Takes ownership of a plan of the C ABI. What its operands were is not known, so executions compare neither types
  // nor extents with them.
  explicit plan(strew_plan* owned) noexcept : handle_(owned) {}

  // Whether it is not empty.
  explicit operator bool() const noexcept { return native() != nullptr; }

  // Executes the plan: execute({.data = table, .indices = at, .output = rows}). Views must have the types, extents and
  // strides that the plan was made with; of pointers only the type is known. Throws index_error, with the output
  // unchanged unless it is discarded, or error. try_execute does the same without exceptions.
  template <class = void>  // so that the other one is preferred where all are pointers
  result<void> try_execute(const operands& views, const execution& exec = {}) const noexcept {
    return matched(views, [&](const buffers& at) { return run(at, exec); });
  }
  result<void> try_execute(const buffers& pointers, const execution& exec = {}) const noexcept {
    return typed(pointers, [&](const buffers& at) { return run(at, exec); });
  }

  // The checks that execute() makes before it writes: types, shapes, pointers, overlap, indices, duplicates. Throws
  // like execute(), writes nothing. Not of a plan of segment_reduce (PT5).
  template <class = void>
  result<void> try_check(const operands& views, const execution& exec = {}) const noexcept {
    return matched(views, [&](const buffers& at) { return call(strew_check, at, exec); });
  }
  result<void> try_check(const buffers& pointers, const execution& exec = {}) const noexcept {
    return typed(pointers, [&](const buffers& at) { return call(strew_check, at, exec); });
  }

  // Validates indices in advance, for bind(). Throws index_error for a bad one, or error.
  template <class = void>
  result<prepared> try_prepare(const const_view& indices, const execution& exec = {}) const noexcept {
    return prepare_as(operand::indices, indices, exec);
  }
  template <detail::integer T>
  result<prepared> try_prepare(std::initializer_list<T> indices, const execution& exec = {}) const noexcept {
    return try_prepare(const_view(indices.begin(), {indices.size()}), exec);
  }
  result<prepared> try_prepare(const_buffer indices, const execution& exec = {}) const noexcept {
    return prepare_as(operand::indices, indices, exec);
  }

  // The same of the segment ids of a plan of segment_reduce, for bind_segments(). Offsets need no preparing (PR5).
  template <class = void>
  result<prepared> try_prepare_segments(const const_view& ids, const execution& exec = {}) const noexcept {
    return prepare_as(operand::segments, ids, exec);
  }
  result<prepared> try_prepare_segments(const_buffer ids, const execution& exec = {}) const noexcept {
    return prepare_as(operand::segments, ids, exec);
  }

  // This plan with bound indices: those of an execution are ignored. `with` may be destroyed first. Throws index_error
  // if the plan refuses duplicates and there are some, or error if the two are incompatible.
  result<plan> try_bind(const prepared& with) const noexcept {
    if (is_of_segments_) return bind_both(nullptr, &with);
    return bound([&](strew_plan** made,
                     strew_error* failure) { return strew_plan_bind(native(), with.native(), made, failure); },
                 true, false);
  }

  // Of a plan of segment_reduce: with bound ids, and with both.
  result<plan> try_bind_segments(const prepared& ids) const noexcept { return bind_both(&ids, nullptr); }
  result<plan> try_bind(const prepared& with, const prepared& ids) const noexcept { return bind_both(&ids, &with); }

  // Bytes that prepared indices will own, and bytes of workspace that preparing them allocates and frees.
  std::uint64_t prepared_bytes() const noexcept { return strew_plan_prepared_bytes(native()); }
  std::uint64_t prepare_workspace() const noexcept { return strew_plan_prepare_workspace(native()); }

  // The canonical problem in one line. Equal lines are equal problems.
  strew::text problem() const { return text(strew_plan_problem); }

  // Operator, operands, solver, bytes and workspace, in one line.
  strew::text describe() const { return text(strew_plan_describe); }

  // These, what is validated, the candidates, each refused solver with the reason, and the problem: a line for each.
  strew::text explain() const { return text(strew_plan_explain); }

  // Equal problems have equal hashes.
  std::uint64_t hash() const noexcept { return strew_plan_hash(native()); }

  // Whether both plans have the same problem.
  friend bool operator==(const plan& left, const plan& right) noexcept {
    return strew_plan_equal(left.native(), right.native()) != 0;
  }

  // Bytes that an execution must read and write, without a scatter's copy of data if the plan was made in place.
  std::uint64_t bytes() const noexcept { return strew_plan_bytes(native()); }

  // Bytes of workspace that an execution allocates and frees.
  std::uint64_t workspace() const noexcept { return strew_plan_workspace(native()); }

  const strew_plan* native() const noexcept { return handle_.get(); }

#if STREW_HAS_EXCEPTIONS
  template <class = void>
  void execute(const operands& views, const execution& exec = {}) const {
    try_execute(views, exec).value();
  }
  void execute(const buffers& pointers, const execution& exec = {}) const {
    try_execute(pointers, exec).value();
  }
  template <class = void>
  void check(const operands& views, const execution& exec = {}) const {
    try_check(views, exec).value();
  }
  void check(const buffers& pointers, const execution& exec = {}) const {
    try_check(pointers, exec).value();
  }
  template <class = void>
  prepared prepare(const const_view& indices, const execution& exec = {}) const {
    return try_prepare(indices, exec).value();
  }
  template <detail::integer T>
  prepared prepare(std::initializer_list<T> indices, const execution& exec = {}) const {
    return try_prepare(indices, exec).value();
  }
  prepared prepare(const_buffer indices, const execution& exec = {}) const {
    return try_prepare(indices, exec).value();
  }
  template <class = void>
  prepared prepare_segments(const const_view& ids, const execution& exec = {}) const {
    return try_prepare_segments(ids, exec).value();
  }
  prepared prepare_segments(const_buffer ids, const execution& exec = {}) const {
    return try_prepare_segments(ids, exec).value();
  }
  plan bind(const prepared& with) const {
    return try_bind(with).value();
  }
  plan bind_segments(const prepared& ids) const {
    return try_bind_segments(ids).value();
  }
  plan bind(const prepared& with, const prepared& ids) const {
    return try_bind(with, ids).value();
  }
#endif

 private:
  friend result<plan> detail::keep_layouts(plan made, const detail::tensors& of) noexcept;
  friend result<plan> detail::in_place(result<plan> made) noexcept;
  friend result<plan> detail::of_segments(result<plan> made) noexcept;

  // The plan with the layouts of its operands, which were allocated for it.
  static result<plan> keep(plan made, detail::layouts* of) noexcept {
    if (of == nullptr)
      return error_record(status::memory, "MM1: no memory for the layouts of a plan's operands", "MM1");
    made.layouts_ = detail::owned_layouts(of);
    return made;
  }

  template <class Void>
  bool is_match(operand which, const basic_view<Void>& given) const noexcept {
    const detail::layouts* known = layouts_.get();
    return known == nullptr || given.is_none() || (known->has(which) && known->matches(which, given.native()));
  }
  template <class Void>
  bool is_match(operand which, const basic_buffer<Void>& given) const noexcept {
    const detail::layouts* known = layouts_.get();
    return known == nullptr || given.element_bytes() == 0 || !known->has(which) ||
           known->has_type(which, static_cast<strew_dtype>(given.dtype()), given.element_bytes());
  }
  template <class Void>
  error_record type_refusal(operand which, const basic_buffer<Void>& given) const noexcept {
    return layouts_.get()->type_refusal(which, static_cast<strew_dtype>(given.dtype()), given.element_bytes());
  }

  // Runs the call if the views are those of the plan.
  template <class Call>
  result<void> matched(const operands& given, const Call& run) const noexcept {
    if (!is_match(operand::data, given.data)) return refusal(operand::data, given.data);
    if (!is_bound_ && !is_match(operand::indices, given.indices)) return refusal(operand::indices, given.indices);
    if (!is_match(operand::updates, given.updates)) return refusal(operand::updates, given.updates);
    if (!is_match(operand::output, given.output)) return refusal(operand::output, given.output);
    if (!are_segments_bound_ && !is_match(operand::segments, given.segments))
      return refusal(operand::segments, given.segments);
    if (!is_match(operand::weights, given.weights)) return refusal(operand::weights, given.weights);
    if (!is_match(operand::base, given.base)) return refusal(operand::base, given.base);
    const const_view arg = given.arg ? const_view(*given.arg) : const_view();
    const const_view count = given.count ? const_view(*given.count) : const_view();
    if (!is_match(operand::arg, arg)) return refusal(operand::arg, arg);
    if (!is_match(operand::count, count)) return refusal(operand::count, count);
    if (!is_match(operand::scales, given.scales)) return refusal(operand::scales, given.scales);
    if (!is_match(operand::zero_points, given.zero_points)) return refusal(operand::zero_points, given.zero_points);
    if (!is_match(operand::codebook, given.codebook)) return refusal(operand::codebook, given.codebook);
    buffers at{given.data.data(),     given.indices.data(), given.updates.data(), given.output.data(),
               given.segments.data(), given.weights.data(), given.base.data()};
    if (given.arg) at.arg = given.arg->data();
    if (given.count) at.count = given.count->data();
    at.scales = given.scales.data();
    at.zero_points = given.zero_points.data();
    at.codebook = given.codebook.data();
    return run(completed(at));
  }
  template <class Void>
  error_record refusal(operand which, const basic_view<Void>& given) const noexcept {
    return layouts_.get()->refusal(which, given.native());
  }

  // Runs the call if the pointers that have a type have that of the plan.
  template <class Call>
  result<void> typed(const buffers& given, const Call& run) const noexcept {
    if (!is_match(operand::data, given.data)) return type_refusal(operand::data, given.data);
    if (!is_bound_ && !is_match(operand::indices, given.indices)) return type_refusal(operand::indices, given.indices);
    if (!is_match(operand::updates, given.updates)) return type_refusal(operand::updates, given.updates);
    if (!is_match(operand::output, given.output)) return type_refusal(operand::output, given.output);
    if (!are_segments_bound_ && !is_match(operand::segments, given.segments))
      return type_refusal(operand::segments, given.segments);
    if (!is_match(operand::weights, given.weights)) return type_refusal(operand::weights, given.weights);
    if (!is_match(operand::base, given.base)) return type_refusal(operand::base, given.base);
    if (!is_match(operand::arg, given.arg)) return type_refusal(operand::arg, given.arg);
    if (!is_match(operand::count, given.count)) return type_refusal(operand::count, given.count);
    if (!is_match(operand::scales, given.scales)) return type_refusal(operand::scales, given.scales);
    if (!is_match(operand::zero_points, given.zero_points))
      return type_refusal(operand::zero_points, given.zero_points);
    if (!is_match(operand::codebook, given.codebook)) return type_refusal(operand::codebook, given.codebook);
    return run(completed(given));
  }

  // With the output as data, where a plan in place is given none.
  buffers completed(buffers given) const noexcept {
    if (is_in_place_ && given.data == nullptr) given.data = given.output.data();
    return given;
  }

  template <class Function>
  result<void> call(Function function, const buffers& at, const execution& exec) const noexcept {
    const strew_execution settings = exec.native();
    return detail::attempt([&](strew_error* failure) {
      return function(native(), at.data, at.indices, at.updates, at.output, &settings, failure);
    });
  }

  // A plan of four operands does without the struct of all.
  result<void> run(const buffers& at, const execution& exec) const noexcept {
    const bool has_more = is_of_segments_ || at.segments != nullptr || at.weights != nullptr || at.base != nullptr;
    if (!has_more) return call(strew_execute, at, exec);
    strew_operand_places places = STREW_OPERAND_PLACES_INIT;
    places.data = at.data;
    places.indices = at.indices;
    places.updates = at.updates;
    places.output = at.output;
    places.weights = at.weights;
    places.segments = at.segments;
    places.base = at.base;
    places.arg = at.arg;
    places.count = at.count;
    places.scales = at.scales;
    places.zero_points = at.zero_points;
    places.codebook = at.codebook;
    const strew_execution settings = exec.native();
    return detail::attempt(
        [&](strew_error* failure) { return strew_execute_at(native(), &places, &settings, failure); });
  }

  result<prepared> prepare_as(operand which, const const_view& given, const execution& exec) const noexcept {
    if (!is_match(which, given)) return refusal(which, given);
    return prepare_at(which, given.data(), exec);
  }
  result<prepared> prepare_as(operand which, const_buffer given, const execution& exec) const noexcept {
    if (!is_match(which, given)) return type_refusal(which, given);
    return prepare_at(which, given, exec);
  }
  // The indices of segment_reduce are those of what it reads.
  result<prepared> prepare_at(operand which, const void* place, const execution& exec) const noexcept {
    const strew_execution settings = exec.native();
    const bool is_read = is_of_segments_ && which == operand::indices;
    return detail::take_over<prepared, strew_prepared>([&](strew_prepared** made, strew_error* failure) {
      return (is_read ? strew_prepare_from : strew_prepare)(native(), place, &settings, made, failure);
    });
  }

  result<plan> bind_both(const prepared* ids, const prepared* rows) const noexcept {
    return bound(
        [&](strew_plan** made, strew_error* failure) {
          return strew_plan_bind_both(native(), ids == nullptr ? nullptr : ids->native(),
                                      rows == nullptr ? nullptr : rows->native(), made, failure);
        },
        rows != nullptr, ids != nullptr);
  }
  template <class Bind>
  result<plan> bound(const Bind& bind, bool has_indices, bool has_segments) const noexcept {
    result<plan> made = detail::take_over<plan, strew_plan>(bind);
    if (!made) return made;
    made->is_bound_ = has_indices;
    made->are_segments_bound_ = has_segments;
    made->is_in_place_ = is_in_place_;
    made->is_of_segments_ = is_of_segments_;
    return layouts_.get() == nullptr ? std::move(made) : keep(*std::move(made), layouts_.get()->clone());
  }

  strew::text text(std::size_t (*write)(const strew_plan*, char*, std::size_t)) const {
    return strew::text::written_by([&](char* to, std::size_t capacity) { return write(native(), to, capacity); });
  }

  detail::handle<strew_plan, strew_plan_destroy> handle_;
  detail::owned_layouts layouts_;  // null: not known
  bool is_bound_ = false;
  bool are_segments_bound_ = false;
  bool is_in_place_ = false;
  bool is_of_segments_ = false;
};

namespace detail {

inline result<plan> keep_layouts(plan made, const tensors& of) noexcept {
  return plan::keep(std::move(made), layouts::make(of));
}

inline result<plan> in_place(result<plan> made) noexcept {
  if (made) made->is_in_place_ = true;
  return made;
}

inline result<plan> of_segments(result<plan> made) noexcept {
  if (made) made->is_of_segments_ = true;
  return made;
}

}  // namespace detail

}  // namespace STREW_NAMESPACE

#endif
