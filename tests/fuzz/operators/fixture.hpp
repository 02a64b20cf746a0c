// A case in memory whose operands end where their memory does, so that a byte beyond is one too far for
// AddressSanitizer, and everything that a call of it takes.
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

  // Another case in the same memory that differs in one thing.
  void mutate(choices& in);

  // Valid until the case is another.
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

  // Every byte of every operand.
  using contents = std::vector<oracle::memory>;
  [[nodiscard]] const contents& now() const { return memory_.buffers; }
  void reset(const contents& to);

  // Without the buffer that the output lies in.
  [[nodiscard]] bool inputs_are(const contents& right) const;

  // Under these options the order of updates, or what comes of indices that the caller promised not to give, is free.
  [[nodiscard]] bool has_one_result() const;

  // As if the case requested this solver; null: as it does.
  [[nodiscard]] cases::c_call call_with(const char* solver, strew_options& options) const;

 private:
  void mutate_options(choices& in);

  cases::test_case case_;
  cases::arena memory_;
  std::unique_ptr<cases::arguments> with_;
};

}  // namespace strew::fuzz
