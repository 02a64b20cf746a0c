// Work whose bindings are spoiled: nothing may be written, the message names method, tensor and rule, and the device
// and the operator live on.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "directml/misuse.hpp"

namespace directml_test {

inline void zero_indices(work& made) {
  made.fill(indices, std::vector<unsigned char>(made.memory[indices].size(), 0));
}

// The binding of one tensor.
inline DML_BINDING_DESC& at(bindings& bound, std::size_t i) {
  return i == output ? bound.outputs[0] : bound.inputs[i];
}

class bound_case {
 public:
  watched_device watched;

  // Work with valid indices of each operator; it must succeed after what `spoil` did and undid.
  void for_each_operator(const std::function<void(work&)>& spoil) {
    for (const DML_OPERATOR_TYPE type : every_operator) {
      described problem = sound(type);
      work made(watched.get(), problem);
      zero_indices(made);
      spoil(made);
      EXPECT_EQ(made.run().result, S_OK) << last_error().message;
      EXPECT_TRUE(watched.messages.empty());
    }
  }

  void expect(work& made, const bindings& bound, const std::string& tensor, const std::string& rule,
              HRESULT result = E_INVALIDARG) {
    const auto before = made.memory;
    const outcome done = made.run(bound);
    EXPECT_EQ(done.result, result) << rule << ' ' << tensor << " of " << made.problem.kind;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(made.memory[i].image(), before[i].image()) << place_names[i];
    expect_message(watched, result, done.method, tensor, rule);
  }
};

}  // namespace directml_test
