// The rounds in which a rank takes what comes to it, where that is more than fits its memory: cuts of its stream of
// entries by (range of rows, source, position), so that each element meets its updates in the order of the contract.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace strew::engine::exchange {

class cuts {
 public:
  // Everything at once, or in pieces of at most `most` entries of each source where their order does not matter.
  void whole(std::vector<std::uint64_t> counts, std::uint64_t most);
  // By `counts`: entries of each source in each range, source by source. Those of `own` need no memory. A round has
  // ranges of one window only, which is so many of them.
  void make(const std::vector<std::vector<std::uint32_t>>& counts, std::uint64_t own, std::uint64_t capacity,
            std::uint64_t window);
  // As another rank has cut what this one sends to it: entries of each of its rounds.
  void add_source(const std::vector<std::uint32_t>& sizes);

  // Of make(); after those a round has nothing.
  [[nodiscard]] std::uint64_t rounds() const { return ends_.empty() ? 0 : ends_[0].size() - 1; }
  // Entries [first, last) of a source are those of a round.
  [[nodiscard]] std::uint64_t first(std::uint64_t round, std::uint64_t source) const { return border(round, source); }
  [[nodiscard]] std::uint64_t last(std::uint64_t round, std::uint64_t source) const {
    return border(round + 1, source);
  }
  [[nodiscard]] std::uint64_t size(std::uint64_t round, std::uint64_t source) const {
    return last(round, source) - first(round, source);
  }
  // The number of the window of a round; that of the last one for rounds after it.
  [[nodiscard]] std::uint64_t window(std::uint64_t round) const {
    return windows_.empty() ? 0 : windows_[std::min<std::uint64_t>(round, windows_.size() - 1)];
  }
  void clear();

 private:
  [[nodiscard]] std::uint64_t border(std::uint64_t round, std::uint64_t source) const {
    if (most_ == 0) return ends_[source][std::min<std::uint64_t>(round, ends_[source].size() - 1)];
    return round >= counts_[source] / most_ + 1 ? counts_[source] : round * most_;
  }
  void begin_round(std::uint64_t window);

  std::uint64_t most_ = 0;                        // not 0: rounds are even pieces
  std::vector<std::uint64_t> counts_;             // of them, of each source
  std::vector<std::vector<std::uint64_t>> ends_;  // else of each source, where its rounds end
  std::vector<std::uint64_t> windows_;
};

}  // namespace strew::engine::exchange
