// Plans: made once, executed many times.
#ifndef STREW_PLAN_HPP
#define STREW_PLAN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "strew/options.hpp"
#include "strew/prepared.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"

namespace strew {

// The operands of one execution. Extents, strides and types are those the plan was made with.
struct buffers {
  const void* data = nullptr;
  const void* indices = nullptr;  // null for a plan with prepared indices
  const void* updates = nullptr;  // null for a gather
  void* output = nullptr;         // a scatter is in place when output == data
};

// An operator prepared for given types, shapes, strides and options. Made by plan_gather_nd and similar functions. A
// plan is immutable: execute() may run in many threads concurrently. It can be moved, not copied; a moved-from plan can
// only be destroyed or assigned to.
class plan {
 public:
  // Takes ownership of a plan of the C ABI.
  explicit plan(strew_plan* owned) noexcept : handle_(owned) {}

  // Executes the plan. Throws index_error, with the output unchanged, or error.
  void execute(const buffers& operands, const execution& exec = {}) const { try_execute(operands, exec).value(); }

  // The same without exceptions.
  result<void> try_execute(const buffers& operands, const execution& exec = {}) const noexcept {
    return call(strew_execute, operands, exec);
  }

  // The checks that execute() makes before it writes: pointers, overlap, indices, duplicates. Throws like execute(),
  // writes nothing.
  void check(const buffers& operands, const execution& exec = {}) const { try_check(operands, exec).value(); }
  result<void> try_check(const buffers& operands, const execution& exec = {}) const noexcept {
    return call(strew_check, operands, exec);
  }

  // Validates indices in advance, for bind(). Throws index_error for a bad one, or error.
  prepared prepare(const void* indices, const execution& exec = {}) const { return try_prepare(indices, exec).value(); }
  result<prepared> try_prepare(const void* indices, const execution& exec = {}) const noexcept {
    const strew_execution settings = exec.native();
    return detail::take_over<prepared, strew_prepared>([&](strew_prepared** made, strew_error* failure) {
      return strew_prepare(native(), indices, &settings, made, failure);
    });
  }

  // This plan with bound indices: buffers::indices is ignored. `with` may be destroyed first. Throws index_error if the
  // plan refuses duplicates and there are some, or error if the two are incompatible.
  plan bind(const prepared& with) const { return try_bind(with).value(); }
  result<plan> try_bind(const prepared& with) const noexcept {
    return detail::take_over<plan, strew_plan>([&](strew_plan** made, strew_error* failure) {
      return strew_plan_bind(native(), with.native(), made, failure);
    });
  }

  // Bytes that prepared indices will own, and bytes of workspace that preparing them allocates and frees.
  std::uint64_t prepared_bytes() const noexcept { return strew_plan_prepared_bytes(native()); }
  std::uint64_t prepare_workspace() const noexcept { return strew_plan_prepare_workspace(native()); }

  // The canonical problem in one line. Equal lines are equal problems.
  std::string problem() const { return text(strew_plan_problem); }

  // Operator, operands, solver, bytes and workspace, in one line.
  std::string describe() const { return text(strew_plan_describe); }

  // These, what is validated, the candidates, each refused solver with the reason, and the problem: a line for each.
  std::string explain() const { return text(strew_plan_explain); }

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

 private:
  struct destroy {
    void operator()(strew_plan* handle) const noexcept { strew_plan_destroy(handle); }
  };

  template <class Function>
  result<void> call(Function function, const buffers& operands, const execution& exec) const noexcept {
    const strew_execution settings = exec.native();
    return detail::attempt([&](strew_error* failure) {
      return function(native(), operands.data, operands.indices, operands.updates, operands.output, &settings, failure);
    });
  }

  std::string text(std::size_t (*write)(const strew_plan*, char*, std::size_t)) const {
    std::string whole(write(native(), nullptr, 0) + 1, '\0');
    write(native(), whole.data(), whole.size());
    whole.pop_back();
    return whole;
  }

  std::unique_ptr<strew_plan, destroy> handle_;
};

}  // namespace strew

#endif
