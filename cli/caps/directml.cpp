#include "caps/queries.hpp"
#include "formatted.hpp"

#if defined(STREW_CLI_FRONTENDS)
#include <algorithm>

#define STREW_DIRECTML_NO_NAMES  // only functions of strew are called
#include "strew/directml.h"

namespace strew::cli {
namespace {

// The name of a feature level: 0x2100 is "2_1".
std::string level_name(std::int32_t level) {
  return formatted("{}_{}", level / 0x1000, level % 0x1000 / 0x100);
}

// The last level to which row `number` applies: the one before the next row of its operator, or the newest.
std::int32_t last_level(std::uint64_t number, std::int32_t operator_type) {
  strew_directml_level next = STREW_DIRECTML_LEVEL_INIT;
  const bool has_next = strew_directml_level_row(number + 1, &next) != 0 && next.operator_type == operator_type;
  std::uint64_t i = 0;
  while (strew_directml_feature_level(i) != 0 && !(has_next && strew_directml_feature_level(i) >= next.level)) ++i;
  return strew_directml_feature_level(i - 1);
}

answer dimension_range(std::uint32_t low, std::uint32_t high) {
  return word(low == high ? std::to_string(low) : formatted("{} to {}", low, high),
              json_object().add("from", low).add("to", high).text());
}

// In text, types are grouped by kind, the widest first: "FLOAT32/16 UINT32".
answer type_list(std::uint32_t bits) {
  std::vector<std::string> names, kinds;
  for (std::int32_t type = 0; type < 32; ++type) {
    if ((bits >> type & 1U) != 0) names.emplace_back(strew_directml_data_type_name(type));
  }
  for (const std::string kind : {"FLOAT", "UINT", "INT"}) {
    std::vector<std::string> widths;
    for (const char* width : {"64", "32", "16", "8"}) {
      if (std::count(names.begin(), names.end(), kind + width) != 0) widths.emplace_back(width);
    }
    if (!widths.empty()) kinds.push_back(kind + join(widths, "/"));
  }
  return word(join(kinds, " "), json_value(names));
}

}  // namespace

answer query_directml(std::vector<json_object>& rows) {
  static constexpr const char* sources[] = {"page", "history", "page only"};
  answer made;
  strew_directml_level found = STREW_DIRECTML_LEVEL_INIT;
  for (std::uint64_t i = 0; strew_directml_level_row(i, &found) != 0; ++i) {
    const char* name = strew_directml_operator_name(found.operator_type);
    const std::string owner = formatted("{} ({})", name, found.operator_type);
    const std::string from = level_name(found.level), to = level_name(last_level(i, found.operator_type));
    const answer row = {{{"dimensions", dimension_range(found.dimensions_low, found.dimensions_high)},
                         {"data_types", type_list(found.data_types)},
                         {"index_types", type_list(found.index_types)},
                         {"source", word(sources[found.source])}}};
    if (made.find(owner) == nullptr) made.add(owner);
    made.members.back().second.add(from == to ? from : from + " to " + to, row);
    json_object& object = rows.emplace_back();
    object.add("operator", name).add("operator_type", found.operator_type).add("from", from).add("to", to);
    object.add_members(json_of(row));
  }
  return made;
}

}  // namespace strew::cli
#else
namespace strew::cli {

answer query_directml(std::vector<json_object>&) {
  return {};
}

}  // namespace strew::cli
#endif
