// Names and numbers of the C ABI.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "api/operator.hpp"
#include "base/dtype.hpp"
#include "base/status.hpp"
#include "solve/solver.hpp"
#include "strew/strew.h"

const char* strew_version(void) {
  return STREW_VERSION_STRING;
}

std::uint32_t strew_abi_version(void) {
  return 1;
}

const char* strew_operator_name(std::int32_t kind) {
  const strew::engine::api::operator_info* about = strew::engine::api::find_operator(kind);
  return about == nullptr ? nullptr : about->name;
}

const char* strew_solver_name(std::uint64_t number) {
  const auto rows = strew::engine::solvers();
  return number < rows.size() ? rows[number]->name : nullptr;
}

const char* strew_status_name(strew_status status) {
  return strew::engine::name_of(static_cast<strew::engine::status_code>(status));
}

const char* strew_dtype_name(strew_dtype dtype) {
  const strew::engine::dtype_info* about = strew::engine::find_info(dtype);
  return about == nullptr ? "unknown" : about->name;
}

std::uint64_t strew_dtype_bytes(strew_dtype dtype) {
  const strew::engine::dtype_info* about = strew::engine::find_info(dtype);
  return about == nullptr ? 0 : static_cast<std::uint64_t>(about->width);
}

const char* strew_rule_name(std::uint64_t number) {
  return number < strew::engine::rule_count() ? strew::engine::name_of(static_cast<strew::engine::rule>(number))
                                              : nullptr;
}

const char* strew_rule_text(const char* rule) {
  if (rule == nullptr) return nullptr;
  for (std::size_t i = 0; i < strew::engine::rule_count(); ++i) {
    const auto number = static_cast<strew::engine::rule>(i);
    if (std::strcmp(strew::engine::name_of(number), rule) == 0) return strew::engine::text_of(number);
  }
  return nullptr;
}
