// A call that works for each function and form of indices, and what a call with one fault in it must come to.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "bnns/array.hpp"

namespace strew::testing {

enum class bnns_form { gather, gather_same, gather_nd, scatter, scatter_same, scatter_nd };
constexpr bnns_form all_forms[] = {bnns_form::gather,  bnns_form::gather_same,  bnns_form::gather_nd,
                                   bnns_form::scatter, bnns_form::scatter_same, bnns_form::scatter_nd};

inline bool is_scatter(bnns_form form) {
  return form == bnns_form::scatter || form == bnns_form::scatter_same || form == bnns_form::scatter_nd;
}
inline bool has_axis(bnns_form form) {
  return form != bnns_form::gather_nd && form != bnns_form::scatter_nd;
}
inline const char* name_of(bnns_form form) {
  static const char* const names[] = {"gather",  "gather, same shape",  "gather_nd",
                                      "scatter", "scatter, same shape", "scatter_nd"};
  return names[static_cast<int>(form)];
}

// Memory has room to spare, so that a fault that is not found would not run into something else.
struct sample {
  bnns_form form = bnns_form::gather;
  std::vector<float> input_memory, output_memory;
  std::vector<int32_t> indices_memory;
  BNNSNDArrayDescriptor input = {}, indices = {}, output = {};
  bool has_input = true, has_indices = true, has_output = true;
  size_t axis = 1;
  uint32_t op = BNNSReduceFunctionNone;
  const BNNSFilterParameters* parameters = nullptr;
  const strew_options* options = nullptr;
};

constexpr size_t room = 64;

inline sample sample_of(bnns_form form) {
  sample made;
  made.form = form;
  const bool is_nd = !has_axis(form);
  const sizes table = is_nd ? sizes{3, 4} : sizes{2, 3};
  const sizes direct = is_nd ? sizes{2, 4} : sizes{2, 2};
  made.input_memory.assign(room, 1);
  made.output_memory.assign(room, 9);
  made.indices_memory = {2, 0, 1, 0};
  made.indices_memory.resize(room);
  const sizes indices = is_nd                                                     ? sizes{2, 1}
                        : form == bnns_form::gather || form == bnns_form::scatter ? sizes{2}
                                                                                  : sizes{2, 2};
  const auto layout = indices.size() == 1 ? BNNSDataLayoutVector : BNNSDataLayout2DFirstMajor;
  made.input = array<float>{BNNSDataLayout2DFirstMajor, is_scatter(form) ? direct : table, {}}.view();
  made.output = array<float>{BNNSDataLayout2DFirstMajor, is_scatter(form) ? table : direct, {}}.view();
  made.indices = array<int32_t>{layout, indices, {}}.view();
  return made;
}

inline void point(sample& of) {
  of.input.data = of.input_memory.data();
  of.indices.data = of.indices_memory.data();
  of.output.data = of.output_memory.data();
}

inline int run(sample& of) {
  const auto* const in = of.has_input ? &of.input : nullptr;
  const auto* const at = of.has_indices ? &of.indices : nullptr;
  auto* const out = of.has_output ? &of.output : nullptr;
  switch (of.form) {
    case bnns_form::gather:
    case bnns_form::gather_same:
      return strew_bnns_gather(of.axis, in, at, out, of.parameters, of.options);
    case bnns_form::gather_nd:
      return strew_bnns_gather_nd(in, at, out, of.parameters, of.options);
    case bnns_form::scatter:
    case bnns_form::scatter_same:
      return strew_bnns_scatter(of.axis, of.op, in, at, out, of.parameters, of.options);
    default:
      return strew_bnns_scatter_nd(of.op, in, at, out, of.parameters, of.options);
  }
}

inline int32_t input_role(bnns_form form) {
  return is_scatter(form) ? STREW_OPERAND_UPDATES : STREW_OPERAND_DATA;
}

struct fault {
  const char* rule;
  strew_status status;
  int32_t operand;
  std::vector<const char*> says;  // values that the sentence must carry
  std::function<void(sample&)> spoil;
};

constexpr int32_t the_input = 100;  // in a fault: whatever role the input has

template <class T>
std::string bytes_of(const std::vector<T>& memory) {
  return {reinterpret_cast<const char*>(memory.data()), memory.size() * sizeof(T)};
}

inline strew_error expect_fault(bnns_form form, const fault& f) {
  sample s = sample_of(form);
  point(s);
  f.spoil(s);
  const std::string before[] = {bytes_of(s.input_memory), bytes_of(s.indices_memory), bytes_of(s.output_memory)};
  EXPECT_EQ(run(s), -1) << name_of(form) << " " << f.rule;
  const strew_error error = last_error();
  const std::string where = std::string(name_of(form)) + " " + f.rule + ": " + error.message;
  EXPECT_STREQ(error.rule, f.rule) << where;
  EXPECT_EQ(error.status, f.status) << where;
  EXPECT_EQ(error.operand, f.operand == the_input ? input_role(form) : f.operand) << where;
  EXPECT_NE(strew_bnns_rule_text(error.rule), nullptr) << where;
  for (const char* value : f.says)
    EXPECT_NE(std::string(error.message).find(value), std::string::npos) << where << " lacks " << value;
  EXPECT_EQ(bytes_of(s.input_memory), before[0]) << where;
  EXPECT_EQ(bytes_of(s.indices_memory), before[1]) << where;
  EXPECT_EQ(bytes_of(s.output_memory), before[2]) << where;
  return error;
}

inline void expect_works(sample s, const char* why) {
  point(s);
  EXPECT_EQ(run(s), 0) << name_of(s.form) << ", " << why << ": " << last_error().message;
  const strew_error record = last_error(), none = STREW_ERROR_INIT;
  EXPECT_EQ(std::memcmp(&record, &none, sizeof none), 0) << record.message;
}

}  // namespace strew::testing
