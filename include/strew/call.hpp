// Calls of the C ABI from the operators of the C++ API: a descriptor and operands are run, planned or give a shape.
#ifndef STREW_CALL_HPP
#define STREW_CALL_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include "strew/descriptor.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/result.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace strew::detail {

// An operand as the C ABI takes it: by pointer, null if there is none. Borrows the view.
class tensor {
 public:
  tensor() noexcept = default;
  tensor(const view& from) noexcept : described_(from.native()) {}
  tensor(const const_view& from) noexcept : described_(from.native()) {}
  tensor(const std::optional<const_view>& from) noexcept {
    if (from) described_ = from->native();
  }

  const strew_tensor* native() const noexcept { return described_ ? &*described_ : nullptr; }

 private:
  std::optional<strew_tensor> described_;
};

struct operands {
  tensor data;
  tensor indices;
  tensor updates;  // none of a gather
  tensor output;
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
  return take_over<plan, strew_plan>([&](strew_plan** made, strew_error* failure) {
    return strew_plan_make(&what.op, of.data.native(), of.indices.native(), of.updates.native(), of.output.native(),
                           &what.options, made, failure);
  });
}

// The extents of the direct operand: none has more of them than data and indices together.
inline std::vector<std::int64_t> shape(const strew_operator& op, const const_view& data, const const_view& indices) {
  const tensor d = data, i = indices;
  std::vector<std::int64_t> extents(data.rank() + indices.rank());
  std::uint64_t rank = 0;
  attempt([&](strew_error* failure) {
    return strew_shape(&op, d.native(), i.native(), extents.size(), extents.data(), &rank, failure);
  }).value();
  extents.resize(rank);
  return extents;
}

}  // namespace strew::detail

#endif
