// The inputs of a node and its expected output: the files of a data set and the initializers of the graph.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/model.hpp"
#include "conformance/tensor.hpp"

namespace strew::cli::conformance {

struct data_set {
  std::deque<tensor> values;       // what `inputs` borrow from
  std::vector<const_view> inputs;  // of the node, in its order
  tensor expected;
  std::string output_file;
};

// `folder` is that of the data set, inside the test folder.
maybe_finding read_data_set(const test_model& model, const std::string& folder, data_set& made);

}  // namespace strew::cli::conformance
