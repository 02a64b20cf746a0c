#include "files/members.hpp"

#include <algorithm>

namespace strew::files {
namespace {

constexpr std::size_t most_named = 8;

std::string listed(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) {
    text += engine::formatted("{}'{}'", i == 0 ? "" : ", ", names[i]);
  }
  if (names.size() > most_named) text += engine::formatted(" and {} more", names.size() - most_named);
  return text;
}

}  // namespace

result<std::size_t> choose_member(std::span<const std::string> names, const std::string& wanted, const char* what) {
  if (names.empty()) return refused("the file has no {}", what);
  if (wanted.empty()) {
    if (names.size() == 1) return std::size_t{0};
    return failure{failure_kind::usage, engine::formatted("the file has {} {}s, and one must be named, FILE:NAME: {}",
                                                          names.size(), what, listed(names))};
  }
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return refused("the file has no {} '{}', but {}", what, wanted, listed(names));
  if (std::find(found + 1, names.end(), wanted) != names.end()) {
    return refused("the file has several {}s '{}'", what, wanted);
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace strew::files
