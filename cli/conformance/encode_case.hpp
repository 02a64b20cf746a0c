// The files of a test case: a model and its tensors.
#pragma once

#include <string>
#include <vector>

#include "conformance/case.hpp"

namespace strew::cli::conformance {

struct case_file {
  std::string name;  // in the folder of the case
  std::string content;
};

// The same bytes on every machine.
std::vector<case_file> files_of(const test_case& of);

}  // namespace strew::cli::conformance
