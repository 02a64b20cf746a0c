// A call that works for each operator, and what a call with one fault in it must say.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "operators/call.hpp"

namespace strew::support {

constexpr operator_kind all_ops[] = {
    operator_kind::gather,           operator_kind::scatter,           operator_kind::gather_elements,
    operator_kind::scatter_elements, operator_kind::gather_nd,         operator_kind::scatter_nd,
    operator_kind::stablehlo_gather, operator_kind::stablehlo_scatter, operator_kind::tensor_scatter};

struct sample {
  operator_kind kind;
  array<float> data, updates, output;
  array<int64_t> indices;
  int64_t axis = 0;
  int64_t batch_dims = 0;
  int32_t mode = STREW_MODE_LINEAR;
  oracle::dimensions numbers = {};
  strew_options options = STREW_OPTIONS_INIT;
  std::function<void(arguments&)> mutate = nullptr;  // spoils what is not in the arrays

  arguments view() const {
    arguments a;
    a.kind = kind;
    a.data = data.view();
    a.indices = indices.view();
    a.updates = updates.view();
    a.output = output.view();
    a.axis = axis;
    a.batch_dims = batch_dims;
    a.mode = mode;
    a.numbers = numbers;
    a.options = &options;
    if (mutate) mutate(a);
    return a;
  }
};

inline array<float> floats(const shape& extents, float value) {
  int64_t count = 1;
  for (const int64_t n : extents) count *= n;
  return {extents, std::vector<float>(static_cast<size_t>(count), value)};
}

inline array<int64_t> indices_of(const shape& extents, const std::vector<int64_t>& values) {
  return {extents, values};
}

// data, the direct operand and indices; the output of a scatter looks like data.
inline sample sample_of(operator_kind kind, const shape& data, const shape& direct, const array<int64_t>& indices) {
  sample s{kind, floats(data, 1), floats(direct, 2), {}, indices};
  s.output = floats(is_scatter(kind) ? data : direct, 9);
  return s;
}

inline sample sample_of(operator_kind kind) {
  sample s;
  switch (kind) {
    case operator_kind::gather:
    case operator_kind::scatter:
      s = sample_of(kind, {2, 3}, {2, 2}, indices_of({2}, {2, 0}));
      s.axis = 1;
      return s;
    case operator_kind::gather_elements:
    case operator_kind::scatter_elements:
      s = sample_of(kind, {2, 3}, {2, 2}, indices_of({2, 2}, {2, 0, 1, 0}));
      s.axis = 1;
      return s;
    case operator_kind::gather_nd:
    case operator_kind::scatter_nd:
      return sample_of(kind, {3, 4}, {2, 4}, indices_of({2, 1}, {2, 0}));
    case operator_kind::stablehlo_gather:
    case operator_kind::stablehlo_scatter:
      s = sample_of(kind, {2, 3, 4}, {2, 5, 4}, indices_of({2, 5, 1}, {0, 1, 2, 0, 1, 2, 0, 1, 2, 0}));
      s.numbers = {{2}, {1}, {0}, {0}, {1}, 2, {1, 1, 4}};
      return s;
    case operator_kind::tensor_scatter:
      s = sample_of(kind, {2, 3}, {2, 2}, indices_of({2}, {1, 0}));
      s.axis = 1;
      return s;
    case operator_kind::move:  // is not one of the C ABI
      break;
  }
  return s;
}

inline strew_status status_of_rule(const std::string& rule) {
  static const std::map<std::string, strew_status> families = {
      {"PT", STREW_STATUS_POINTER}, {"TY", STREW_STATUS_TYPE},      {"AT", STREW_STATUS_ATTRIBUTE},
      {"SZ", STREW_STATUS_SIZE},    {"OV", STREW_STATUS_OVERLAP},   {"IX", STREW_STATUS_INDEX},
      {"MM", STREW_STATUS_MEMORY},  {"CN", STREW_STATUS_CANCELLED}, {"IN", STREW_STATUS_INTERNAL}};
  if (rule == "TS7") return STREW_STATUS_ATTRIBUTE;
  const auto found = families.find(rule.substr(0, 2));
  return found == families.end() ? STREW_STATUS_SHAPE : found->second;
}

struct fault {
  const char* rule;
  int32_t operand;
  std::vector<const char*> says;  // values that the message must carry
  std::function<void(sample&)> spoil;
};

// The operand that a rule about the direct operand names.
inline int32_t direct_of(operator_kind kind) {
  return is_scatter(kind) ? STREW_OPERAND_UPDATES : STREW_OPERAND_OUTPUT;
}

inline void expect_fault(const sample& base, const fault& f) {
  sample s = base;
  f.spoil(s);
  const sample before = s;
  const strew_error error = run(s.view());
  const std::string where = std::string(name_of(s.kind)) + " " + f.rule + ": " + error.message;
  EXPECT_STREQ(error.rule, f.rule) << where;
  EXPECT_EQ(error.status, status_of_rule(f.rule)) << where;
  EXPECT_EQ(error.operand, f.operand) << where;
  for (const char* value : f.says)
    EXPECT_NE(std::string(error.message).find(value), std::string::npos) << where << " lacks " << value;
  EXPECT_EQ(s.data.values, before.data.values) << where;
  EXPECT_EQ(s.indices.values, before.indices.values) << where;
  EXPECT_EQ(s.updates.values, before.updates.values) << where;
  EXPECT_EQ(s.output.values, before.output.values) << where;
}

inline void expect_works(const sample& s) {
  const strew_error error = run(s.view());
  EXPECT_EQ(error.status, STREW_STATUS_OK) << name_of(s.kind) << ": " << error.message;
  EXPECT_EQ(error.operand, STREW_OPERAND_NONE);
  EXPECT_STREQ(error.rule, "");
  EXPECT_STREQ(error.message, "");
}

}  // namespace strew::support
