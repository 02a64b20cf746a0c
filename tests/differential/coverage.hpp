// Counts the properties of the random cases, so that gaps in coverage are visible.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "differential/compare.hpp"

namespace strew::differential {

class coverage {
 public:
  void add(const test_case& p, const sighting& seen);
  // Number of cases that the frontend of that name ran.
  uint64_t through(const char* frontend) const;
  // Number of cases that were executed by parts of this kind too.
  uint64_t by_parts(const char* kind) const;
  // The kinds of moves that no case had, each after a space; empty if none is missing, or if moves were few.
  std::string moves_not_covered() const;
  // One line per subject.
  std::string to_text() const;

 private:
  void count(const std::string& subject, const std::string& text) { ++counts_[subject][text]; }
  void count_problem(const test_case& p, const expectation& expected);
  void count_frontends(const test_case& p, const sighting& seen);
  void count_reduction(const test_case& p, const expectation& expected);
  void count_stablehlo(const test_case& p, const expectation& expected);
  void count_traits(const test_case& p, const expectation& expected);
  void count_move(const test_case& p, const expectation& expected);
  void count_index_traits(const test_case& p, const expectation& expected);
  std::string rules_not_covered() const;
  std::map<std::string, std::map<std::string, uint64_t>> counts_;
  std::map<std::string, uint64_t> frontends_;
  uint64_t moves_ = 0;  // that were done, or found an index error
};

}  // namespace strew::differential
