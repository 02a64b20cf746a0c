#include "files/formats.hpp"

#include <string>
#include <vector>

#include "caps/queries.hpp"
#include "formatted.hpp"

namespace strew::cli {
namespace {

answer yes_or_no(bool is_so, std::string_view why_not) {
  return word(is_so ? "yes" : formatted("no: without {}", why_not), is_so ? "true" : "false");
}

}  // namespace

answer query_formats() {
  answer made;
  for (const files::file_format* format : files::formats()) {
    const std::vector<std::string> suffixes(format->suffixes.begin(), format->suffixes.end());
    std::vector<std::string> quoted;
    for (const std::string& suffix : suffixes) quoted.push_back(formatted("\"{}\"", suffix));
    made.add(format->name).add("suffixes", word(join(suffixes, " "), formatted("[{}]", join(quoted, ", "))));
    made.members.back().second.add("read", yes_or_no(format->lacks.empty(), format->lacks));
    made.members.back().second.add("written", yes_or_no(format->frame != nullptr, format->lacks));
  }
  return made;
}

}  // namespace strew::cli
