// What is known of the indices of a problem, and how it is known: one value that validation, samples, prepared indices
// and promises of the caller fill in, and by which an execution chooses.
#pragma once

#include <cstdint>

namespace strew::engine {

// From the weakest on. sample: of some positions, so it may be wrong, and no result depends on it. promise: the caller
// says so. proof: all indices were looked at; prepared indices keep it.
enum class source : std::uint8_t { nothing, sample, promise, proof };

// Of index values along one line of positions. runs: a few pieces one after the other, each of which ascends.
enum class index_order : std::uint8_t { none, runs, descending, ascending };

template <class Value>
struct fact {
  Value value{};
  source by = source::nothing;

  // A weaker source does not replace a stronger one.
  void learn(Value found, source how) {
    if (how < by) return;
    value = found;
    by = how;
  }
  [[nodiscard]] bool is(Value asked, source at_least = source::sample) const {
    return by >= at_least && value == asked;
  }
};

struct index_facts {
  fact<index_order> order;       // one index a position; as a proof of ascending ones, none is negative
  fact<bool> repeats;            // each index is the same all along the last axis of positions
  fact<bool> is_unique;          // no two positions write one cell
  fact<std::uint64_t> distinct;  // cells that positions address
  fact<std::uint64_t> most;      // positions of the cell that most of them address
  bool has_order = false;        // prepared indices keep the order of positions by cells

  // Of the sampled positions, with the two that follow each in its line: how many there are; of these, those whose
  // values have a constant step, also to one further away, do not decrease, do not increase; and those with the most
  // frequent value.
  std::uint32_t sampled = 0;
  std::uint32_t runs = 0;  // pieces in which the sampled positions ascend among themselves
  std::uint32_t even = 0;
  std::uint32_t ascending = 0;
  std::uint32_t descending = 0;
  std::uint32_t most_frequent = 0;

  // The share of so many positions whose cell is the most frequent one: of all, or of the sample where it says more
  // than that a value may be the only one of its kind.
  [[nodiscard]] double most_share(double positions) const {
    if (most.by == source::proof) return static_cast<double>(most.value) / positions;
    return most_frequent < 2 ? 0 : share_of(most_frequent);
  }
  // Shares of the sample; without one, of indices in any order.
  [[nodiscard]] double share_of(std::uint32_t count) const {
    return sampled == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(sampled);
  }
  // Cells are visited in the order of memory, forwards or backwards, but for a few.
  [[nodiscard]] bool is_in_order() const {
    return order.value == index_order::ascending || order.value == index_order::descending;
  }
};

}  // namespace strew::engine
