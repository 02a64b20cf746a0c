#include "recover.hpp"

#include "outofcore.hpp"
#include "outofcore/in_place.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

namespace outofcore = engine::outofcore;

outcome tell(const recover_options& options, bool completes) {
  if (options.common.json) {
    json_object object;
    object.add("status", "ok").add("file", options.table).add("completed", completes);
    return print_json(object);
  }
  if (!options.common.quiet) say(completes ? "the scatter is completed" : "there is nothing to complete");
  return std::nullopt;
}

outcome run(const recover_options& options, progress& shown) {
  files::array_name name;
  if (auto error = parse_name(options.table, name)) return error;
  if (!outofcore::is_unfinished(name.file)) return tell(options, false);
  auto file = files::input_file::open(name.file, {}, files::access::read_and_write);
  if (!file) return file_diagnostic(options.table, file.error());
  if (options.common.dry_run) return check_complete(options.table);
  shown.stage("writing");
  files::transfer_hooks asked = shown.hooks();
  bool completes = false;
  const auto ended = outofcore::recover(outofcore::folder_of(name.file), {file->descriptor(), 0},
                                        hooks_of(asked, options.common), completes);
  shown.clear();
  if (!ended) return tell(options, completes);
  prepared_call none;
  none.info.files.of(STREW_OPERAND_OUTPUT) = options.table;
  return files_outcome(ended, none);
}

}  // namespace

int recover(const recover_options& options) {
  progress shown(options.common);
  const outcome error = run(options, shown);
  shown.clear();
  return error ? report(*error, options.common) : exit_ok;
}

}  // namespace strew::cli
