// What is found out about a test folder.
#pragma once

#include <optional>
#include <string>

#include "diagnostic.hpp"
#include "strew/error.hpp"

namespace strew::cli::conformance {

enum class verdict { pass, fail, unsupported, unreadable };

struct finding {
  verdict kind = verdict::pass;
  std::string data_set = {};  // empty: it is about the model
  diagnostic about = {};      // of what did not pass: the message, the file in the folder, values for --json
};

// Empty where nothing speaks against the folder yet.
using maybe_finding = std::optional<finding>;

finding unsupported(std::string why);
finding failed(std::string why, json_object details = {});
finding unreadable(const std::string& file, const files::failure& failure);
// The bytes of the file are not what the format requires.
finding malformed(const std::string& file, std::string why);

// A node that strew refuses. Versions, attributes and types may be those of another runtime; what else is refused has a
// result in ONNX.
finding refused_node(const error_record& error);

}  // namespace strew::cli::conformance
