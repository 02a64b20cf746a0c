#include "check/findings_text.hpp"

#include <span>
#include <string_view>

#include "files/escape.hpp"
#include "formatted.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

std::string_view plural(std::uint64_t count) {
  return count == 1 ? "" : "s";
}

std::string name_of(const check_options& options) {
  return *options.call.indices == "-" ? "standard input" : *options.call.indices;
}

// "gather along axis 0", "gather-nd", "gather-nd, 1 batch dimension".
std::string form_text(const check_options& options) {
  std::string text = options.form.name;
  if (!options.form.plan->has_tuples) text += formatted(" along axis {}", options.call.axis);
  const std::int64_t batch_dims = options.call.batch_dims;
  if (batch_dims != 0) text += formatted(", {} batch dimension{}", batch_dims, batch_dims == 1 ? "" : "s");
  return text;
}

std::string range_text(const index_findings& found) {
  if (found.ranges.empty()) return found.info.positions == 0 ? "no index" : "no component";
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < found.ranges.size(); ++k) {
    const std::string component = found.ranges.size() == 1 ? "" : formatted("component {}: ", k);
    parts.push_back(formatted("{}{} to {}", component, found.ranges[k].lowest.text(), found.ranges[k].highest.text()));
  }
  std::string text = join(parts, ", ");
  text += formatted("; {} {} negative", found.negatives == 0 ? "none" : formatted("{}", found.negatives),
                    found.negatives < 2 ? "is" : "are");
  return text + (found.bad ? formatted("; {}", found.bad->message) : "; all are in range");
}

std::string repetition_text(const index_findings& found) {
  const repetition& told = found.repeated;
  if (told.places == 0) return "none";
  return formatted("{} place{} {} addressed more than once, {} most often: by {} positions, first by position {}",
                   told.places, plural(told.places), told.places == 1 ? "is" : "are", shape_text(told.most_frequent),
                   told.most_positions, told.first_position);
}

bool is_ascending(const index_findings& found) {
  return found.info.order == STREW_ORDER_SORTED || found.info.order == STREW_ORDER_ASCENDING;
}

bool is_strict(const index_findings& found) {
  return found.info.order == STREW_ORDER_ASCENDING || found.info.order == STREW_ORDER_DESCENDING;
}

std::string_view order_word(const index_findings& found) {
  if (is_ascending(found)) return "ascending";
  return found.info.order == STREW_ORDER_UNSORTED ? "none" : "descending";
}

std::string order_text(const index_findings& found) {
  if (found.info.order == STREW_ORDER_UNSORTED) return formatted("none, {} ascending runs", found.info.runs);
  return formatted("{}{}", is_strict(found) ? "strictly " : "", order_word(found));
}

double percent(const index_findings& found) {
  return found.places == 0 ? 100.0
                           : 100.0 * static_cast<double>(found.info.distinct) / static_cast<double>(found.places);
}

diagnostic complaint(const check_options& options, std::string message) {
  diagnostic made;
  made.code = exit_unclean;
  made.kind = "check";
  made.file = name_of(options);
  made.message = std::move(message);
  return made;
}

std::vector<json_object> ranges_json(const index_findings& found) {
  std::vector<json_object> ranges;
  for (const member_range& one : found.ranges) {
    ranges.emplace_back().add_raw("lowest", one.lowest.text()).add_raw("highest", one.highest.text());
  }
  return ranges;
}

json_object repetition_json(const index_findings& found) {
  const repetition& told = found.repeated;
  json_object made;
  made.add("positions", found.info.duplicates).add("places", told.places);
  if (told.places == 0) return made;
  json_object most;
  most.add("place", told.most_frequent)
      .add("positions", told.most_positions)
      .add("first_position", told.first_position);
  return made.add("most_frequent", most);
}

}  // namespace

std::string findings_text(const check_options& options, const index_findings& found) {
  const std::string title = formatted("{}  {} {}, {} position{} of {} in {}", name_of(options),
                                      strew_dtype_name(found.dtype), shape_text(found.extents), found.info.positions,
                                      plural(found.info.positions), form_text(options), shape_text(*options.extents));
  return formatted(
      "{}\n  range       {}\n  duplicates  {}\n  order       {}\n  coverage    {} of {} place{}, {:.4g} %\n",
      files::escaped(title, files::escapes::words), range_text(found), repetition_text(found), order_text(found),
      found.info.distinct, found.places, plural(found.places), percent(found));
}

json_object findings_json(const check_options& options, const index_findings& found) {
  json_object range;
  range.add("components", std::span<const json_object>(ranges_json(found)))
      .add("negatives", found.negatives)
      .add("bad_positions", found.info.skipped);
  if (found.bad) range.add("first_bad", json_object().add_members(found.bad->details));
  json_object coverage;
  coverage.add("places", found.places).add("addressed", found.info.distinct).add("percent", percent(found));
  json_object made;
  made.add("file", name_of(options))
      .add("dtype", strew_dtype_name(found.dtype))
      .add("extents", found.extents)
      .add("as", options.form.name)
      .add("shape", *options.extents)
      .add("dimensions", found.dimensions)
      .add("positions", found.info.positions)
      .add("range", range)
      .add("duplicates", repetition_json(found))
      .add("order", order_word(found))
      .add("strict", is_strict(found))
      .add("runs", found.info.runs)
      .add("constant_rows", found.info.constant_rows != 0)
      .add("coverage", coverage);
  return made;
}

std::vector<diagnostic> complaints_of(const check_options& options, const index_findings& found) {
  std::vector<diagnostic> all;
  if (found.bad) all.push_back(*found.bad);
  if (options.needs_unique && found.info.duplicates != 0) {
    all.push_back(complaint(options, formatted("not unique: position {} addresses the place of position {}",
                                               found.info.first_position, found.info.other_position)));
  }
  if (options.needs_sorted && !is_ascending(found)) {
    all.push_back(complaint(options, "not sorted: the places do not ascend from position to position"));
  }
  if (options.needs_covering && found.info.distinct != found.places) {
    all.push_back(complaint(options, formatted("not covering: {} of {} places are not addressed",
                                               found.places - found.info.distinct, found.places)));
  }
  return all;
}

}  // namespace strew::cli
