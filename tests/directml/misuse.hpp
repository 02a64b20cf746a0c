// Descriptions that work, to be spoiled in one place each.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "directml/road.hpp"

namespace directml_test {

// One working problem of each operator, all with one shape of input: {1,2,3,4}.
inline described sound(DML_OPERATOR_TYPE type) {
  const tensor four = f32({1, 2, 3, 4});
  switch (type) {
    case DML_OPERATOR_GATHER:
      return gather(four, u32({1, 1, 1, 5}), f32({1, 2, 3, 5}), 3, 1);
    case DML_OPERATOR_GATHER_ELEMENTS:
      return gather_elements(four, u32({1, 2, 3, 5}), f32({1, 2, 3, 5}), 3);
    case DML_OPERATOR_GATHER_ND:
      return gather_nd(four, u32({1, 1, 5, 2}), f32({1, 1, 5, 4}), 3, 2);
    case DML_OPERATOR_GATHER_ND1:
      return gather_nd1(four, u32({1, 2, 5, 1}), f32({1, 2, 5, 4}), 3, 3, 1);
    case DML_OPERATOR_SCATTER:
      return scatter(four, u32({1, 2, 3, 2}), f32({1, 2, 3, 2}), four, 3);
    default:
      return scatter_nd(four, u32({1, 1, 5, 2}), f32({1, 1, 5, 4}), four, 3, 2);
  }
}

constexpr DML_OPERATOR_TYPE every_operator[] = {DML_OPERATOR_GATHER,    DML_OPERATOR_GATHER_ELEMENTS,
                                                DML_OPERATOR_GATHER_ND, DML_OPERATOR_GATHER_ND1,
                                                DML_OPERATOR_SCATTER,   DML_OPERATOR_SCATTER_ND};

// Spoils each operator; the message must name CreateOperator, the tensor and the rule, and the device must live on.
class spoiler {
 public:
  watched_device watched;

  void expect(described& problem, const std::string& tensor, const std::string& rule, HRESULT result = E_INVALIDARG) {
    com_ptr<IDMLOperator> made;
    EXPECT_EQ(problem.create(watched.get(), made.put()), result) << rule << ' ' << tensor << " of " << problem.kind;
    EXPECT_FALSE(made);
    expect_message(watched, result, "CreateOperator", tensor, rule);
  }
  void expect_sound(described& problem) {
    com_ptr<IDMLOperator> made;
    EXPECT_EQ(problem.create(watched.get(), made.put()), S_OK) << last_error().message;
    EXPECT_TRUE(watched.messages.empty());
    watched.messages.clear();
  }
  // Every tensor of every operator, spoiled by `spoil`.
  void expect_each(const std::function<void(described&, std::size_t)>& spoil, const std::string& rule) {
    for (const DML_OPERATOR_TYPE type : every_operator) {
      described problem = sound(type);
      for (const std::size_t i : problem.places()) {
        described spoiled = sound(type);
        spoil(spoiled, i);
        expect(spoiled, place_names[i], rule);
      }
      expect_sound(problem);
    }
  }
};

}  // namespace directml_test
