#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "conformance/case.hpp"
#include "conformance/conformance.hpp"
#include "conformance/encode_case.hpp"
#include "conformance/new_folder.hpp"
#include "files/byte_source.hpp"
#include "files/escape.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "platform/paths.hpp"
#include "progress.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

namespace fs = std::filesystem;
using conformance::case_list;
using conformance::test_case;

case_list chosen_cases(const conformance_write_options& options) {
  case_list cases = conformance::all_cases();
  std::erase_if(cases, [&](const test_case& one) {
    const bool is_other = !options.op_type.empty() && one.op_type != options.op_type;
    return is_other || (options.opset && one.opset > *options.opset);
  });
  return cases;
}

int print_list(const conformance_write_options& options, const case_list& cases) {
  std::string text;
  std::vector<json_object> objects;
  for (const test_case& one : cases) {
    text += one.name + "\n";
    objects.push_back(json_object().add("name", one.name).add("operator", one.op_type).add("opset", one.opset));
  }
  const outcome error =
      options.common.json ? print_json(json_object().add("status", "ok").add("tests", objects)) : print_text(text);
  return error ? report(*error, {}) : exit_ok;
}

// Whether the folder is there; refuses one that has something in it unless that is wanted.
files::result<bool> find_folder(const conformance_write_options& options) {
  std::error_code code;
  const fs::file_status link = fs::symlink_status(platform::path_of(options.folder), code);
  if (link.type() == fs::file_type::not_found) return false;
  if (code) return files::system_failure("cannot be examined", code.value());
  if (!fs::is_directory(platform::path_of(options.folder), code)) {
    return files::failure{files::failure_kind::system, "is not a folder"};
  }
  const bool is_empty = fs::is_empty(platform::path_of(options.folder), code);
  if (code) return files::system_failure("cannot be listed", code.value());
  if (is_empty || options.force) return true;
  return files::failure{files::failure_kind::system, "is a folder that is not empty; --force writes into it"};
}

class case_writer {
 public:
  case_writer(const conformance_write_options& options, const case_list& cases)
      : options_(options), cases_(cases), shown_(options.common) {}

  outcome write() {
    const auto is_there = find_folder(options_);
    if (!is_there) return file_diagnostic(options_.folder, is_there.error());
    const files::maybe_failure error = write_beside(*is_there);
    shown_.clear();
    return error ? outcome(file_diagnostic(options_.folder, *error)) : std::nullopt;
  }

 private:
  files::maybe_failure write_beside(bool is_there) {
    shown_.stage(formatted("writing {}", options_.folder));
    conformance::new_folder made;
    // Inside of a folder that is there: it may be of another file system than its parent.
    if (!options_.common.dry_run) {
      if (auto error = made.create_beside(is_there ? options_.folder + "/new" : options_.folder)) return error;
    }
    if (auto error = write_cases(made)) return error;
    if (options_.common.dry_run) return std::nullopt;
    if (!is_there) return made.move_to(options_.folder);
    for (const test_case& one : cases_) {
      if (auto error = made.move_entry_to(options_.folder, one.name)) return error;
    }
    return std::nullopt;
  }

  files::maybe_failure write_cases(conformance::new_folder& to) {
    const files::transfer_hooks hooks = shown_.hooks();
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (hooks.stop()) return files::interrupted();
      for (const conformance::case_file& file : conformance::files_of(cases_[i])) {
        if (options_.common.dry_run) continue;
        if (auto error = to.write(formatted("{}/{}", cases_[i].name, file.name), file.content)) return error;
      }
      hooks.advance(i, cases_.size());
    }
    return std::nullopt;
  }

  const conformance_write_options& options_;
  const case_list& cases_;
  progress shown_;
};

outcome tell_written(const conformance_write_options& options, std::size_t count) {
  if (options.common.json) {
    return print_json(json_object()
                          .add("status", "ok")
                          .add("folder", options.folder)
                          .add("tests", count)
                          .add("dry_run", options.common.dry_run));
  }
  if (options.common.quiet) return std::nullopt;
  const char* const done = options.common.dry_run ? "would be written" : "written";
  return print_text(files::escaped(formatted("{} test{} {}: {}", count, count == 1 ? "" : "s", done, options.folder),
                                   files::escapes::words) +
                    "\n");
}

}  // namespace

int write_conformance(const conformance_write_options& options) {
  const case_list cases = chosen_cases(options);
  if (options.lists) return print_list(options, cases);
  outcome error;
  if (options.folder.empty()) {
    error = usage_diagnostic("FOLDER is missing", "--list prints the names of the tests, and needs none");
  } else if (cases.empty()) {
    error = usage_diagnostic(formatted("{} came after opset {}", options.op_type, options.opset.value_or(0)));
  } else {
    error = case_writer(options, cases).write();
  }
  if (!error) error = tell_written(options, cases.size());
  return error ? report(*error, options.common) : exit_ok;
}

}  // namespace strew::cli
