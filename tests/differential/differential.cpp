// Compares the library with the oracle on random cases.
#include <fmt/format.h>
#include <getopt.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cases/generate.hpp"
#include "differential/compare.hpp"
#include "differential/coverage.hpp"
#include "differential/crash.hpp"
#include "differential/frontends.hpp"
#include "differential/parts.hpp"

namespace {

using namespace strew::differential;

struct settings {
  uint64_t seed = 1;
  uint64_t count = 20000;
  double seconds = 0;  // 0: no limit
  uint64_t max_failures = 10;
  std::string line;
  std::vector<std::string> operators;  // none: all
  bool lists_problems = false;
};

std::string checked(const test_case& p, sighting& seen) {
  try {
    return check(p, seen);
  } catch (const std::exception& defect) {
    return fmt::format("the oracle failed: {}", defect.what());
  }
}

// True if the case passes; else prints one line that replays it.
bool run_one(const test_case& p, coverage* counts) {
  const std::string line = to_text(p);
  prepare_for_crash(fmt::format("differential --case \"{}\"  # crashed\n", line));
  sighting seen;
  std::string text = checked(p, seen);
  if (text.empty() && !(test_case_of(line) == p)) text = "the line does not read back as the problem";
  if (counts != nullptr) counts->add(p, seen);
  if (text.empty()) return true;
  test_case failed = p;
  if (p.engine == engine_choice{}) failed.engine = seen.failed;
  fmt::print("differential --case \"{}\"  # {}\n", to_text(failed), text);
  return false;
}

std::vector<operator_kind> chosen_operators(const settings& with) {
  if (with.operators.empty()) return operators_and_move();
  std::vector<operator_kind> chosen;
  for (const std::string& name : with.operators) {
    const std::optional<operator_kind> op = operator_of(name);
    if (!op) throw std::invalid_argument(fmt::format("no operator is called '{}'", name));
    chosen.push_back(*op);
  }
  return chosen;
}

// Number of cases run by each frontend; a long run over all operators must use every frontend.
std::string frontends_of(const coverage& counts) {
  std::string text;
  for (const frontend& one : all_frontends())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.name, counts.through(one.name));
  return text;
}

constexpr uint64_t enough = 1000;  // cases of a long run

bool has_unused_frontend(const settings& with, const coverage& counts, uint64_t done) {
  const auto is_unused = [&](const frontend& one) { return counts.through(one.name) == 0; };
  return with.operators.empty() && done >= enough && std::ranges::any_of(all_frontends(), is_unused);
}

bool lacks_parts(const settings& with, const coverage& counts, uint64_t done) {
  const auto is_unused = [&](const char* kind) { return counts.by_parts(kind) == 0; };
  return with.operators.empty() && done >= enough && std::ranges::any_of(part_kinds, is_unused);
}

// What a long run must have seen, and has not; empty if nothing is missing.
std::string missing(const settings& with, const coverage& counts, uint64_t done) {
  if (has_unused_frontend(with, counts, done)) return "no problem went through one of the frontends\n";
  if (lacks_parts(with, counts, done)) return "no problem was executed by parts of one of the kinds\n";
  const std::string moves = counts.moves_not_covered();
  return moves.empty() ? "" : fmt::format("no move was of these kinds:{}\n", moves);
}

int run_many(const settings& with) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(clock::now() - start).count(); };
  const constraints spec = {.operators = chosen_operators(with)};
  coverage counts;
  random_source seeds(with.seed);
  uint64_t done = 0;
  uint64_t failures = 0;
  while (done < with.count && failures < with.max_failures && (with.seconds <= 0 || elapsed() < with.seconds)) {
    const test_case p = generate(seeds.bits(), spec);
    if (with.lists_problems) fmt::print("{}\n", to_text(p));
    if (!run_one(p, &counts)) ++failures;
    ++done;
  }
  fmt::print("{}{} problems from seed {} in {:.1f} s, {} failures; through {}\n", counts.to_text(), done, with.seed,
             elapsed(), failures, frontends_of(counts));
  const std::string text = missing(with, counts, done);
  fmt::print("{}", text);
  return failures == 0 && text.empty() ? 0 : 1;
}

int run_line(const std::string& line) {
  if (!run_one(test_case_of(line), nullptr)) return 1;
  fmt::print("as expected\n");
  return 0;
}

constexpr const char* usage =
    "Compares the library with the oracle on random problems.\n"
    "  --seed N             seed of the problems (1)\n"
    "  --count N            problems to run (20000)\n"
    "  --seconds S          stop after this time\n"
    "  --failures N         stop after this many failures (10)\n"
    "  --case LINE          run one problem, given as the line a failure printed\n"
    "  --operators A,B,...  only these operators, by name\n"
    "  --list               print each problem before it runs\n";

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream text(list);
  for (std::string part; std::getline(text, part, ',');) parts.push_back(part);
  return parts;
}

bool read_words(int count, char** words, settings& with) {
  enum { seed = 1, problems, seconds, failures, line, operators, list };
  const option options[] = {{"seed", required_argument, nullptr, seed},
                            {"count", required_argument, nullptr, problems},
                            {"seconds", required_argument, nullptr, seconds},
                            {"failures", required_argument, nullptr, failures},
                            {"case", required_argument, nullptr, line},
                            {"operators", required_argument, nullptr, operators},
                            {"list", no_argument, nullptr, list},
                            {nullptr, 0, nullptr, 0}};
  bool is_read = true;
  for (int found = 0; (found = getopt_long(count, words, "", options, nullptr)) != -1;) {
    is_read = is_read && found != '?';
    if (found == seed) with.seed = std::stoull(optarg);
    if (found == problems) with.count = std::stoull(optarg);
    if (found == seconds) with.seconds = std::stod(optarg);
    if (found == failures) with.max_failures = std::stoull(optarg);
    if (found == line) with.line = optarg;
    if (found == operators) with.operators = parts_of(optarg);
    if (found == list) with.lists_problems = true;
  }
  is_read = is_read && optind == count;
  if (!is_read) fmt::print(stderr, "{}", usage);
  return is_read;
}

}  // namespace

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);  // so that a crash loses no line
  settings with;
  try {
    if (!read_words(count, words, with)) return 2;
    return with.line.empty() ? run_many(with) : run_line(with.line);
  } catch (const std::exception& error) {
    fmt::print(stderr, "differential: {}\n", error.what());
    return 2;
  }
}
