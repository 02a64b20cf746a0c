// The extents of what a call writes.
#pragma once

#include <cstdint>
#include <vector>

#include "inputs.hpp"

namespace strew::python {

class extents {
 public:
  // Of a call: those of data for a scatter, those that the operator's shape rule gives for a gather.
  extents(const call_spec& spec, const inputs& in);
  // Of a plan.
  explicit extents(const std::vector<std::int64_t>& list);

  [[nodiscard]] const std::int64_t* begin() const { return rank_ <= inline_rank ? few_ : many_.data(); }
  [[nodiscard]] std::uint64_t rank() const { return rank_; }
  [[nodiscard]] nb::object tuple() const;
  // Elements of such an array, extents of 0 left out, or a number beyond all arrays.
  [[nodiscard]] std::uint64_t elements() const;

 private:
  void set(const std::int64_t* from, std::uint64_t rank);

  static constexpr std::uint64_t inline_rank = 8;
  std::int64_t few_[inline_rank];
  std::vector<std::int64_t> many_;
  std::uint64_t rank_ = 0;
};

// What the engine says of the call, types before options before shapes before sizes, while there is no output yet.
void check_before_result(const call_spec& spec, const inputs& in, const extents& output);

}  // namespace strew::python
