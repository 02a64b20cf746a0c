#include "option_table.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "choices.hpp"
#include "files/formats.hpp"
#include "formatted.hpp"
#include "option_forms.hpp"
#include "shared_options.hpp"
#include "syntax.hpp"
#include "usage.hpp"

namespace strew::cli {
namespace {

constexpr choice progress_modes[] = {{"auto", static_cast<std::int32_t>(progress_mode::when_seen)},
                                     {"always", static_cast<std::int32_t>(progress_mode::always)},
                                     {"never", static_cast<std::int32_t>(progress_mode::never)}};

option_syntax* add_indices_operand(command_syntax& app, operator_options& options, const char* name,
                                   const std::string& description) {
  return app.add_option(name, options.indices, description)->type_name("FILE");
}

void add_data_and_indices(command_syntax& app, operator_options& options) {
  add_data_operand(app, options);
  add_indices_operand(app, options, "INDICES", "The indices, an array of integers")->required();
}

void add_reduction_options(command_syntax& app, operator_options& options) {
  add_choice(app, "--reduction", reductions,
             "How an update combines with the old value. none (the default) replaces it, the last write wins",
             [&options](std::int32_t value) { options.reduction = value; });
  app.add_flag("--exclude-self", options.exclude_self,
               "The first update of a cell takes the place of its old value, the others are reduced into it: the "
               "default with --zeros for mul, min, max, mean and 'and', as there is no old value");
  app.add_flag("--include-self", options.include_self,
               "The old value of a cell is reduced too, the default but for these: with --zeros it is zero");
  add_accumulate_options(app, options);
  add_choice(app, "--duplicates", duplicate_rules,
             "Apply all updates of a cell (allow, the default), or refuse indices that write one cell twice (error)",
             [&options](std::int32_t value) { options.duplicates = value; });
}

// "cpu", "vulkan", "vulkan:1".
std::optional<device_choice> chosen_device(const std::string& text) {
  constexpr std::string_view vulkan = "vulkan";
  if (text == "cpu") return std::nullopt;
  if (text == vulkan) return device_choice{};
  const bool has_number = text.starts_with(std::string(vulkan) + ":");
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(has_number ? text.data() + vulkan.size() + 1 : end, end, number);
  if (read.ec != std::errc{} || read.ptr != end)
    refuse("--device", formatted("'{}' is not one of cpu, vulkan", text),
           "vulkan:1 is the device of that number: strew caps --devices lists them");
  return device_choice{number};
}

void add_zeros_options(command_syntax& app, operator_options& options) {
  add_extents(
      app, zeros_option, options.zeros,
      "Data of these extents that are zero, instead of a file: the first operand is left out. Their type is that "
      "of --dtype, or f32. The zeros are no old values (--exclude-self), but the number of --init is one",
      "--zeros 1000,64 are 1000 rows of 64 zeros");
  const auto take_value = [&options](const std::string& text) { options.init = number_of("--init", text); };
  app.add_option("--init", take_value, "The value of all elements of --zeros")->type_name("NUMBER");
}

}  // namespace

void add_common_options(command_syntax& app, common_options& options) {
  add_report_options(app, options);
  add_integer<std::uint64_t>(app, "--threads", options.threads, 1,
                             "Use at most N threads (default: as many as the machine allows)");
}

void add_report_options(command_syntax& app, common_options& options) {
  app.add_flag("--json", options.json, "Print one JSON object on the standard output: the result or the error");
  app.add_flag("-q,--quiet", options.quiet, "Print errors only: no hints, no progress");
  app.add_flag("-v,--verbose", options.verbose, "Tell what is done, and how, on the standard error");
  add_choice(app, "--progress", progress_modes,
             "Show progress on the standard error: if it is a terminal and half a second has passed (auto), always, "
             "never",
             [&options](std::int32_t value) { options.progress = static_cast<progress_mode>(value); });
  app.add_flag("--dry-run", options.dry_run, "Do and check everything, but write no file");
}

void add_gather_operands(command_syntax& app, operator_options& options) {
  add_data_and_indices(app, options);
  add_policy_options(app, options, operator_kind::gather);
  add_fill_option(app, options);
  add_operand_dtype_option(app, options);
}

void add_scatter_operands(command_syntax& app, operator_options& options) {
  add_data_and_indices(app, options);
  app.add_option("UPDATES", options.updates, "The updates, an array of the type of the data")
      ->required()
      ->type_name("FILE");
  add_zeros_options(app, options);
  add_value_option(app, options,
                   "Updates that are all this number, instead of a file: UPDATES is left out. It must be exact in the "
                   "element type if that is an integer");
  add_reduction_options(app, options);
  add_policy_options(app, options, operator_kind::scatter);
  add_operand_dtype_option(app, options);
}

void add_append_operands(command_syntax& app, operator_options& options) {
  app.add_option("CACHE", options.data,
                 "The cache, a .npy file or another array (strew --help); - is the standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("UPDATES", options.updates, "The updates, an array of the type of the cache")
      ->required()
      ->type_name("FILE");
  add_indices_operand(app, options, "WRITE_INDICES", "Where each entry of the batch begins, an array of integers");
  add_zeros_options(app, options);
  add_operand_dtype_option(app, options);
}

std::vector<const files::file_format*> written_formats() {
  std::vector<const files::file_format*> written;
  for (const files::file_format* format : files::formats()) {
    if (format->frame != nullptr) written.push_back(format);
  }
  return written;
}

void add_output_option(command_syntax& app, operator_options& options) {
  std::vector<std::string> suffixes;
  std::vector<choice> names;
  for (const files::file_format* format : written_formats()) {
    for (const std::string_view suffix : format->suffixes) suffixes.emplace_back(suffix);
    names.push_back({format->name, static_cast<std::int32_t>(names.size())});
  }
  app.add_option("-o,--output", options.output,
                 formatted("The output, a file that appears whole or not at all, in the format of its suffix: "
                           "{}; without one a .npy file. NAME.safetensors:MEMBER names the one array of a file "
                           "that could have several, else it is output; - is the standard output",
                           join(suffixes, ", ")))
      ->type_name("FILE");
  add_choice(app, "--format", names, "The format of the output, whatever its name; raw is the elements alone",
             [&options](std::int32_t number) { options.format = written_formats()[static_cast<std::size_t>(number)]; });
  app.add_flag("--force", options.force,
               "Replace an output file that is read-only, and stays so, or has several names (hard links), of "
               "which the others keep the old content");
  add_no_mmap_option(app, options);
}

void add_no_mmap_option(command_syntax& app, operator_options& options) {
  app.add_flag("--no-mmap", options.reads_all,
               "Read the input files to their ends instead of mapping large ones into memory, where only what "
               "is needed is read");
}

void add_in_place_option(command_syntax& app, operator_options& options, operator_kind kind) {
  const bool is_reduction = kind == operator_kind::reduction;
  app.add_flag("--in-place", options.in_place,
               formatted("Write into the file of the {} instead of an output. The indices are checked before the first "
                         "write; an interruption or a crash after it leaves some {} written and others not, and the "
                         "file never shorter",
                         is_reduction ? "base" : "data", is_reduction ? "segments" : "updates"));
}

void add_device_option(command_syntax& app, operator_options& options) {
  app.add_option(
         "--device", [&options](const std::string& text) { options.device = chosen_device(text); },
         "Execute on the processor (cpu, the default), on the first Vulkan device that can be used (vulkan), or on "
         "that "
         "of a number, e.g. vulkan:1; results and errors are the same")
      ->type_name("cpu|vulkan");
}

void add_memory_options(command_syntax& app, operator_options& options) {
  add_bytes(app, "--memory", options.memory,
            "Scatter between files that are larger than memory, with so many bytes of it, e.g. 512M or 1G: the updates "
            "are written once more to the disk, sorted by blocks of the data, which are then written one by one. With "
            "--in-place, 'strew recover' completes what any end of the process has interrupted");
  app.add_option("--done", options.done,
                 "With --memory and --in-place: an empty file that is made when the data are complete. If it "
                 "exists, nothing is done, so that a command may be started again after any end")
      ->type_name(std::string(file_value));
  app.add_option("--folder", options.folder,
                 "With --memory: where the sorted updates are written, instead of the folder of the output")
      ->type_name(std::string(folder_value));
}

void add_negative_option(command_syntax& app, operator_options& options) {
  add_choice(app, "--negative-indices", negative_rules,
             "Negative indices count from the end, -1 being the last (from_end, the default), or are out of bounds "
             "(invalid)",
             [&options](std::int32_t value) { options.negative_indices = value; });
}

void add_rows_option(command_syntax& app, operator_options& options) {
  add_integers(app, rows_option, std::numeric_limits<std::int64_t>::min(),
               "Indices that are written here, e.g. 1,5,7, instead of a file: INDICES is left out",
               [&options](std::vector<std::int64_t> rows) { options.rows = std::move(rows); });
}

void add_axis_option(command_syntax& app, operator_options& options, std::int64_t default_axis) {
  options.axis = default_axis;
  add_integer<std::int64_t>(
      app, "--axis", options.axis, std::numeric_limits<std::int64_t>::min(),
      formatted("The dimension that the indices address, -1 being the last (default {})", default_axis));
}

void add_batch_dims_option(command_syntax& app, operator_options& options) {
  add_integer<std::int64_t>(app, "--batch-dims", options.batch_dims, std::numeric_limits<std::int64_t>::min(),
                            "Leading dimensions that data and indices share (default 0)");
}

void add_mode_option(command_syntax& app, operator_options& options) {
  add_choice(
      app, "--mode", modes,
      "Rows beyond the end of the cache are an error (linear, the default), or go on at its beginning (circular)",
      [&options](std::int32_t value) { options.mode = value; });
}

void add_dtype_option(command_syntax& app, std::optional<strew_dtype>& dtype, const std::string& description) {
  const std::vector<choice> types = dtype_names();
  std::vector<std::string> names;
  for (const choice& one : types) names.emplace_back(one.name);
  add_choice(app, "--dtype", types, formatted("{}. TYPE is one of {}", description, join(names, ", ")),
             [&dtype](std::int32_t value) { dtype = static_cast<strew_dtype>(value); })
      ->type_name("TYPE");
}

}  // namespace strew::cli
