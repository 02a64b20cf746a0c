// bench [google-benchmark options]: runs the comparisons one after the other, each with its candidates interleaved, and
// prints one JSON document; report.py formats it as a table.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "limits.hpp"

namespace {

// Merges many runs into one document, so that the memory of a case is allocated only while it is measured.
class document : public benchmark::BenchmarkReporter {
 public:
  document() { json_.SetOutputStream(&std::cout); }
  bool ReportContext(const Context& context) override {
    if (has_begun_) return true;
    has_begun_ = true;
    return json_.ReportContext(context);
  }
  void ReportRuns(const std::vector<Run>& runs) override { json_.ReportRuns(runs); }
  void finish() {
    if (has_begun_) json_.Finalize();
  }

 private:
  benchmark::JSONReporter json_;
  bool has_begun_ = false;
};

// Matches the expression of --benchmark_filter; a leading '-' negates it.
bool is_wanted(const std::string& name) {
  std::string filter = benchmark::GetBenchmarkFilter();
  if (filter.empty() || filter == "all") return true;
  const bool is_negative = filter.front() == '-';
  if (is_negative) filter.erase(0, 1);
  return std::regex_search(name, std::regex(filter, std::regex::extended)) != is_negative;
}

struct entry {
  const bench::description* about;
  std::unique_ptr<bench::comparison> comparison;
};

const bench::comparison& made(entry& shared) {
  if (!shared.comparison) {
    std::cerr << shared.about->name << '\n';
    shared.comparison = std::make_unique<bench::comparison>(*shared.about);
  }
  return *shared.comparison;
}

void measure(benchmark::State& state, entry& shared, const std::string& name) {
  const std::function<void()>& run = made(shared).find(name);
  run();
  for ([[maybe_unused]] auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  const bench::loop& shape = shared.comparison->shape();
  state.counters["moves"] = static_cast<double>(shape.moves);
  state.counters["bytes"] = static_cast<double>(shape.useful_bytes);
  state.counters["lines"] = static_cast<double>(shape.far_lines);
}

void measure_cold(benchmark::State& state, entry& shared, const std::string& name) {
  const std::function<void()>& run = made(shared).find(name);
  for ([[maybe_unused]] auto _ : state) {
    shared.comparison->evict();
    const auto start = std::chrono::steady_clock::now();
    run();
    benchmark::ClobberMemory();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  state.counters["moves"] = static_cast<double>(shared.comparison->shape().moves);
}

constexpr int cold_calls = 300;

// One thread: its processor time, which excludes other programs and threads of the library that are still awake.
// Several threads: the time that passes.
void enter_candidate(entry& shared, const std::string& name) {
  const std::string whole = shared.about->name + "/" + name;
  if (name == "cold") {
    const auto run = [&shared, name](benchmark::State& state) { measure_cold(state, shared, name); };
    benchmark::RegisterBenchmark(whole.c_str(), run)->UseManualTime()->Iterations(cold_calls);
    return;
  }
  const auto run = [&shared, name](benchmark::State& state) { measure(state, shared, name); };
  benchmark::internal::Benchmark* made = benchmark::RegisterBenchmark(whole.c_str(), run);
  if (name == "all" || name == "two") made->UseRealTime();
}

// Whether any candidate of the case is wanted.
bool enter(entry& shared) {
  bool is_any = false;
  for (const std::string& name : bench::comparison::names(*shared.about)) {
    if (!is_wanted(shared.about->name + "/" + name)) continue;
    is_any = true;
    enter_candidate(shared, name);
  }
  return is_any;
}

void run_bounds(document& report) {
  bench::limits limits;
  bool is_any = false;
  for (const bench::limit& one : bench::limits::all()) {
    if (!is_wanted(one.name)) continue;
    is_any = true;
    benchmark::RegisterBenchmark(one.name, [&limits, &one](benchmark::State& state) {
      limits.run(one);
      for ([[maybe_unused]] auto _ : state) limits.run(one);
      state.counters[one.unit] = static_cast<double>(limits.amount(one));
    })->UseRealTime();
  }
  if (is_any) benchmark::RunSpecifiedBenchmarks(&report, nullptr, "all");
  benchmark::ClearRegisteredBenchmarks();
}

std::vector<bench::description> wanted_cases() {
  const std::span<const bench::description> usual = bench::cases();
  if (std::string(benchmark::GetBenchmarkFilter()).find("sweep") != std::string::npos) return bench::sweep();
  return {usual.begin(), usual.end()};
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> defaults{words[0], "--benchmark_repetitions=7", "--benchmark_min_time=0.02",
                                    "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> all(defaults.size());
  std::transform(defaults.begin(), defaults.end(), all.begin(), [](std::string& word) { return word.data(); });
  all.insert(all.end(), words + 1, words + count);
  int left = static_cast<int>(all.size());
  benchmark::Initialize(&left, all.data());
  if (benchmark::ReportUnrecognizedArguments(left, all.data())) return 2;

  document report;
  run_bounds(report);
  for (const bench::description& about : wanted_cases()) {
    entry shared{&about, nullptr};
    if (enter(shared)) benchmark::RunSpecifiedBenchmarks(&report, nullptr, "all");
    benchmark::ClearRegisteredBenchmarks();
  }
  report.finish();
}
