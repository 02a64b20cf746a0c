#include "progress.hpp"

#include "files/escape.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "platform/files.hpp"
#include "platform/process.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

constexpr auto quiet_time = std::chrono::milliseconds(500);
constexpr auto redraw_time = std::chrono::milliseconds(100);

}  // namespace

progress::progress(const common_options& options)
    : mode_(options.quiet ? progress_mode::never : options.progress), is_terminal_(draws_lines()) {}

void progress::stage(const std::string& name) {
  name_ = name;
  show(name_);
}

void progress::before_opening(const std::string& operand) {
  if (mode_ == progress_mode::never || !is_standard_input(operand) || !platform::is_terminal(platform::standard_input))
    return;
  clear();
  say("strew: waiting for an array on the standard input (-), which is a terminal; Ctrl-C ends it");
}

files::transfer_hooks progress::hooks() {
  return {is_interrupted, [this](std::uint64_t done, std::uint64_t total) { advance(done, total); }};
}

void progress::clear() {
  if (is_shown_) put("\r\x1b[K");
  is_shown_ = false;
}

// Without a terminal, "always" prints one line per stage.
void progress::show(const std::string& line) {
  if (mode_ == progress_mode::never) return;
  if (!is_terminal_) {
    if (mode_ == progress_mode::always) say(line);
    return;
  }
  if (mode_ == progress_mode::when_seen && clock::now() - start_ < quiet_time) return;
  clear();
  put(files::escaped(line, files::escapes::words));
  is_shown_ = true;
}

void progress::advance(std::uint64_t done, std::uint64_t total) {
  const auto now = clock::now();
  if (!is_terminal_ || total == 0 || now - last_ < redraw_time) return;
  last_ = now;
  show(formatted("{} {}%", name_,
                 static_cast<unsigned>(100.0 * static_cast<double>(done) / static_cast<double>(total))));
}

}  // namespace strew::cli
