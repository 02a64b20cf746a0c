#include "suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "formatted.hpp"

namespace strew::cli {
namespace {

struct translation {
  std::string_view theirs;
  std::string_view ours;
};

constexpr translation elsewhere[] = {
#define STREW_SYNONYM(theirs, ours) {theirs, ours},
#include "strew/words.def"
};

// How many letters have to be changed, added, removed or exchanged with the next one.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::vector<std::size_t>> cost(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      std::size_t& least = cost[i][j];
      if (i == 0 || j == 0) {
        least = i + j;
        continue;
      }
      least = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (left[i - 1] != right[j - 1])});
      const bool is_exchanged = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (is_exchanged) least = std::min(least, cost[i - 2][j - 2] + 1);
    }
  }
  return cost[left.size()][right.size()];
}

std::size_t common_beginning(std::string_view left, std::string_view right) {
  const auto [end, unused] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  return static_cast<std::size_t>(end - left.begin());
}

constexpr std::size_t longest_word = 64;  // longer ones are no misspelt names
constexpr std::size_t telling_letters = 3;

bool begins_alike(std::string_view word, std::string_view name) {
  const std::size_t common = common_beginning(word, name);
  return common >= telling_letters && 3 * common >= 2 * word.size();
}

}  // namespace

std::string closest(std::string_view word, std::span<const std::string> names) {
  if (word.empty() || word.size() > longest_word) return "";
  std::string best;
  std::pair<bool, std::size_t> least = {true, longest_word};  // whether it begins otherwise, then the changes
  for (const std::string& name : names) {
    const std::size_t changes = distance(word, name);
    const bool is_near = changes <= (std::max(word.size(), name.size()) + 1) / 3 && changes < word.size();
    const std::pair<bool, std::size_t> own = {!begins_alike(word, name), changes};
    if ((is_near || !own.first) && own < least) {
      best = name;
      least = own;
    }
  }
  return best;
}

std::string did_you_mean(const std::string& name) {
  return name.empty() ? "" : formatted("did you mean '{}'?", name);
}

std::string_view word_elsewhere(std::string_view word) {
  for (const translation& one : elsewhere) {
    if (one.theirs == word) return one.ours;
  }
  return "";
}

}  // namespace strew::cli
