#include "outofcore.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include "files/descriptor.hpp"
#include "files/formats.hpp"
#include "files/output.hpp"
#include "files/temporary.hpp"
#include "formatted.hpp"
#include "outofcore/in_place.hpp"
#include "outofcore/new_file.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace strew::cli {
namespace {

namespace outofcore = engine::outofcore;

outcome put_place(const file_operand& operand, outofcore::array_file& made) {
  const files::result<files::file_place> place = files::elements_place(operand.array);
  if (!place) return file_diagnostic(operand.file, place.error());
  made = {place->file, place->offset};
  return std::nullopt;
}

std::int64_t product(const std::int64_t* extents, std::uint64_t count) {
  std::int64_t made = 1;
  for (std::uint64_t n = 0; n < count; ++n) made *= extents[n];
  return made;
}

outcome call_of(const operator_options& options, const prepared_call& prepared, outofcore::scatter_call& made) {
  const operator_call& call = prepared.call;
  if (auto error = put_place(prepared.data, made.table)) return error;
  if (auto error = put_place(prepared.indices, made.indices)) return error;
  if (auto error = put_place(prepared.updates, made.updates)) return error;
  made.rows = {call.data.dtype,
               static_cast<std::int64_t>(prepared.data.array.type.element_bytes),
               product(call.data.extents + 1, call.data.rank - 1),
               call.options.reduction,
               call.options.exclude_self,
               call.options.accumulate};
  made.at = {call.data.extents[0], call.indices.dtype, call.options.out_of_bounds, call.options.negative_indices};
  made.positions = prepared.info.positions;
  made.memory = *options.memory;
  return std::nullopt;
}

files::failure failure_of(const outofcore::trouble& bad) {
  return files::system_failure(bad.what, bad.error_number);
}

// The folder in which sorted updates are written, as an open one.
outcome open_folder(const operator_options& options, const std::string& output, files::descriptor& made) {
  const bool is_own = !options.folder.empty();
  const std::string folder = is_own ? options.folder : platform::text_of(platform::path_of(output).parent_path());
  made.set(platform::open_folder(folder.empty() ? "." : folder.c_str()));
  if (made.get() >= 0) return std::nullopt;
  const int why = errno;
  return is_own ? file_diagnostic(options.folder, files::system_failure("cannot be opened", why))
                : file_diagnostic(options.output, files::system_failure("its directory cannot be opened", why));
}

outcome to_new_file(const operator_options& options, const new_array& to, prepared_call& prepared,
                    const outofcore::scatter_call& call, files::transfer_hooks& asked) {
  files::descriptor folder;
  if (auto error = open_folder(options, to.name.file, folder)) return error;
  files::temporary_file runs(folder.get());
  if (auto error = runs.create(0600))
    return file_diagnostic(options.folder.empty() ? options.output : options.folder, *error);
  outcome error;
  const auto fill = [&](const files::file_place& place) -> files::maybe_failure {
    const auto ended =
        outofcore::scatter_to_new(call, runs.file(), {place.file, place.offset}, hooks_of(asked, options.common));
    if (!ended) return std::nullopt;
    error = files_outcome(ended, prepared);
    return ended->refused ? files::failure{files::failure_kind::interrupted, "interrupted"} : failure_of(*ended);
  };
  // Its length is what is asked of them.
  const auto bytes = output_bytes(prepared);
  const std::optional<files::mapping> stand_in = files::mapping::of_nothing(bytes);
  if (!stand_in) return file_diagnostic(options.output, {files::failure_kind::resources, "no addresses for its bytes"});
  const files::array_content content = {to.type, prepared.output_extents, {stand_in->data(), bytes}};
  const auto guard = options.force ? files::protection::ignored : files::protection::respected;
  const auto lost = files::fill_array(to.name, content, fill, asked, guard);
  return error ? error : file_outcome(options.output, lost);
}

outcome in_place(const operator_options& options, const prepared_call& prepared, outofcore::scatter_call& call,
                 files::transfer_hooks& asked) {
  const files::array_name& name = prepared.data.name;
  // What is left of a scatter is found by the name of the table.
  const files::descriptor named(platform::open_file(name.file.c_str(), {}));
  if (!prepared.data.array.source.is_same_as(named.get()))
    return file_diagnostic(options.data,
                           {files::failure_kind::usage, "its elements are in another file: name that one"});
  if (!options.done.empty()) call.done = platform::text_of(std::filesystem::absolute(platform::path_of(options.done)));
  const auto ended =
      outofcore::scatter_in_place(call, outofcore::folder_of(name.file), hooks_of(asked, options.common));
  outcome error = files_outcome(ended, prepared);
  if (error && outofcore::is_unfinished(name.file))
    error->hint = formatted("some rows are written, others are not: 'strew recover {}' completes it", name.file);
  return error;
}

}  // namespace

outofcore::hooks hooks_of(files::transfer_hooks& asked, const common_options& options) {
  outofcore::hooks made;
  made.context = &asked;
  made.threads = options.threads;
  made.stop = [](void* context) { return static_cast<files::transfer_hooks*>(context)->stop() ? 1 : 0; };
  made.advance = [](void* context, std::uint64_t done, std::uint64_t total) {
    static_cast<files::transfer_hooks*>(context)->advance(done, total);
  };
  return made;
}

outcome check_complete(const std::string& table) {
  files::array_name name;
  if (auto error = parse_name(table, name)) return error;
  if (!outofcore::is_unfinished(name.file)) return std::nullopt;
  diagnostic made = file_diagnostic(
      table, {files::failure_kind::system, "has some new rows of a scatter in place that was not completed"});
  made.hint = formatted("'strew recover {}' completes it", name.file);
  return made;
}

outcome files_outcome(const outofcore::outcome& ended, const prepared_call& of) {
  if (!ended) return std::nullopt;
  if (ended->refused) return library_diagnostic(outofcore::error_of(*ended), of.info);
  for (const file_operand* const one : {&of.data, &of.indices, &of.updates})
    if (ended->file >= 0 && one->array.source.descriptor() == ended->file)
      return file_diagnostic(one->file, failure_of(*ended));
  return file_diagnostic(of.info.files.of(STREW_OPERAND_OUTPUT), failure_of(*ended));
}

outcome scatter_files(const operator_spec& spec, const operator_options& options, const new_array& to,
                      prepared_call& prepared, progress& shown) {
  outofcore::scatter_call call;
  if (auto error = call_of(options, prepared, call)) return error;
  if (options.common.dry_run) return check_indices_only(spec, options, shown, prepared);
  shown.stage(spec.progress_verb);
  files::transfer_hooks asked = shown.hooks();
  return options.in_place ? in_place(options, prepared, call, asked) : to_new_file(options, to, prepared, call, asked);
}

}  // namespace strew::cli
