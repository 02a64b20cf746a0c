// bench [google-benchmark options]: runs the comparisons one after the other, each with its candidates interleaved, and
// prints one JSON document; report.py formats it as a table.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "comparison.hpp"

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

void measure(benchmark::State& state, entry& shared, const std::string& name) {
  if (!shared.comparison) {
    std::cerr << shared.about->name << '\n';
    shared.comparison = std::make_unique<bench::comparison>(*shared.about);
  }
  const std::function<void()>& run = shared.comparison->find(name);
  run();
  for ([[maybe_unused]] auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  state.counters["moves"] = static_cast<double>(shared.comparison->shape().moves);
}

// Whether any candidate of the case is wanted.
bool enter(entry& shared) {
  bool is_any = false;
  for (const std::string& name : bench::comparison::names(*shared.about)) {
    const std::string whole = shared.about->name + "/" + name;
    if (!is_wanted(whole)) continue;
    is_any = true;
    // Processor time of the process: includes all its threads, excludes other programs.
    benchmark::RegisterBenchmark(whole.c_str(), [&shared, name](benchmark::State& state) {
      measure(state, shared, name);
    })->MeasureProcessCPUTime();
  }
  return is_any;
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
  for (const bench::description& about : bench::cases()) {
    entry shared{&about, nullptr};
    if (enter(shared)) benchmark::RunSpecifiedBenchmarks(&report, nullptr, "all");
    benchmark::ClearRegisteredBenchmarks();
  }
  report.finish();
}
