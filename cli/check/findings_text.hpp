// Findings as text, as fields, and as complaints.
#pragma once

#include <string>
#include <vector>

#include "check/findings.hpp"

namespace strew::cli {

std::string findings_text(const check_options& options, const index_findings& found);
json_object findings_json(const check_options& options, const index_findings& found);

// An index that is out of range, and what --require asks for and is not so.
std::vector<diagnostic> complaints_of(const check_options& options, const index_findings& found);

}  // namespace strew::cli
