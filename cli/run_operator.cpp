#include "run_operator.hpp"

#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "execute.hpp"
#include "files/escape.hpp"
#include "files/formats.hpp"
#include "formatted.hpp"
#include "load.hpp"
#include "outofcore.hpp"
#include "outputs.hpp"
#include "platform/files.hpp"
#include "prepare.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

class stopwatch {
 public:
  // Seconds since the last lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

struct seconds_spent {
  double read = 0;
  double execute = 0;
  double write = 0;
};

const std::string& output_name(const operator_options& options, const prepared_call& prepared) {
  return options.in_place ? prepared.target().file : options.output;
}

json_object fields_of(const std::string& file, bool is_in_place, const strew_tensor& written) {
  json_object made;
  if (!file.empty()) made.add("file", file);
  if (is_in_place) made.add("in_place", true);
  made.add("dtype", strew_dtype_name(written.dtype))
      .add("element_bytes", written.element_bytes)
      .add("extents", std::span<const std::int64_t>(written.extents, written.rank))
      .add("bytes", packed_bytes(written));
  return made;
}

std::string result_text(const std::string& file, const strew_tensor& written) {
  const std::vector<std::int64_t> extents(written.extents, written.extents + written.rank);
  return formatted("{}: {} {}, {} bytes", file.empty() ? "output" : file,
                   type_text(written.dtype, written.element_bytes), shape_text(extents), packed_bytes(written));
}

// A line for each file.
std::vector<std::string> result_texts(const operator_options& options, const prepared_call& prepared) {
  std::vector<std::string> made = {result_text(output_name(options, prepared), prepared.call.output)};
  for (const further_result& one : further_results)
    if (prepared.call.*one.view) made.push_back(result_text(*(options.*one.file), *(prepared.call.*one.view)));
  return made;
}

json_object summary(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
                    const seconds_spent& seconds) {
  json_object spent;
  spent.add("read", seconds.read).add("execute", seconds.execute).add("write", seconds.write);
  json_object object;
  object.add("status", "ok").add("operator", spec.name).add("dry_run", options.common.dry_run);
  object.add("output", fields_of(output_name(options, prepared), options.in_place, prepared.call.output));
  for (const further_result& one : further_results)
    if (prepared.call.*one.view)
      object.add(one.name, fields_of(*(options.*one.file), false, *(prepared.call.*one.view)));
  if (prepared.device) object.add("device", device_text(*prepared.device));
  object.add("positions", prepared.info.positions)
      .add("plan", plan_text(prepared.plan.get(), strew_plan_describe))
      .add("seconds", spent);
  return object;
}

outcome tell(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
             const seconds_spent& seconds) {
  const std::string plan = plan_text(prepared.plan.get(), strew_plan_describe);
  const std::vector<std::string> results = result_texts(options, prepared);
  if (options.common.verbose) {
    if (prepared.device) say(formatted("device: {}", device_text(*prepared.device)));
    say(formatted("plan: {}", plan));
    say(formatted("{}; read {:.3f} s, {} {:.3f} s, write {:.3f} s", join(results, "; "), seconds.read,
                  spec.progress_verb, seconds.execute, seconds.write));
  }
  if (options.common.json) return print_json(summary(spec, options, prepared, seconds));
  if (!options.common.dry_run) return std::nullopt;
  std::string text;
  for (const std::string& one : results)
    text += formatted("would write {}\n", files::escaped(one, files::escapes::words));
  return print_text(formatted("{}plan: {}\n", text, plan));
}

// Of a scatter between files that are larger than memory: reading, applying and writing are one.
outcome run_in_parts(const operator_spec& spec, const operator_options& options, const std::vector<output_file>& to,
                     prepared_call& prepared, progress& shown) {
  const files::array_name none = {&files::npy_format(), {}, {}, {}, {}};
  const files::array_name& name = to.empty() ? none : to.front().to;
  stopwatch watch;
  if (auto error = scatter_files(spec, options, {name, output_type(options, name, prepared.data)}, prepared, shown))
    return error;
  seconds_spent seconds;
  seconds.execute = watch.lap();
  shown.clear();
  return tell(spec, options, prepared, seconds);
}

outcome run(const operator_spec& spec, const operator_options& options, progress& shown) {
  if (auto error = check_operator_options(options, true)) return error;
  if (auto error = check_device(options)) return error;
  if (!options.done.empty() && platform::exists(options.done.c_str())) return std::nullopt;
  if (options.memory || options.in_place) {
    if (auto error = check_complete(options.target())) return error;
  }
  std::vector<output_file> to;
  if (auto error = find_outputs(options, to)) return error;
  stopwatch watch;
  seconds_spent seconds;
  prepared_call prepared;
  if (auto error = prepare(spec, options, shown, prepared)) return error;
  if (options.memory) return run_in_parts(spec, options, to, prepared, shown);
  if (auto error = open_device(options, prepared.device)) return error;
  if (auto error = load(spec, options, shown, prepared)) return whole_or(options, prepared, error);
  advise_reads(spec, options, prepared);
  seconds.read = watch.lap();
  shown.stage(spec.progress_verb);
  if (auto error = whole_or(options, prepared, execute(spec, options, prepared))) {
    return in_place_outcome(options, prepared, error);
  }
  seconds.execute = watch.lap();
  if (auto error = write_outputs(options, to, prepared, shown)) return error;
  seconds.write = watch.lap();
  shown.clear();
  return tell(spec, options, prepared, seconds);
}

}  // namespace

int run_operator(const operator_spec& spec, const operator_options& options) {
  progress shown(options.common);
  const outcome error = run(spec, options, shown);
  shown.clear();
  return error ? report(*error, options.common) : exit_ok;
}

}  // namespace strew::cli
