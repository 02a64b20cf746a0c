#include "outputs.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "files/formats.hpp"
#include "files/output.hpp"
#include "files/type_names.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "load.hpp"

namespace strew::cli {
namespace {

files::protection protection_of(const operator_options& options) {
  return options.force ? files::protection::ignored : files::protection::respected;
}

outcome parse_output(const operator_options& options, output_file& one) {
  auto name = files::parse_output_name(one.file, options.format);
  if (!name) {
    diagnostic made = file_diagnostic(one.file, name.error());
    const auto plain = files::parse_array_name(one.file);
    const bool is_suffix = options.format == nullptr && plain && plain->format == &files::npy_format();
    if (is_suffix) made.hint = "--format npy writes a .npy file under any name";
    return made;
  }
  one.to = std::move(*name);
  return file_outcome(one.file, files::check_output(one.to.file, protection_of(options)));
}

// Two arrays are never written to one file, nor one over the base that another is written into.
outcome check_apart(const operator_options& options, const std::vector<output_file>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (files::is_same_output(all[i].to.file, all[j].to.file))
        return usage_diagnostic(formatted("{} and {} name one file: {}", all[j].option, all[i].option, all[i].to.file));
    files::array_name target;
    if (!options.in_place || parse_name(options.target(), target)) continue;
    if (files::is_same_output(all[i].to.file, target.file))
      return usage_diagnostic(
          formatted("{} names the file that --in-place writes into: {}", all[i].option, all[i].to.file));
  }
  return std::nullopt;
}

// Of an operator in place.
outcome bring_to_the_disk(const prepared_call& prepared, progress& shown) {
  const file_operand& written = prepared.target();
  shown.stage(formatted("writing {}", written.file));
  return file_outcome(written.file, files::bring_to_the_disk(written.array));
}

// Whose element type the output has as its file spells it; null: none has it.
const file_operand* like_output(const operator_options& options, const prepared_call& prepared) {
  if (!options.has_codes()) return &prepared.data;
  const file_operand& like = options.base ? prepared.base : prepared.scales;
  return !options.output_dtype && like.dtype == prepared.call.output.dtype ? &like : nullptr;
}

files::npy_type type_of(const operator_options& options, const output_file& one, const prepared_call& prepared) {
  const strew_tensor& view = one.of == nullptr ? prepared.call.output : *(prepared.call.*one.of->view);
  const file_operand* const like = one.of == nullptr ? like_output(options, prepared) : nullptr;
  return like != nullptr ? output_type(options, one.to, *like) : *files::type_of_name(strew_dtype_name(view.dtype));
}

files::array_content content_of(const output_file& one, const files::npy_type& type, const prepared_call& prepared) {
  if (one.of != nullptr) {
    const result_array& made = prepared.*one.of->made;
    return {type, made.extents, {made.memory.data(), made.memory.size()}};
  }
  const bool is_own = prepared.output.data() != nullptr;
  const std::byte* const elements = is_own ? prepared.output.data() : prepared.target().array.payload.data();
  return {type, prepared.output_extents, {elements, static_cast<std::size_t>(output_bytes(prepared))}};
}

// What is mapped and written in memory is read from its file while the output is written.
outcome write_files(const operator_options& options, const std::vector<output_file>& to, const prepared_call& prepared,
                    progress& shown) {
  shown.stage(formatted("writing {}", to.front().file));
  const bool is_own = options.in_place || prepared.output.data() != nullptr;
  outcome lost;
  files::transfer_hooks hooks = shown.hooks();
  hooks.stop = [&] {
    if (!is_own && !lost) lost = whole_or(options, prepared, std::nullopt);
    return lost || is_interrupted();
  };
  std::vector<files::npy_type> types;
  for (const output_file& one : to) types.push_back(type_of(options, one, prepared));
  std::vector<files::array_content> contents;
  for (std::size_t i = 0; i < to.size(); ++i) contents.push_back(content_of(to[i], types[i], prepared));
  std::vector<files::array_to_write> all;
  for (std::size_t i = 0; i < to.size(); ++i) all.push_back({to[i].to, contents[i]});
  const auto failed = files::write_arrays(all, hooks, protection_of(options));
  if (failed && !is_own && !lost) lost = whole_or(options, prepared, std::nullopt);
  if (lost || !failed) return lost;
  const std::string& file = to[failed->number].file;
  return file_diagnostic(file == "-" ? "standard output" : file, failed->why);
}

}  // namespace

outcome find_outputs(const operator_options& options, std::vector<output_file>& made) {
  if (!options.output.empty()) made.push_back({options.output, "--output", {}, nullptr});
  for (const further_result& one : further_results)
    if (options.*one.file) made.push_back({*(options.*one.file), one.option, {}, &one});
  for (output_file& one : made)
    if (auto error = parse_output(options, one)) return error;
  return check_apart(options, made);
}

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

outcome write_outputs(const operator_options& options, const std::vector<output_file>& to,
                      const prepared_call& prepared, progress& shown) {
  if (options.common.dry_run) return std::nullopt;
  if (options.in_place) {
    if (auto error = in_place_outcome(options, prepared, bring_to_the_disk(prepared, shown))) return error;
  }
  outcome error = to.empty() ? std::nullopt : write_files(options, to, prepared, shown);
  if (error && options.in_place)
    error->hint = formatted("the segments are written in {} all the same", prepared.target().file);
  return error;
}

}  // namespace strew::cli
