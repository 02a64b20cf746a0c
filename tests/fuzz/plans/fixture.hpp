// A case whose operands are larger than any memory, and its structs, with any value in some fields.
#pragma once

#include <array>
#include <memory>

#include "cases/c_abi.hpp"
#include "fuzz/shared/choices.hpp"

namespace strew::fuzz {

class huge_fixture {
 public:
  explicit huge_fixture(choices& in);
  huge_fixture(const huge_fixture&) = delete;
  huge_fixture& operator=(const huge_fixture&) = delete;

  [[nodiscard]] const cases::c_call& call() const { return call_; }

 private:
  void set_tensor(const strew_tensor*& which, std::size_t number, choices& in);
  void set_dimensions(choices& in);
  void set_operator(choices& in);

  cases::test_case case_;
  cases::arena nowhere_;
  std::unique_ptr<cases::arguments> with_;
  std::array<strew_tensor, cases::operand_count> tensors_;
  strew_options options_ = STREW_OPTIONS_INIT;
  strew_gather_dimensions gather_ = STREW_GATHER_DIMENSIONS_INIT;
  strew_scatter_dimensions scatter_ = STREW_SCATTER_DIMENSIONS_INIT;
  cases::c_call call_;
};

}  // namespace strew::fuzz
