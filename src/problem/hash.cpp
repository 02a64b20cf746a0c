// A hash over every field of a problem, in the order of their declaration.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "problem/problem.hpp"

namespace strew::engine {
namespace {

class hasher {
 public:
  explicit hasher(std::uint64_t start = 0) : state_(start) {}
  template <class... Values>
  void add(Values... values) {
    (mix(static_cast<std::uint64_t>(values)), ...);
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  // The finaliser of splitmix64 over a running sum: every bit of a value reaches every bit of the state.
  void mix(std::uint64_t value) {
    state_ += value + 0x9e3779b97f4a7c15U;
    state_ = (state_ ^ (state_ >> 30U)) * 0xbf58476d1ce4e5b9U;
    state_ = (state_ ^ (state_ >> 27U)) * 0x94d049bb133111ebU;
    state_ ^= state_ >> 31U;
  }
  std::uint64_t state_;
};

}  // namespace

std::uint64_t hash(const std::byte* bytes, std::uint64_t count, std::uint64_t start) {
  hasher h(start);
  for (std::uint64_t done = 0; done < count; done += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + done, std::min<std::uint64_t>(sizeof word, count - done));
    h.add(word);
  }
  return h.value();
}

std::uint64_t hash(const problem& p) {
  hasher h;
  h.add(p.way, p.width, p.type, p.index_type, p.reduce, p.policy.outside, p.policy.below_zero, p.policy.cut);
  h.add(p.exclude_self, p.accumulate, p.unordered, p.refuses_duplicates, p.pass);
  h.add(p.axes.size(), p.coordinates.size(), p.fill.size(), p.space.positions.size(), p.space.members.size());
  for (const axis& a : p.axes) h.add(a.extent, a.table_stride, a.direct_stride, a.index_stride, a.window_of);
  for (const coordinate& c : p.coordinates) h.add(c.extent, c.window, c.table_stride, c.index_offset);
  h.add(hash(p.fill.data(), p.fill.size(), 0));
  for (const auto& position : p.space.positions) h.add(position.extent, position.index_stride);
  for (const auto& member : p.space.members) h.add(member.extent, member.window, member.index_offset);
  return h.value();
}

}  // namespace strew::engine
