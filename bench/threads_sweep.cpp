// threads_sweep [FILTER]: how the work of each case divides among up to 64 tasks, told without as many processors. An
// executor runs the tasks of each pass one after the other on this thread and takes the processor time of each one; an
// execution with a processor for each task takes the longest task of each pass, and what is done between passes. Where
// tasks take parts in turn, the task that runs first takes all of them, whichever it is: such a pass takes an even
// share of its work.
//
// For each number of tasks, the solver with the least such time: the speedup over one task, the work of all tasks over
// that of one, and the GB/s that memory would have to move, which is not simulated: tasks that follow one another share
// the caches of one processor, and each of them has the memory for itself.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "plans.hpp"
#include "shapes.hpp"

namespace {

using bench::description;

constexpr std::uint64_t numbers_of_tasks[] = {1, 2, 4, 8, 16, 64};
constexpr double least_time = 60e6;  // ns, of all executions of a solver that is not far behind
constexpr std::size_t least_executions = 4;
constexpr double far_behind = 3;  // times

double now() {
  timespec read{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &read);
  return static_cast<double>(read.tv_sec) * 1e9 + static_cast<double>(read.tv_nsec);
}

struct pass {
  double work = 0;     // ns, of all tasks
  double longest = 0;  // of one task
  double first = 0;    // of the one that ran first
  std::uint64_t tasks = 0;
};

struct timed {
  double between = 0;  // ns, outside of all passes
  std::vector<pass> passes{};
};

// Another task begins in each execution.
class one_by_one {
 public:
  explicit one_by_one(std::uint64_t tasks) : tasks_(tasks) {
    made_.context = this;
    made_.min_bytes = 1;
    made_.concurrency = [](void* self) { return static_cast<one_by_one*>(self)->tasks_; };
    made_.is_inside = [](void* self) { return static_cast<one_by_one*>(self)->is_inside_ ? 1 : 0; };
    made_.run = [](void* self, std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
      static_cast<one_by_one*>(self)->run(count, task, argument);
    };
  }
  one_by_one(const one_by_one&) = delete;
  one_by_one& operator=(const one_by_one&) = delete;

  timed execute(const bench::owned_plan& plan, const bench::operands& with) {
    strew_execution execution = bench::on_threads(tasks_);
    execution.executor = &made_;
    now_ = {};
    ++executions_;
    const bench::memory at = with.addresses();
    const double begin = now();
    if (strew_execute(plan.get(), at.data, at.indices, at.updates, at.output, &execution, nullptr) != STREW_STATUS_OK)
      bench::stop("threads_sweep", "an execution failed");
    now_.between = now() - begin;
    for (const pass& each : now_.passes) now_.between -= each.work;
    return now_;
  }

 private:
  void run(std::uint64_t count, void (*task)(void*, std::uint64_t), void* argument) {
    is_inside_ = true;
    pass made{.tasks = count};
    const double begin = now();
    double before = begin;
    for (std::uint64_t n = 0; n < count; ++n) {
      task(argument, (executions_ + n) % count);
      const double after = now();
      made.longest = std::max(made.longest, after - before);
      if (n == 0) made.first = after - before;
      before = after;
    }
    made.work = before - begin;
    now_.passes.push_back(made);
    is_inside_ = false;
  }

  std::uint64_t tasks_;
  std::uint64_t executions_ = 0;
  bool is_inside_ = false;
  timed now_;
  strew_executor made_ = STREW_EXECUTOR_INIT;
};

bool takes_turns(const pass& one) {
  return one.first > one.work * (1 + 1 / static_cast<double>(one.tasks)) / 2;
}

struct result {
  double critical = std::numeric_limits<double>::infinity();  // ns, with a processor for each task
  double work = 0;                                            // of all tasks
  std::string solver = "-";
};

// Of one solver, the least of all executions. Tasks of a pass take parts in turn if they did in each execution.
result least_of(const std::vector<timed>& executions, const char* solver) {
  std::vector<bool> in_turn(executions.front().passes.size(), true);
  for (const timed& one : executions)
    for (std::size_t n = 0; n < in_turn.size(); ++n) in_turn[n] = in_turn[n] && takes_turns(one.passes[n]);
  result least{.solver = solver};
  for (const timed& one : executions) {
    double critical = one.between;
    double work = one.between;
    for (std::size_t n = 0; n < in_turn.size(); ++n) {
      const pass& each = one.passes[n];
      critical += in_turn[n] ? each.work / static_cast<double>(each.tasks) : each.longest;
      work += each.work;
    }
    if (critical < least.critical) least = {critical, work, solver};
  }
  return least;
}

result measure(const description& about, const bench::operands& operands, std::uint64_t tasks) {
  result best;
  for (std::uint64_t n = 0; const char* solver = strew_solver_name(n); ++n) {
    const bench::owned_plan plan = make_plan(about, operands, solver);
    if (!plan) continue;
    one_by_one executor(tasks);
    std::vector<timed> all;
    const double begin = now();
    while (all.size() < least_executions || now() - begin < least_time) {
      timed one = executor.execute(plan, operands);
      // An execution that finds its memory untouched may have other passes.
      if (!all.empty() && all.front().passes.size() != one.passes.size()) all.clear();
      all.push_back(std::move(one));
      if (all.size() == 2 && least_of(all, solver).critical > far_behind * best.critical) break;
    }
    if (result made = least_of(all, solver); made.critical < best.critical) best = std::move(made);
  }
  return best;
}

void print(const description& about) {
  const bench::operands operands(about);
  const double bytes = static_cast<double>(make_loop(about).useful_bytes);
  std::printf("%-28s", about.name.c_str());
  double one = 0;
  for (const std::uint64_t tasks : numbers_of_tasks) {
    const result best = measure(about, operands, tasks);
    if (tasks == 1) one = best.critical;
    if (tasks == 1)
      std::printf(" | %8.3f %-8s", one / 1e6, best.solver.c_str());
    else
      std::printf(" | %4.1f %4.2f %4.0f %-8s", one / best.critical, best.work / one, bytes / best.critical,
                  best.solver.c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const std::regex wanted(count > 1 ? words[1] : ".", std::regex::extended);
  std::printf("one task: ms, solver; 2, 4, 8, 16 and 64 tasks: speedup, work of all / work of one, GB/s, solver\n");
  for (const description& about : bench::cases()) {
    const bool is_usual = about.by == bench::frontend::plan && !about.name.starts_with("small_");
    if (is_usual && std::regex_search(about.name, wanted)) print(about);
  }
}
