// google-benchmark, which the project's own benchmarks use, takes over the command line and the output, and a program
// that is installed would need it; the measurement is a loop.
#include "bench/bench.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/bench_options.hpp"
#include "bench/bench_report.hpp"
#include "bench/measure.hpp"
#include "bench/stage.hpp"
#include "bench/units.hpp"
#include "execute.hpp"
#include "fill_number.hpp"
#include "formatted.hpp"
#include "load.hpp"
#include "option_forms.hpp"
#include "option_table.hpp"
#include "report.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

constexpr double longest_seconds = 3600;

outcome check_bench_options(const operator_spec& spec, const bench_options& options) {
  if (auto error = check_operator_options(options.call, false)) return error;
  if (options.prepares && !options.call.indices && !options.call.segment_ids)
    return usage_diagnostic("--prepared: the call has no indices that could be prepared",
                            formatted("strew bench {} --help says which operand they are", spec.name));
  return std::nullopt;
}

// What an execution would refuse is refused in a dry run too.
outcome check_call(const operator_spec& spec, const bench_options& options, prepared_call& prepared) {
  const operator_call& call = prepared.call;
  if (!has_plain_operands(spec)) return execute(spec, options.call, prepared);
  const auto address = [](const strew_tensor& of) { return static_cast<const std::byte*>(of.data); };
  return check(options.call, prepared,
               {address(call.data), address(call.indices), address(call.updates), address(call.output)});
}

outcome say_what_would_be(const operator_spec& spec, const bench_options& options, const prepared_call& prepared) {
  if (options.call.common.json)
    return print_json(json_object().add("status", "ok").add_members(subject_json(spec, options, prepared)));
  const std::size_t rows = options.threads.size() * (options.prepares ? 2 : 1);
  return print_text(formatted("{}\nwould measure {} row{}, each for at least {} s, in {} to {} repetitions\n",
                              subject_text(spec, options, prepared), rows, rows == 1 ? "" : "s", options.seconds,
                              count_text(fewest_repetitions), count_text(options.repetitions)));
}

// After an interruption, what was measured until then.
outcome tell_results(const operator_spec& spec, const bench_options& options, const prepared_call& prepared,
                     const bench_results& results, outcome error) {
  const bool is_result = !error || (error->kind == "interrupted" && !results.rows.empty());
  if (!is_result) return error;
  if (options.call.common.json) {
    json_object fields = subject_json(spec, options, prepared);
    fields.add_members(results_json(prepared, results));
    if (!error) return print_json(json_object().add("status", "ok").add_members(fields));
    error->details.add_members(fields);
    return error;
  }
  if (auto failed = print_text(subject_text(spec, options, prepared) + results_text(prepared, results))) return failed;
  return error;
}

outcome run_bench(const operator_spec& spec, const bench_options& options, progress& shown) {
  if (auto error = check_bench_options(spec, options)) return error;
  prepared_call prepared;
  if (auto error = prepare(spec, options.call, shown, prepared)) return error;
  if (auto error = load(spec, options.call, shown, prepared)) return whole_or(options.call, prepared, error);
  if (auto error = set_stage(options, prepared)) return whole_or(options.call, prepared, error);
  prepared.plan.reset();
  strew_error refused = STREW_ERROR_INIT;
  prepared.plan = make_plan(spec.kind, prepared.call, refused);
  if (prepared.plan == nullptr) return library_diagnostic(refused, prepared.info);
  if (auto error = whole_or(options.call, prepared, check_call(spec, options, prepared))) return error;
  if (options.call.common.dry_run) return say_what_would_be(spec, options, prepared);
  if (options.call.common.verbose) put(plan_text(prepared.plan.get(), strew_plan_explain) + "\n");
  bench_results results;
  const outcome error = whole_or(options.call, prepared, measure(spec, options, shown, prepared, results));
  shown.clear();
  return tell_results(spec, options, prepared, results, error);
}

int bench_operator(const operator_spec& spec, const bench_options& options) {
  progress shown(options.call.common);
  const outcome error = run_bench(spec, options, shown);
  shown.clear();
  return error ? report(*error, options.call.common) : exit_ok;
}

double seconds_of(const std::string& text) {
  const std::optional<fill_number> number = parse_fill_number(text);
  const double seconds = number ? number->as_double() : -1;
  if (seconds >= 0 && seconds <= longest_seconds) return seconds;
  refuse("--seconds", formatted("'{}' is not a number from 0 to {}", text, longest_seconds));
}

void add_bench_options(command_syntax& app, bench_options& options) {
  app.add_option(
         "--seconds", [&options](const std::string& text) { options.seconds = seconds_of(text); },
         "Measure for at least so long, for each row of the results (default 1)")
      ->type_name("S");
  add_integer<std::uint64_t>(
      app, "--repetitions", options.repetitions, fewest_repetitions,
      "Measure at most N times (default 100000); a repetition is one execution, or many short ones");
  add_integers(
      app, "--threads", 1,
      "Use at most so many threads; a list has a row of results for each (default: as many as the machine allows)",
      [&options](const std::vector<std::int64_t>& threads) {
        if (threads.empty()) refuse("--threads", "no number of threads is named");
        options.threads.assign(threads.begin(), threads.end());
      });
  app.add_flag("--prepared", options.prepares,
               "Measure with prepared indices too: a row more for each number of threads");
}

}  // namespace

command add_bench(command_syntax& parent, const operator_spec& spec) {
  command_syntax* app = parent.add_subcommand(spec.name, spec.summary);
  auto options = std::make_shared<bench_options>();
  spec.add_arguments(*app, options->call);
  if (has_updates(spec.kind))
    app->add_flag("--in-place", options->updates_only,
                  "Measure the updates alone, on a copy of the data in memory: its values go on changing, and "
                  "the file does not");
  add_bench_options(*app, *options);
  add_no_mmap_option(*app, options->call);
  add_report_options(*app, options->call.common);
  return {app, [&spec, options] { return bench_operator(spec, *options); }};
}

}  // namespace strew::cli
