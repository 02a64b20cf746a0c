// Runs the cases of other systems: every .jsonl file of the folder that STREW_CONFORMANCE_DIR names, through the C ABI,
// a scatter also in place; those of DirectML, BNNS and StableHLO also through their own frontend. Prints the reason of
// each failure and the numbers of each file and of all. Exit: 0 all passed, 1 some failed, 2 no case could be read, 77
// skipped because the variable is not set. Cases of segment_reduce are left to the package's own runner
// (tests/python/test_conformance.py), those of operators that strew has not yet are counted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "conformance/case.hpp"

namespace {

using namespace strew::conformance;

struct tally {
  uint64_t passed = 0;
  uint64_t failed = 0;
  uint64_t left_out = 0;
  std::map<std::string, uint64_t> frontends;  // cases that went through each, too
};

bool is_left_out(const std::string& text) {
  const json line = json::parse(text, nullptr, false);
  if (!line.is_object()) return false;
  const std::string op = line.value("op", "");
  return op == "segment_reduce" || op == "segment_reduce_gradient" || op == "sddmm" || op == "gather_dequantized";
}

std::string run_line(const std::string& text, std::string& id, std::set<std::string>& through) {
  try {
    const json line = json::parse(text);
    line.at("id").get_to(id);
    const test_case c = read_case(line);
    return check(c, through);
  } catch (const std::exception& error) {
    return fmt::format("not run: {}", error.what());
  }
}

tally run_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("{} cannot be read", path.string()));
  tally counts;
  std::string text;
  for (uint64_t number = 1; std::getline(file, text); ++number) {
    if (text.empty()) continue;
    if (is_left_out(text)) {
      ++counts.left_out;
      continue;
    }
    std::string id = fmt::format("line {}", number);
    std::set<std::string> through;
    const std::string reason = run_line(text, id, through);
    for (const std::string& frontend : through) ++counts.frontends[frontend];
    ++(reason.empty() ? counts.passed : counts.failed);
    if (!reason.empty()) fmt::print("FAILED {} {}: {}\n", path.filename().string(), id, reason);
  }
  const std::string left_out = counts.left_out == 0 ? "" : fmt::format(", {} left out", counts.left_out);
  fmt::print("{}: {} passed, {} failed{}\n", path.filename().string(), counts.passed, counts.failed, left_out);
  return counts;
}

int run_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  tally all;
  for (const auto& path : files) {
    const tally counts = run_file(path);
    all.passed += counts.passed;
    all.failed += counts.failed;
    for (const auto& [frontend, count] : counts.frontends) all.frontends[frontend] += count;
  }
  for (const auto& [frontend, count] : all.frontends) fmt::print("through {} too: {}\n", frontend, count);
  fmt::print("total: {} passed, {} failed\n", all.passed, all.failed);
  if (all.passed + all.failed == 0) throw std::runtime_error(fmt::format("{} has no case", folder.string()));
  return all.failed == 0 ? 0 : 1;
}

}  // namespace

int main() {
  const char* folder = std::getenv("STREW_CONFORMANCE_DIR");
  if (folder == nullptr || *folder == 0) {
    fmt::print("skipped: STREW_CONFORMANCE_DIR names no folder of cases\n");
    return 77;
  }
  try {
    return run_folder(folder);
  } catch (const std::exception& error) {
    fmt::print(stderr, "conformance: {}\n", error.what());
    return 2;
  }
}
