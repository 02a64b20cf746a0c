#include "cases.hpp"

#include <vector>

namespace bench {
namespace {

std::vector<description> all_cases() {
  std::vector<description> made(read_cases().begin(), read_cases().end());
  made.insert(made.end(), write_cases().begin(), write_cases().end());
  return made;
}

}  // namespace

std::span<const description> cases() {
  static const std::vector<description> all = all_cases();
  return all;
}

}  // namespace bench
