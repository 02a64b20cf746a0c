// The questions to the library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "caps/answer.hpp"

namespace strew::cli {

// What each rule that refused something requires.
using rule_texts = std::map<std::string, std::string>;

// Each operator with its tables: a plan is made for each combination. Combinations are taken apart where the parts are
// independent: reduction and element type; index type; policy and negative rule; each other option by itself; fill
// value and element type; width of records.
answer query_operators(rule_texts& rules);

// Options where a caller of a frontend does not set them, StableHLO's operators included.
answer query_defaults();

// The formats of files, those that this build does not read too.
answer query_formats();

// The levels of DirectML's operators, as the frontend's own tables have them, and each row of these as JSON. Empty
// where strew was built without frontends.
answer query_directml(std::vector<json_object>& rows);

}  // namespace strew::cli
