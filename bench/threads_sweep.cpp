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
#include <iostream>
#include <limits>
#include <regex>
#include <string>
#include <vector>

#include "plans.hpp"
#include "shapes.hpp"

namespace {

using bench::description;

constexpr std::uint64_t numbers_of_tasks[] = {1, 2, 4, 8, 16, 64};
constexpr double least_time = 60e6;  // ns, of all executions of a solver that is not far behind
constexpr int least_executions = 4;
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

// Of one solver and number of tasks.
class passes_of_executions {
 public:
  void add(const timed& one) {
    for (std::size_t n = 0; n < one.passes.size(); ++n) {
      if (n == in_turn_.size()) in_turn_.push_back(true);
      const pass& each = one.passes[n];
      in_turn_[n] = in_turn_[n] && each.first > each.work * (1 + 1 / static_cast<double>(each.tasks)) / 2;
    }
    all_.push_back(one);
  }
  // With a processor for each task, the least of all executions.
  double critical() const {
    double least = std::numeric_limits<double>::infinity();
    for (const timed& one : all_) {
      double sum = one.between;
      for (std::size_t n = 0; n < one.passes.size(); ++n)
        sum += in_turn_[n] ? one.passes[n].work / static_cast<double>(one.passes[n].tasks) : one.passes[n].longest;
      least = std::min(least, sum);
    }
    return least;
  }
  double work() const {
    double least = std::numeric_limits<double>::infinity();
    for (const timed& one : all_) {
      double sum = one.between;
      for (const pass& each : one.passes) sum += each.work;
      least = std::min(least, sum);
    }
    return least;
  }

 private:
  std::vector<timed> all_;
  std::vector<bool> in_turn_;  // by passes: tasks take parts in turn
};

struct result {
  double critical = std::numeric_limits<double>::infinity();
  double work = 0;
  std::string solver = "-";
};

result measure(const description& about, const bench::operands& operands, std::uint64_t tasks) {
  result best;
  for (std::uint64_t n = 0; const char* solver = strew_solver_name(n); ++n) {
    const bench::owned_plan plan = make_plan(about, operands, solver);
    if (!plan) continue;
    one_by_one executor(tasks);
    passes_of_executions all;
    double taken = 0;
    for (int executions = 0; executions < least_executions || taken < least_time; ++executions) {
      all.add(executor.execute(plan, operands));
      taken += all.work();
      if (executions > 0 && all.critical() > far_behind * best.critical) break;
    }
    if (all.critical() < best.critical) best = {all.critical(), all.work(), solver};
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
