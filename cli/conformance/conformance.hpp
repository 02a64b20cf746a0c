// strew conformance: ONNX's node tests, run and written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "options.hpp"

namespace strew::cli {

class command_syntax;

struct conformance_run_options {
  common_options common;
  std::vector<std::string> folders;
  std::optional<double> rtol, atol;  // without both: bits
};

struct conformance_write_options {
  common_options common;
  std::string folder;  // empty: none is named
  bool force = false;
  bool lists = false;
  std::string op_type;                // empty: all
  std::optional<std::int64_t> opset;  // only cases of at most this
};

void add_conformance(command_syntax& parent, std::vector<command>& commands);

// Without protobuf there is neither of the two.
int run_conformance(const conformance_run_options& options);
int write_conformance(const conformance_write_options& options);

}  // namespace strew::cli
