// The model of a test folder: one node of the operators of the frontend for ONNX.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/tensor.hpp"
#include "strew/onnx.hpp"
#include "strew_onnx.pb.h"

namespace strew::cli::conformance {

class test_model {
 public:
  test_model() = default;
  test_model(const test_model&) = delete;
  test_model& operator=(const test_model&) = delete;

  maybe_finding read(const std::string& folder);

  const std::string& file() const { return file_; }
  const onnx_files::Graph& graph() const { return model_.graph(); }
  const onnx_files::Node& node() const { return model_.graph().node(0); }

  // The frontend's node. Borrows from this object.
  onnx::node native() const;

 private:
  maybe_finding check_graph() const;
  maybe_finding check_values() const;
  maybe_finding find_opset();
  void read_attributes();

  onnx_files::Model model_;
  std::string file_;
  std::int64_t opset_ = 0;
  std::vector<onnx::attribute> attributes_;
};

}  // namespace strew::cli::conformance
