// The folders of ONNX's node tests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/finding.hpp"

namespace strew::cli::conformance {

// A folder that has a model, or those in it, by name. Links to folders are not followed, but for `root` itself.
files::maybe_failure find_tests(const std::string& root, std::vector<std::string>& found);

// The entries "prefix 0 suffix", "prefix 1 suffix", ... of a folder.
using numbered_names = std::map<std::uint32_t, std::string>;
files::maybe_failure numbered_entries(const std::string& folder, std::string_view prefix, std::string_view suffix,
                                      numbered_names& found);

inline constexpr const char* model_name = "model.onnx";
inline constexpr const char* data_set_prefix = "test_data_set_";

}  // namespace strew::cli::conformance
