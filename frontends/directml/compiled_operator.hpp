// Created and compiled operators.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "directml/dispatchable.hpp"
#include "directml/planned_operator.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

class operator_object final : public own_child<operator_object, IDMLOperator, IDMLOperator> {
 public:
  static constexpr object_kind kind = object_kind::operators;

  operator_object(device& owner, planned_operator made) noexcept : own_child(owner), work_(std::move(made)) {}
  const planned_operator& work() const noexcept { return work_; }

 private:
  ~operator_object() override = default;

  const planned_operator work_;
};

class compiled_operator final : public dispatchable_child<compiled_operator, IDMLCompiledOperator> {
 public:
  static constexpr object_kind kind = object_kind::compiled_operator;

  compiled_operator(device& owner, com_ptr<operator_object> of) noexcept;

  const planned_operator& work() const noexcept { return of_->work(); }
  std::uint64_t persistent_bytes() const noexcept { return persistent_bytes_; }
  // Where an owned input lies in the persistent resource.
  strew_directml_range persistent_part(const strew_directml_range& resource, std::uint32_t input) const noexcept;
  // After construction: what the device's backend makes of the plan.
  maybe_failure compile();
  // What became of a dispatch that was recorded, by what it left in its temporary resource.
  maybe_failure result(const void* record) const;
  void set_initialized() noexcept { is_initialized_ = true; }

  DML_BINDING_PROPERTIES properties() const noexcept override;
  std::uint32_t input_count() const noexcept override { return work().input_count; }
  std::uint32_t output_count() const noexcept override { return 1; }
  std::int32_t input_operand(std::uint32_t number) const noexcept override { return work().inputs[number].operand; }
  object_name label() override;
  binding_shape input_shape(std::uint32_t) const noexcept override { return {DML_BINDING_TYPE_BUFFER, 0}; }
  maybe_failure check_input(std::uint32_t number, const binding& given) const override;
  maybe_failure check_output(std::uint32_t number, const binding& given) const override;
  maybe_failure dispatch(const bound& with, void* commands) override;

 private:
  ~compiled_operator() override;

  maybe_failure check_bound(const bound& with) const;
  maybe_failure check_apart(const strew_directml_operands& on) const;
  strew_directml_operands operands_of(const bound& with) const;

  const com_ptr<operator_object> of_;
  void* compiled_ = nullptr;  // by the backend
  std::uint64_t temporary_bytes_ = 0;
  std::uint64_t persistent_bytes_ = 0;
  std::uint64_t offsets_[3] = {};
  std::atomic<bool> is_initialized_{false};
};

}  // namespace strew::frontends::directml
