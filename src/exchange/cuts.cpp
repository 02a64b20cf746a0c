#include "exchange/cuts.hpp"

#include <utility>

namespace strew::engine::exchange {

void cuts::clear() {
  most_ = 0;
  counts_.clear();
  ends_.clear();
  windows_.clear();
}

void cuts::whole(std::vector<std::uint64_t> counts, std::uint64_t most) {
  clear();
  most_ = most;
  counts_ = std::move(counts);
}

void cuts::begin_round(std::uint64_t window) {
  for (auto& one : ends_) one.push_back(one.back());
  windows_.push_back(window);
}

void cuts::make(const std::vector<std::vector<std::uint32_t>>& counts, std::uint64_t own, std::uint64_t capacity,
                std::uint64_t window) {
  clear();
  ends_.assign(counts.size(), {0});
  std::uint64_t room = 0;
  const std::size_t ranges = counts.empty() ? 0 : counts[0].size();
  for (std::size_t range = 0; range < ranges; ++range) {
    for (std::size_t s = 0; s < counts.size(); ++s) {
      for (std::uint64_t left = counts[s][range], taken = 0; left != 0; left -= taken) {
        if (windows_.empty() || windows_.back() != range / window || (room == 0 && s != own)) {
          begin_round(range / window);
          room = capacity;
        }
        taken = s == own ? left : std::min(left, room);
        ends_[s].back() += taken;
        room -= s == own ? 0 : taken;
      }
    }
  }
  if (windows_.empty()) begin_round(0);
}

void cuts::add_source(const std::vector<std::uint32_t>& sizes) {
  auto& one = ends_.emplace_back(1, 0);
  for (const std::uint32_t size : sizes) one.push_back(one.back() + size);
}

}  // namespace strew::engine::exchange
