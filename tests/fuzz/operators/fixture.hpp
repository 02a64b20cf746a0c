// A case whose operands end at the end of their buffers, so that AddressSanitizer detects accesses beyond, and the
// arguments of its calls.
#pragma once

#include <memory>
#include <vector>

#include "cases/arguments.hpp"
#include "cases/c_abi.hpp"
#include "fuzz/shared/choices.hpp"

namespace strew::fuzz {

class fixture {
 public:
  explicit fixture(choices& in);

  // Changes one property of the case; the memory stays the same.
  void mutate(choices& in);

  // Valid until the case is changed.
  [[nodiscard]] const cases::test_case& test_case() const { return case_; }
  [[nodiscard]] cases::c_call call() const { return cases::call_of(case_, *with_); }
  [[nodiscard]] const void* data() const { return with_->pointer(cases::data_operand); }
  [[nodiscard]] const void* indices() const {
    return case_.no_indices ? nullptr : with_->pointer(cases::indices_operand);
  }
  [[nodiscard]] const void* updates() const {
    return case_.is_scatter() ? with_->pointer(cases::updates_operand) : nullptr;
  }
  [[nodiscard]] void* output() const { return with_->pointer(cases::output_operand); }

  // All bytes of all operands.
  using contents = std::vector<oracle::memory>;
  [[nodiscard]] const contents& now() const { return memory_.buffers; }
  void reset(const contents& to);

  // Compares all buffers except the one that contains the output.
  [[nodiscard]] bool inputs_are(const contents& right) const;

  // False if under these options the order of updates or the result of broken promises about indices is unspecified.
  [[nodiscard]] bool has_one_result() const;

  // The call with this solver requested; null: with the solver of the case.
  [[nodiscard]] cases::c_call call_with(const char* solver, strew_options& options) const;

 private:
  void mutate_options(choices& in);

  cases::test_case case_;
  cases::arena memory_;
  std::unique_ptr<cases::arguments> with_;
};

}  // namespace strew::fuzz
