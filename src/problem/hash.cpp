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

void add_side(hasher& h, const indexed_side& of) {
  h.add(of.index_type, of.policy.outside, of.policy.below_zero, of.policy.cut, of.padding);
  h.add(of.coordinates.size(), of.space.positions.size(), of.space.members.size());
  h.add(static_cast<bool>(of.segments));
  if (of.segments) h.add(of.segments->offset_count, of.segments->offset_stride, of.segments->batch_rank);
  h.add(static_cast<bool>(of.kept));
  if (of.kept) {
    for (const kept_places& k : *of.kept) h.add(k.low, k.high);
  }
  for (const coordinate& c : of.coordinates) h.add(c.extent, c.window, c.table_stride, c.index_offset, c.weight_stride);
  for (const auto& position : of.space.positions) h.add(position.extent, position.index_stride);
  for (const auto& member : of.space.members) h.add(member.extent, member.window, member.index_offset);
}

void add_decoding(hasher& h, const decoding& of) {
  h.add(of.bits, of.packing, of.is_signed, of.has_zero_points, of.has_codebook, of.scale_type, of.value_type);
  h.add(of.columns, of.block, of.code_step, of.value_step, of.scale_step, of.zero_step, of.codebook_step);
  h.add(of.scale_stride, of.zero_stride);
  for (const code_strides& a : of.along) h.add(a.scale, a.zero, a.column);
}

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
  h.add(p.way, p.width, p.type, p.reduce, p.exclude_self, p.accumulate, p.unordered, p.refuses_duplicates, p.pass);
  h.add(p.axes.size(), p.fill.size(), p.weight_type, p.trace, p.names_positions, static_cast<bool>(p.from));
  for (const axis& a : p.axes) {
    h.add(a.extent, a.table_stride, a.direct_stride, a.index_stride, a.window_of);
    h.add(a.from_stride, a.weight_stride, a.position_stride, a.codes);
  }
  h.add(hash(p.fill.data(), p.fill.size(), 0));
  add_side(h, p);
  if (p.from) add_side(h, *p.from);
  h.add(static_cast<bool>(p.decoding));
  if (p.decoding) add_decoding(h, *p.decoding);
  return h.value();
}

}  // namespace strew::engine
