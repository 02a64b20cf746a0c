#include <algorithm>
#include <array>
#include <string_view>

#include "conformance/conformance.hpp"
#include "conformance/folders.hpp"
#include "conformance/run_test.hpp"
#include "files/byte_source.hpp"
#include "files/escape.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

using conformance::finding;
using conformance::verdict;

std::string_view verdict_word(verdict of) {
  constexpr std::array<std::string_view, 4> words{"pass", "fail", "unsupported", "error"};
  return words[static_cast<std::size_t>(of)];
}

conformance::run_settings settings_of(const conformance_run_options& options) {
  conformance::run_settings made;
  made.threads = options.common.threads;
  if (options.rtol || options.atol) made.allowed = {options.rtol.value_or(0), options.atol.value_or(0)};
  return made;
}

// What is found in the folders, one after another.
class test_run {
 public:
  explicit test_run(const conformance_run_options& options)
      : options_(options), shown_(options.common), messages_(options.common) {
    messages_.json = false;
  }

  void add(const std::string& root) {
    std::vector<std::string> folders;
    if (const auto error = conformance::find_tests(root, folders)) {
      add_finding(root, conformance::unreadable(root, *error));
      if (error->kind == files::failure_kind::interrupted) return;
    }
    for (const std::string& folder : folders) {
      if (is_interrupted()) return add_finding(folder, conformance::unreadable(folder, files::interrupted()));
      shown_.stage(formatted("running {}", folder));
      add_finding(folder, conformance::run_test(folder, settings_of(options_)));
    }
  }

  int print() {
    shown_.clear();
    const std::string complaint = complaint_text();
    if (!complaint.empty()) code_ = std::max(code_, static_cast<int>(exit_unclean));
    const outcome error = options_.common.json ? print_json(object(complaint)) : print_text(text());
    return error ? report(*error, messages_) : code_;
  }

 private:
  std::uint64_t& count(verdict of) { return counts_[static_cast<std::size_t>(of)]; }
  std::uint64_t count(verdict of) const { return counts_[static_cast<std::size_t>(of)]; }

  void add_finding(const std::string& folder, const finding& found) {
    ++count(found.kind);
    json_object object;
    object.add("folder", folder).add("result", verdict_word(found.kind));
    if (!found.data_set.empty()) object.add("data_set", found.data_set);
    if (found.kind == verdict::unreadable) {
      shown_.clear();
      code_ = std::max(code_, report(found.about, messages_));
      object.add_members(diagnostic_json(found.about));
    } else if (found.kind != verdict::pass) {
      object.add("message", found.about.message).add_members(found.about.details);
    }
    objects_.push_back(object);
    const bool is_told = found.kind == verdict::fail || !options_.common.quiet;
    if (is_told) lines_ += line_of(folder, found);
  }

  static std::string line_of(const std::string& folder, const finding& found) {
    std::string line = formatted("{:<11}  {}", verdict_word(found.kind), folder);
    if (!found.data_set.empty()) line += "/" + found.data_set;
    if (found.kind == verdict::fail || found.kind == verdict::unsupported) line += ": " + found.about.message;
    return files::escaped(line, files::escapes::words) + "\n";
  }

  // Why the exit code is not 0, where it is not that of a file.
  std::string complaint_text() const {
    const std::uint64_t failures = count(verdict::fail);
    if (failures != 0) return formatted("{} test{} failed", failures, failures == 1 ? "" : "s");
    return count(verdict::pass) == 0 ? "no test was run" : "";
  }

  std::string text() const {
    if (options_.common.quiet) return lines_;
    return lines_ + formatted("{} passed, {} failed, {} unsupported, {} not readable\n", count(verdict::pass),
                              count(verdict::fail), count(verdict::unsupported), count(verdict::unreadable));
  }

  json_object object(const std::string& complaint) const {
    json_object made;
    made.add("status", code_ == exit_ok ? "ok" : "error");
    if (code_ != exit_ok) {
      made.add("exit_code", code_).add("kind", code_ == exit_unclean ? "conformance" : "file");
      made.add("message", complaint.empty() ? "not all tests could be read" : complaint);
    }
    return made.add("passed", count(verdict::pass))
        .add("failed", count(verdict::fail))
        .add("unsupported", count(verdict::unsupported))
        .add("unreadable", count(verdict::unreadable))
        .add("tests", objects_);
  }

  const conformance_run_options& options_;
  progress shown_;
  common_options messages_;
  int code_ = exit_ok;
  std::array<std::uint64_t, 4> counts_{};
  std::string lines_;
  std::vector<json_object> objects_;
};

}  // namespace

int run_conformance(const conformance_run_options& options) {
  test_run run(options);
  for (const std::string& folder : options.folders) {
    if (!is_interrupted()) run.add(folder);
  }
  return run.print();
}

}  // namespace strew::cli
