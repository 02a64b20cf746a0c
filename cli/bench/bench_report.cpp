#include "bench/bench_report.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/units.hpp"
#include "formatted.hpp"
#include "library_text.hpp"
#include "plan_fields.hpp"

namespace strew::cli {
namespace {

constexpr double seconds_per_nanosecond = 1e-9;

double bytes_per_second(std::uint64_t bytes, const timing& time) {
  return time.median > 0 ? static_cast<double>(bytes) / (time.median * seconds_per_nanosecond) : 0;
}

// The kernels that are chosen: a name of strew_targets.
std::string chosen_target() {
  for (const std::vector<std::string>& line : lines_of(library_text(&strew_targets), 2))
    if (line[1] == "chosen") return line[0];
  return "portable";
}

const char* output_of_an_execution(const operator_spec& spec, const bench_options& options) {
  if (!has_updates(spec.kind)) return "is written by every execution";
  return options.updates_only ? "holds the data at first, then updates of every execution go on in it"
                              : "is written by every execution: a copy of the data, then the updates";
}

std::string line_of(std::string_view key, std::string_view value) {
  return formatted("{:<13}{}\n", key, value);
}

std::string speed_and_time(std::uint64_t bytes, const timing& time) {
  return formatted("{}, {}", time_text(time.median), speed_text(bytes_per_second(bytes, time)));
}

using row_cells = std::array<std::string, 10>;
constexpr std::size_t label_column = 0;

constexpr std::array<const char*, 10> titles = {"threads", "median",   "fastest", "25 %",     "75 %",
                                                "first",   "an index", "moved",   "x memcpy", "busy"};

row_cells cells_of(const prepared_call& prepared, const bench_results& results, const bench_row& row) {
  const timing& time = row.time;
  const auto positions = static_cast<double>(prepared.info.positions);
  const bool has_memcpy = results.memcpy.median > 0;
  return {formatted("{}{}", row.threads, row.is_prepared ? " prepared" : ""),
          time_text(time.median),
          time_text(time.fastest),
          time_text(time.lower_quartile),
          time_text(time.upper_quartile),
          time_text(time.first),
          positions > 0 ? time_text(time.median / positions) : "-",
          results.bytes > 0 ? speed_text(bytes_per_second(results.bytes, time)) : "-",
          has_memcpy ? ratio_text(time.median / results.memcpy.median) : "-",
          formatted("{:.1f}", time.processors)};
}

std::string table_of(const std::vector<row_cells>& rows) {
  std::array<std::size_t, titles.size()> widths = {};
  for (const row_cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const row_cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i == label_column ? formatted("{:<{}}", row[i], widths[i]) : formatted("  {:>{}}", row[i], widths[i]);
    }
    text += line + "\n";
  }
  return text;
}

std::string repetitions_text(const bench_row& row) {
  const std::string of = row.time.calls == 1 ? "" : formatted(" of {} executions each", count_text(row.time.calls));
  return formatted("{}{}", count_text(row.time.repetitions), of);
}

json_object timing_json(const timing& time) {
  return json_object()
      .add("median_ns", time.median)
      .add("fastest_ns", time.fastest)
      .add("lower_quartile_ns", time.lower_quartile)
      .add("upper_quartile_ns", time.upper_quartile)
      .add("slowest_ns", time.slowest)
      .add("first_ns", time.first)
      .add("repetitions", time.repetitions)
      .add("executions", time.calls);
}

json_object row_json(const prepared_call& prepared, const bench_results& results, const bench_row& row) {
  json_object made;
  made.add("threads", row.threads).add("prepared", row.is_prepared).add_members(timing_json(row.time));
  made.add("processors", row.time.processors);
  if (prepared.info.positions > 0)
    made.add("ns_per_index", row.time.median / static_cast<double>(prepared.info.positions));
  made.add("bytes_per_second", bytes_per_second(results.bytes, row.time));
  if (results.memcpy.median > 0) made.add("times_memcpy", row.time.median / results.memcpy.median);
  return made;
}

}  // namespace

std::string subject_text(const operator_spec& spec, const bench_options& options, const prepared_call& prepared) {
  const std::string plan = plan_text(prepared.plan.get(), strew_plan_explain);
  std::string text;
  bool is_copy = false;
  for (const plan_line& line : plan_lines(plan)) {
    is_copy = line.key == "copy" || (is_copy && line.key != "main" && line.key != "load");
    if (is_copy && options.updates_only) continue;  // there is no copy to be made
    const bool is_detail = line.key.empty() || line.key.starts_with("not ") || line.key == "bytes" ||
                           line.key == "workspace" || line.key == "in short" || line.key == "estimate" ||
                           line.key == "problem" || line.key == "if repeated";
    if (!is_detail) text += line_of(line.key, line.value);
    if (line.key == "output") text += line_of("", output_of_an_execution(spec, options));
  }
  return text + line_of("kernels", chosen_target());
}

std::string results_text(const prepared_call& prepared, const bench_results& results) {
  std::string text = "\n" + line_of("moves", formatted("{} {}, {} each; an execution reads and writes {}",
                                                       count_text(prepared.info.positions),
                                                       prepared.info.positions == 1 ? "position" : "positions",
                                                       bytes_text(results.row_bytes), bytes_text(results.bytes)));
  text += line_of("plan", formatted("{} to make one", time_text(results.plan.median)));
  if (results.preparing)
    text +=
        line_of("prepared", formatted("{} to prepare the indices and bind them", time_text(results.preparing->median)));
  if (results.memcpy.median > 0)
    text += line_of("memcpy",
                    formatted("{} for as many bytes, on one thread", speed_and_time(results.bytes, results.memcpy)));
  std::vector<row_cells> rows(1);
  for (std::size_t i = 0; i < titles.size(); ++i) rows[0][i] = titles[i];
  std::vector<std::string> repetitions;
  for (const bench_row& row : results.rows) {
    rows.push_back(cells_of(prepared, results, row));
    repetitions.push_back(repetitions_text(row));
  }
  text += line_of("repetitions", join(repetitions, "; "));
  return text + "\n" + table_of(rows);
}

json_object subject_json(const operator_spec& spec, const bench_options& options, const prepared_call& prepared) {
  const strew_plan* plan = prepared.plan.get();
  json_object made;
  made.add("operator", spec.name).add("dry_run", options.call.common.dry_run).add("in_place", options.updates_only);
  made.add("operands", operands_json(prepared.call, spec.kind)).add_members(plan_json(plan));
  return made.add("target", chosen_target()).add("positions", prepared.info.positions);
}

json_object results_json(const prepared_call& prepared, const bench_results& results) {
  json_object made;
  made.add("row_bytes", results.row_bytes).add("bytes", results.bytes).add("plan", timing_json(results.plan));
  if (results.preparing) made.add("prepare", timing_json(*results.preparing));
  if (results.memcpy.median > 0)
    made.add("memcpy",
             timing_json(results.memcpy).add("bytes_per_second", bytes_per_second(results.bytes, results.memcpy)));
  std::vector<json_object> rows;
  for (const bench_row& row : results.rows) rows.push_back(row_json(prepared, results, row));
  return made.add("results", rows);
}

}  // namespace strew::cli
