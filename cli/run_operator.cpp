#include "run_operator.hpp"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "execute.hpp"
#include "files/escape.hpp"
#include "files/formats.hpp"
#include "files/output.hpp"
#include "files/type_names.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "load.hpp"
#include "outofcore.hpp"
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

files::protection protection_of(const operator_options& options) {
  return options.force ? files::protection::ignored : files::protection::respected;
}

// Checked before anything is read, so that a certain failure is reported at once.
outcome check_output(const operator_options& options, files::array_name& to) {
  if (options.output.empty()) return std::nullopt;
  auto name = files::parse_output_name(options.output, options.format);
  if (!name) {
    diagnostic made = file_diagnostic(options.output, name.error());
    const auto plain = files::parse_array_name(options.output);
    const bool is_suffix = options.format == nullptr && plain && plain->format == &files::npy_format();
    if (is_suffix) made.hint = "--format npy writes a .npy file under any name";
    return made;
  }
  to = std::move(*name);
  if (auto error = files::check_output(to.file, protection_of(options))) {
    return file_diagnostic(options.output, *error);
  }
  return std::nullopt;
}

// A type that --dtype names is written where the format has a name for it that the file of the data had not.
files::npy_type output_type(const operator_options& options, const files::array_name& to, const file_operand& data) {
  const bool has_name = !files::safetensors_name(data.array.type).empty();
  if (!options.dtype || data.dtype == STREW_DTYPE_OPAQUE || has_name || !to.format->names_types) {
    return data.array.type;
  }
  auto named = files::type_of_name(strew_dtype_name(data.dtype));
  return named ? std::move(*named) : data.array.type;
}

// Bad indices and missing memory are found before the first write; what fails later leaves some updates in the file.
outcome in_place_outcome(const operator_options& options, const prepared_call& prepared, outcome error) {
  if (!error || !options.in_place || options.common.dry_run) return error;
  const std::string& written = prepared.target().file;
  const bool is_of_file = error->kind == "file" || (error->kind == "resources" && error->file == written);
  if (!is_of_file && error->kind != "interrupted") return error;
  error->hint =
      formatted("some of the {} are written in {}, others not", prepared.call.base ? "segments" : "updates", written);
  return error;
}

// Of an operator in place.
outcome bring_to_the_disk(const prepared_call& prepared, progress& shown) {
  const file_operand& written = prepared.target();
  shown.stage(formatted("writing {}", written.file));
  return file_outcome(written.file, files::bring_to_the_disk(written.array));
}

// What is mapped and written in memory is read from its file while the output is written.
outcome write_output(const operator_options& options, const files::array_name& to, const prepared_call& prepared,
                     progress& shown) {
  if (options.common.dry_run) return std::nullopt;
  if (options.in_place) return in_place_outcome(options, prepared, bring_to_the_disk(prepared, shown));
  shown.stage(formatted("writing {}", options.output));
  const bool is_own = prepared.output.data() != nullptr;
  const std::byte* const elements = is_own ? prepared.output.data() : prepared.target().array.payload.data();
  outcome lost;
  files::transfer_hooks hooks = shown.hooks();
  hooks.stop = [&] {
    if (!is_own && !lost) lost = whole_or(options, prepared, std::nullopt);
    return lost || is_interrupted();
  };
  const files::npy_type type = output_type(options, to, prepared.data);
  const files::array_content content = {
      type, prepared.output_extents, {elements, static_cast<std::size_t>(output_bytes(prepared))}};
  const auto error = files::write_array(to, content, hooks, protection_of(options));
  if (error && !is_own && !lost) lost = whole_or(options, prepared, std::nullopt);
  return lost ? lost : file_outcome(options.output == "-" ? "standard output" : options.output, error);
}

json_object summary(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
                    const seconds_spent& seconds) {
  json_object output;
  const std::string& file = options.in_place ? prepared.target().file : options.output;
  if (!file.empty()) output.add("file", file);
  if (options.in_place) output.add("in_place", true);
  output.add("dtype", strew_dtype_name(prepared.call.output.dtype))
      .add("element_bytes", prepared.call.output.element_bytes)
      .add("extents", prepared.output_extents)
      .add("bytes", output_bytes(prepared));
  json_object spent;
  spent.add("read", seconds.read).add("execute", seconds.execute).add("write", seconds.write);
  json_object object;
  object.add("status", "ok").add("operator", spec.name).add("dry_run", options.common.dry_run).add("output", output);
  object.add("positions", prepared.info.positions)
      .add("plan", plan_text(prepared.plan.get(), strew_plan_describe))
      .add("seconds", spent);
  return object;
}

outcome tell(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
             const seconds_spent& seconds) {
  const std::string plan = plan_text(prepared.plan.get(), strew_plan_describe);
  const std::string& file = options.in_place ? prepared.target().file : options.output;
  const std::string result = formatted("{}: {} {}, {} bytes", file.empty() ? "output" : file,
                                       type_text(prepared.call.output.dtype, prepared.call.output.element_bytes),
                                       shape_text(prepared.output_extents), output_bytes(prepared));
  if (options.common.verbose) {
    say(formatted("plan: {}", plan));
    say(formatted("{}; read {:.3f} s, {} {:.3f} s, write {:.3f} s", result, seconds.read, spec.progress_verb,
                  seconds.execute, seconds.write));
  }
  if (options.common.json) return print_json(summary(spec, options, prepared, seconds));
  if (options.common.dry_run)
    return print_text(formatted("would write {}\nplan: {}\n", files::escaped(result, files::escapes::words), plan));
  return std::nullopt;
}

// Of a scatter between files that are larger than memory: reading, applying and writing are one.
outcome run_in_parts(const operator_spec& spec, const operator_options& options, const files::array_name& to,
                     prepared_call& prepared, progress& shown) {
  stopwatch watch;
  if (auto error = scatter_files(spec, options, {to, output_type(options, to, prepared.data)}, prepared, shown))
    return error;
  seconds_spent seconds;
  seconds.execute = watch.lap();
  shown.clear();
  return tell(spec, options, prepared, seconds);
}

outcome run(const operator_spec& spec, const operator_options& options, progress& shown) {
  if (auto error = check_operator_options(options, true)) return error;
  if (!options.done.empty() && ::access(options.done.c_str(), F_OK) == 0) return std::nullopt;
  if (options.memory || options.in_place) {
    if (auto error = check_complete(options.target())) return error;
  }
  files::array_name to;
  if (auto error = check_output(options, to)) return error;
  stopwatch watch;
  seconds_spent seconds;
  prepared_call prepared;
  if (auto error = prepare(spec, options, shown, prepared)) return error;
  if (options.memory) return run_in_parts(spec, options, to, prepared, shown);
  if (auto error = load(spec, options, shown, prepared)) return whole_or(options, prepared, error);
  advise_reads(spec, options, prepared);
  seconds.read = watch.lap();
  shown.stage(spec.progress_verb);
  if (auto error = whole_or(options, prepared, execute(spec, options, prepared))) {
    return in_place_outcome(options, prepared, error);
  }
  seconds.execute = watch.lap();
  if (auto error = write_output(options, to, prepared, shown)) return error;
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
