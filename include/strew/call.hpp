// Calls of the C ABI from the operators of the C++ API: a descriptor and operands are run, planned or give a shape.
#ifndef STREW_CALL_HPP
#define STREW_CALL_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include "strew/config.hpp"
#include "strew/descriptor.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE::detail {

// An operand as the C ABI takes it: by pointer, null if there is none. Borrows the view.
class given {
 public:
  given() noexcept = default;
  given(const view& from) noexcept : described_(&from.native()) {}
  given(const const_view& from) noexcept : described_(from.is_none() ? nullptr : &from.native()) {}

  const strew_tensor* native() const noexcept { return described_; }

 private:
  const strew_tensor* described_ = nullptr;
};

// The updates of a gather are none.
struct operands {
  given data;
  given indices;
  given updates;
  given output;
};

// An operator and its options. Borrows lists and the fill value.
struct chosen {
  strew_operator op;
  strew_options options;
};

inline chosen choose(std::int32_t kind, std::int64_t axis, const options& with) noexcept {
  return {numbered(kind, axis, with.batch_dims), with.native()};
}

inline result<void> run(const chosen& what, const operands& of, const execution& exec) noexcept {
  const strew_execution settings = exec.native();
  return attempt([&](strew_error* failure) {
    return strew_run(&what.op, of.data.native(), of.indices.native(), of.updates.native(), of.output.native(),
                     &what.options, &settings, failure);
  });
}

inline result<plan> make_plan(const chosen& what, const operands& of) noexcept {
  result<plan> made = take_over<plan, strew_plan>([&](strew_plan** handle, strew_error* failure) {
    return strew_plan_make(&what.op, of.data.native(), of.indices.native(), of.updates.native(), of.output.native(),
                           &what.options, handle, failure);
  });
  if (!made) return made;
  return keep_layouts(*std::move(made),
                      {{of.data.native(), of.indices.native(), of.updates.native(), of.output.native()}});
}

// The extents of the direct operand.
inline result<std::vector<std::int64_t>> try_shape(const strew_operator& op, const const_view& data,
                                                   const const_view& indices) {
  const given d = data, i = indices;
  std::uint64_t rank = 0;
  const auto find = [&](std::uint64_t capacity, std::int64_t* extents) {
    return attempt([&](strew_error* failure) {
      return strew_shape(&op, d.native(), i.native(), capacity, extents, &rank, failure);
    });
  };
  if (const result<void> outcome = find(0, nullptr); !outcome) return outcome.error();
  std::vector<std::int64_t> extents(cast<std::size_t>(rank));
  if (const result<void> outcome = find(rank, extents.data()); !outcome) return outcome.error();
  return extents;
}

}  // namespace STREW_NAMESPACE::detail

#endif
