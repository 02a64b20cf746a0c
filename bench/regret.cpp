// regret [FILTER [SECONDS [DRAWN [SEED]]]]: times what the library chooses for each case beside every solver that can
// be requested, with 1, 2 and all threads; prints a line for each, separated by tabs, which regret.py turns into
// tables.
//
// Everything that runs one case takes turns, in another order each time. "chosen" and "again" are two plans made alike,
// so that their difference is the noise of the measurement; "first" is the first execution of a plan made for it.
//
// The time of one thread is its own processor time, which excludes other programs and threads of the library that are
// still awake from the turn before; the time that passes stands beside it, to be compared with that of several threads.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <limits>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "cases/random.hpp"
#include "plans.hpp"

namespace {

using bench::description;

constexpr double nanoseconds = 1e9;
constexpr int learning_executions = 4;   // before the chosen plans are timed: an execution may learn
constexpr int least_turns = 5;           // of each row that is not far behind
constexpr double least_sample = 20'000;  // ns: shorter executions are timed together
constexpr double least_turn = 2e6;       // ns: the operands are in the caches that one row would leave them in
constexpr int most_samples = 16;         // of a turn
// As a ratio to the best: a row does not take further turns, beginning with the first execution and the second one.
constexpr double far_behind_at_once = 8;
constexpr double far_behind_at_first = 3;
constexpr double far_behind = 1.5;

struct row {
  std::string name;  // chosen, again, first, or a solver
  std::uint64_t threads;
  bench::owned_plan plan;                                  // of "first": none, it is made in each turn
  std::vector<double> times{};                             // ns of an execution, of the processor on one thread
  double clock = std::numeric_limits<double>::infinity();  // the least that passed
  bool takes_part = true;

  double least() const { return *std::min_element(times.begin(), times.end()); }
  double median() const {
    std::vector<double> sorted = times;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
    return sorted[sorted.size() / 2];
  }
  bool is_choice() const { return name == "chosen" || name == "again"; }
};

double now(clockid_t by) {
  timespec read{};
  clock_gettime(by, &read);
  return static_cast<double>(read.tv_sec) * nanoseconds + static_cast<double>(read.tv_nsec);
}

// The candidates for the moves of the operator, as the text of a plan lists them: "sorted, owned".
std::string candidates_of(const strew_plan* plan) {
  std::string text(strew_plan_explain(plan, nullptr, 0), '\0');
  strew_plan_explain(plan, text.data(), text.size() + 1);
  std::istringstream lines(text);
  std::string names;
  const std::regex candidate("^(solver|or) +([a-z_]+):.*");
  std::smatch found;
  const std::regex next("^(store|write back|copy|bytes) .*");
  bool is_main = false;
  for (std::string line; std::getline(lines, line) && !(is_main && std::regex_match(line, next));) {
    is_main = is_main || line.starts_with("main ");
    if (is_main && std::regex_match(line, found, candidate)) names += (names.empty() ? "" : ", ") + found[2].str();
  }
  return names;
}

class contest {
 public:
  contest(const description& about, bool is_bound) : about_(about), is_bound_(is_bound), operands_(about) {
    add_rows(1);
    for (const bench::number_of_threads& one : bench::numbers_of_threads()) add_rows(one.threads);
    compare();
    learn();
  }

  void run(double seconds) {
    strew::cases::random_source random(1);
    const double end = now(CLOCK_MONOTONIC) + seconds * nanoseconds;
    for (int turn = 0; turn < least_turns || now(CLOCK_MONOTONIC) < end; ++turn) {
      for (std::size_t left = rows_.size(); left > 1; --left)
        std::swap(rows_[left - 1], rows_[static_cast<std::size_t>(random.between(0, static_cast<int64_t>(left) - 1))]);
      for (row& one : rows_)
        if (one.takes_part) take_turn(one);
      leave_out(far_behind);
    }
  }

  void print() const {
    for (const row& one : rows_)
      std::cout << about_.name << (is_bound_ ? " (prepared)" : "") << '\t' << one.name << '\t' << one.threads << '\t'
                << one.least() << '\t' << one.median() << '\t' << one.clock << '\t' << one.times.size() << '\t'
                << (one.plan ? candidates_of(one.plan.get()) : "") << '\n';
    std::cout.flush();
  }

 private:
  // A solver may be applicable to the copy of data that is made before the moves only: that is not a row.
  void add_rows(std::uint64_t threads) {
    for (const char* name : {"chosen", "again"}) rows_.push_back({name, threads, made()});
    rows_.push_back({"first", threads, nullptr});
    for (std::uint64_t n = 0; const char* solver = strew_solver_name(n); ++n) {
      const std::string name = solver;
      if (bench::owned_plan plan = made(solver); plan && (candidates_of(plan.get()) + ',').starts_with(name + ','))
        rows_.push_back({name, threads, std::move(plan)});
    }
  }

  bench::owned_plan made(const char* solver = nullptr) const {
    bench::owned_plan plan = make_plan(about_, operands_, solver);
    return is_bound_ && plan ? bind(about_, operands_, plan.get()) : std::move(plan);
  }

  void measure(row& one, const strew_plan* plan, std::int64_t executions = 1) const {
    const double processor = now(CLOCK_THREAD_CPUTIME_ID);
    const double begin = now(CLOCK_MONOTONIC);
    execute(plan, one.threads, executions);
    const double passed = (now(CLOCK_MONOTONIC) - begin) / static_cast<double>(executions);
    const double used = (now(CLOCK_THREAD_CPUTIME_ID) - processor) / static_cast<double>(executions);
    one.clock = std::min(one.clock, passed);
    const bool is_short = passed * static_cast<double>(executions) < least_sample;  // beside a read of that clock
    one.times.push_back(one.threads == 1 && !is_short ? used : passed);
  }

  void execute(const strew_plan* plan, std::uint64_t threads, std::int64_t executions) const {
    const bench::memory at = operands_.addresses();
    for (std::int64_t n = 0; n < executions; ++n)
      if (bench::execute(plan, at, is_bound_ ? nullptr : at.indices, threads) != STREW_STATUS_OK)
        bench::stop(about_.name, "an execution failed");
  }

  // From the same contents all of them write the same bytes.
  void compare() {
    const std::size_t bytes = operands_.written_bytes();
    bench::block expected(bytes);
    for (row& one : rows_) {
      if (!one.plan) continue;
      operands_.reset();
      measure(one, one.plan.get());
      const void* output = operands_.addresses().output;
      if (&one == rows_.data())
        std::memcpy(expected.data(), output, bytes);
      else if (std::memcmp(expected.data(), output, bytes) != 0)
        bench::stop(about_.name, ("the result of " + one.name + " differs").c_str());
    }
  }

  void learn() {
    leave_out(far_behind_at_once);
    for (int n = 0; n < learning_executions; ++n)
      for (row& one : rows_)
        if (one.is_choice() || (one.plan && one.takes_part && n == 0)) measure(one, one.plan.get());
    for (row& one : rows_)
      if (one.is_choice()) one.times.erase(one.times.begin(), one.times.end() - 1);
    leave_out(far_behind_at_first);
  }

  void take_turn(row& one) const {
    if (one.name == "first") {
      execute(choice(one.threads), one.threads, 1);  // for the state of the caches
      measure(one, made().get());
      return;
    }
    const double expected = one.least();
    const auto together = static_cast<std::int64_t>(least_sample / expected) + 1;
    const double sample = expected * static_cast<double>(together);
    const int samples = std::min(most_samples, static_cast<int>(least_turn / sample) + 1);
    for (int n = 0; n < samples; ++n) measure(one, one.plan.get(), together);
  }

  const strew_plan* choice(std::uint64_t threads) const {
    return std::find_if(rows_.begin(), rows_.end(),
                        [&](const row& one) { return one.name == "chosen" && one.threads == threads; })
        ->plan.get();
  }

  // Of the rows that have the same number of threads: more of them may be far better.
  void leave_out(double ratio) {
    for (row& one : rows_) {
      if (one.is_choice() || !one.plan) continue;
      double best = std::numeric_limits<double>::infinity();
      for (const row& other : rows_)
        if (other.threads == one.threads && other.plan) best = std::min(best, other.least());
      one.takes_part = one.takes_part && one.least() <= ratio * best;
    }
  }

  const description about_;
  const bool is_bound_;
  bench::operands operands_;
  std::vector<row> rows_;
};

// Small calls, where solvers take the same time, only where the filter names them; the sizes of the sweep too.
std::vector<description> cases_for(const std::string& filter, std::int64_t drawn, std::uint64_t seed) {
  const auto has = [&](const char* word) { return filter.find(word) != std::string::npos; };
  const std::span<const description> usual = bench::cases();
  std::vector<description> all = drawn > 0      ? bench::drawn(drawn, seed)
                                 : has("sweep") ? bench::sweep()
                                                : std::vector<description>(usual.begin(), usual.end());
  const std::regex wanted(filter, std::regex::extended);
  std::erase_if(all, [&](const description& about) {
    return about.by != bench::frontend::plan || (about.name.starts_with("small_") && !has("small")) ||
           !std::regex_search(about.name, wanted);
  });
  return all;
}

}  // namespace

int main(int count, char** words) {
  const std::string filter = count > 1 ? words[1] : ".";
  const double seconds = count > 2 ? std::strtod(words[2], nullptr) : 6;
  const std::int64_t drawn = count > 3 ? std::strtol(words[3], nullptr, 10) : 0;
  for (const description& about : cases_for(filter, drawn, count > 4 ? std::strtoul(words[4], nullptr, 10) : 1)) {
    for (const bool is_bound : {false, true}) {
      if (is_bound && !about.is_prepared) continue;
      std::cerr << about.name << '\n';
      contest one(about, is_bound);
      one.run(seconds);
      one.print();
    }
  }
}
