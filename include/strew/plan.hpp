// Plans: decide once, execute often.
#ifndef STREW_PLAN_HPP
#define STREW_PLAN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "strew/options.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"

namespace strew {

// Where the operands of one execution are. Extents, strides and types are those the plan was made with.
struct buffers {
  const void* data = nullptr;
  const void* indices = nullptr;
  const void* updates = nullptr;  // null for a gather
  void* output = nullptr;         // a scatter is in place when output == data
};

// What an operator will do for these types, shapes, strides and options. Made by plan_gather_nd and its siblings.
// A plan is immutable: execute() may run in many threads at once. It can be moved, not copied; a plan that was moved
// from can only be destroyed or assigned to.
class plan {
 public:
  // Takes over a plan of the C ABI.
  explicit plan(strew_plan* owned) noexcept : handle_(owned) {}

  // Runs the plan. Throws index_error, with the output untouched, or error.
  void execute(const buffers& operands, const execution& how = {}) const { try_execute(operands, how).value(); }

  // The same without exceptions.
  result<void> try_execute(const buffers& operands, const execution& how = {}) const noexcept {
    const strew_execution settings = how.native();
    return detail::attempt([&](strew_error* failure) {
      return strew_execute(native(), operands.data, operands.indices, operands.updates, operands.output, &settings,
                           failure);
    });
  }

  // The canonical problem in one line. Equal lines are equal problems.
  std::string problem() const { return text(strew_plan_problem); }

  // Solver, kernels, block and bytes that must move, in one line.
  std::string describe() const { return text(strew_plan_describe); }

  // describe(), then each solver that was refused and why.
  std::string explain() const { return text(strew_plan_explain); }

  // Equal problems have equal hashes.
  std::uint64_t hash() const noexcept { return strew_plan_hash(native()); }

  // Whether both plans solve the same problem.
  friend bool operator==(const plan& left, const plan& right) noexcept {
    return strew_plan_equal(left.native(), right.native()) != 0;
  }

  // Bytes that an execution must read and write.
  std::uint64_t bytes() const noexcept { return strew_plan_bytes(native()); }

  // Bytes of memory that an execution obtains and gives back.
  std::uint64_t workspace() const noexcept { return strew_plan_workspace(native()); }

  const strew_plan* native() const noexcept { return handle_.get(); }

 private:
  struct destroy {
    void operator()(strew_plan* handle) const noexcept { strew_plan_destroy(handle); }
  };

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
