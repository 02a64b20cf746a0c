#include "cost/tuning_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "base/sentence.hpp"
#include "platform/errors.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace strew::engine {
namespace {

constexpr std::string_view format_name = "strew_tuning";
constexpr std::string_view format_version = "1";
constexpr std::string_view processor_name = "processor";
constexpr std::uint64_t thousand = 1000;
constexpr std::uint64_t largest = 1'000'000'000'000;

struct machine_row {
  std::string_view name;
  std::string_view text;
  std::uint64_t machine::*size;
  double machine::*number;
};
constexpr machine_row machine_rows[] = {
#define STREW_MACHINE_SIZE(name, text) {#name, text, &machine::name, nullptr},
#define STREW_MACHINE_NUMBER(name, text) {#name, text, nullptr, &machine::name},
#include "cost/machine.def"
#undef STREW_MACHINE_NUMBER
#undef STREW_MACHINE_SIZE
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t\r";
  const std::size_t first = text.find_first_not_of(spaces);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

// Three decimals, "12.345", within the range that is read.
std::string decimal(double value) {
  const double scale = static_cast<double>(thousand);
  const auto scaled =
      static_cast<std::uint64_t>(std::clamp(value * scale + 0.5, 1.0, static_cast<double>(largest) * scale));
  const std::string decimals = std::to_string(thousand + scaled % thousand);
  return formatted("{}.{}", scaled / thousand, std::string_view(decimals).substr(1));
}

// Digits alone, at most three of them after a point: what every reader of a number understands alike. 0: it is not one.
std::uint64_t thousandths_of(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  if (point != text.size()) digits.append(text.substr(point + 1));
  const std::size_t decimals = point == text.size() ? 0 : text.size() - point - 1;
  if (point == 0 || decimals > 3 || digits.find_first_not_of("0123456789") != digits.npos) return 0;
  digits.append(3 - decimals, '0');
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return failed == std::errc() && value <= largest * thousand ? value : 0;
}

class tuning_parser {
 public:
  tuning_parser(std::string_view processor, const machine& here) : processor_(processor), here_(here) {}

  // A line without its end; what is wrong with it, or nothing.
  std::string add(std::string_view line) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) return {};
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    return add(line.substr(0, end), trimmed(line.substr(end)));
  }

  // At the end of the file.
  tuning_result<machine> finish() {
    if (!has_format_) return unusable_file{formatted("has no line '{} {}'", format_name, format_version)};
    if (!has_processor_) return unusable_file{"does not say which processor it is for"};
    for (std::size_t n = 0; n < seen_.size(); ++n)
      if (!seen_[n]) return unusable_file{formatted("has no line for {}", machine_rows[n].name)};
    if (found_.first_cache != here_.first_cache || found_.second_cache != here_.second_cache ||
        found_.last_cache != here_.last_cache)
      return unusable_file{"is for a processor with other caches"};
    return found_;
  }

 private:
  std::string add(std::string_view name, std::string_view value) {
    if (name == format_name) {
      has_format_ = true;
      return value == format_version
                 ? ""
                 : formatted("is of format {}; this strew reads {}", on_one_line(value), format_version);
    }
    if (name == processor_name) {
      has_processor_ = true;
      return value == processor_ ? "" : formatted("is for another processor, {}", on_one_line(value));
    }
    for (std::size_t n = 0; n < seen_.size(); ++n)
      if (machine_rows[n].name == name) return set(n, value);
    return formatted("has {}, which is no number of a machine", on_one_line(name));
  }

  std::string set(std::size_t n, std::string_view value) {
    const machine_row& row = machine_rows[n];
    if (seen_[n]) return formatted("has {} twice", row.name);
    seen_[n] = true;
    const std::uint64_t thousandths = thousandths_of(value);
    if (thousandths == 0 || (row.number == nullptr && thousandths % thousand != 0))
      return formatted("has {} for {}, which needs a {} above 0{}", on_one_line(value), row.name,
                       row.number == nullptr ? "whole number" : "number",
                       row.number == nullptr ? "" : ", with three decimals at most");
    if (row.number == nullptr) found_.*row.size = thousandths / thousand;
    if (row.number != nullptr) found_.*row.number = static_cast<double>(thousandths) / static_cast<double>(thousand);
    return {};
  }

  std::string_view processor_;
  const machine& here_;
  machine found_;
  bool has_format_ = false;
  bool has_processor_ = false;
  std::array<bool, std::size(machine_rows)> seen_ = {};
};

unusable_file system_reason(std::string_view what, int error) {
  return {formatted("{}: {}", what, platform::error_text(error))};
}

// As many bytes as there are, or fit; negative, and errno: it cannot be read.
std::int64_t read_all(int file, std::string& to) {
  std::size_t length = 0;
  while (length < to.size()) {
    const std::int64_t got = platform::read_some(file, to.data() + length, to.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return got;
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(length);
}

}  // namespace

std::string on_one_line(std::string_view text) {
  constexpr std::size_t most = 80;
  std::string made = "'";
  made.append(text.substr(0, most)).append("'");
  std::replace_if(
      made.begin(), made.end(), [](char one) { return one < ' ' || one > '~'; }, '?');
  return made;
}

std::string to_text(const machine& numbers, std::string_view processor) {
  constexpr std::size_t name_width = 16;
  constexpr std::size_t value_width = 11;
  std::string text;
  const auto add = [&text](std::string_view word, std::size_t width, std::string_view end) {
    text.append(word).append(width - std::min(word.size(), width), ' ').append(end);
  };
  add(format_name, name_width, " ");
  add(format_version, 0, "\n");
  add(processor_name, name_width, " ");
  add(processor, 0, "\n");
  for (const machine_row& row : machine_rows) {
    add(row.name, name_width, " ");
    add(row.number == nullptr ? std::to_string(numbers.*row.size) : decimal(numbers.*row.number), value_width, " # ");
    add(row.text, 0, "\n");
  }
  return text;
}

tuning_result<machine> parse_machine(std::string_view text, std::string_view processor, const machine& here) {
  tuning_parser parser(processor, here);
  std::uint64_t number = 1;
  for (; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const std::string wrong = parser.add(text.substr(0, end)); !wrong.empty())
      return unusable_file{formatted("{} (line {})", wrong, number)};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parser.finish();
}

// Nobody is kept waiting by a pipe without a writer. What names it is in the system's own code, of Windows too.
tuning_result<std::string> read_tuning_file(const char* path) {
  constexpr std::size_t most = longest_tuning_file;
  const std::filesystem::path place = path;
  const std::string name = platform::text_of(place);
  std::string text(most + 1, '\0');
  std::error_code unknown;
  if (std::filesystem::is_directory(place, unknown)) return unusable_file{"is not a regular file"};
  const int file = platform::open_file(name.c_str(), {.waits = false});
  if (file < 0) return system_reason("cannot be opened", errno);
  const bool is_regular = platform::is_regular(file);
  const std::int64_t length = is_regular ? read_all(file, text) : 0;
  const int error = errno;
  platform::close_file(file);
  if (!is_regular) return unusable_file{"is not a regular file"};
  if (length < 0) return system_reason("cannot be read", error);
  text.resize(static_cast<std::size_t>(length));
  if (text.size() > most) return unusable_file{"has more than 64 KiB"};
  return text;
}

}  // namespace strew::engine
