#include "cases/arena.hpp"

#include <algorithm>

#include "cases/random.hpp"
#include "cases/values.hpp"

namespace strew::cases {
namespace {

constexpr int64_t alignment = 64;
constexpr int64_t max_bytes = 1 << 25;

int64_t aligned(int64_t offset) {
  return (offset + alignment - 1) / alignment * alignment;
}

// An operand with an invalid description still gets a pointer, to a few bytes.
byte_range held_range(const view& operand) {
  return range_of(operand).value_or(byte_range{0, 16});
}

bool lies_on_another(const test_case& p, operand_number which) {
  return which == output_operand && p.place != output_place::own;
}

// Those of a move have no place in other calls.
bool has_place(const test_case& p, operand_number which) {
  return which <= output_operand || std::ranges::count(operands_of(p), which) != 0;
}

void place_operand(arena& memory, const test_case& p, operand_number which, int64_t guard_bytes,
                   std::vector<int64_t>& ends) {
  const byte_range range = held_range(view_of(p, which));
  placement& place = memory.places[which];
  place.buffer = p.one_buffer ? 0 : static_cast<size_t>(which);
  int64_t& end = ends[place.buffer];
  const int64_t first = aligned(end) + guard_bytes + view_of(p, which).misalign;
  place.base = first - range.low;
  end = first + (range.high - range.low) + guard_bytes;
}

void place_on_another(arena& memory, const test_case& p, int64_t guard_bytes, std::vector<int64_t>& ends) {
  const auto under = static_cast<operand_number>(static_cast<int>(p.place) - 1);
  placement& place = memory.places[output_operand];
  place = memory.places[under];
  place.base += p.shift;
  const byte_range range = held_range(p.output);
  if (place.base + range.low < 0) place.base = -range.low;
  ends[place.buffer] = std::max(ends[place.buffer], place.base + range.high + guard_bytes);
}

}  // namespace

std::optional<byte_range> range_of(const view& operand) {
  if (count_of(operand) == 0) return byte_range{};
  byte_range range{0, width_of(operand)};
  for (size_t d = 0; d < operand.extents.size(); ++d) {
    const int64_t steps = operand.extents[d] - 1;
    if (steps == 0) continue;
    int64_t reach = 0;
    if (__builtin_mul_overflow(steps, operand.strides[d], &reach)) return std::nullopt;
    if (reach < -max_bytes || reach > max_bytes) return std::nullopt;
    (reach < 0 ? range.low : range.high) += reach;
  }
  return range;
}

oracle::tensor arena::tensor_of(const test_case& p, operand_number which) {
  const view& v = view_of(p, which);
  const placement& place = places[which];
  return {&buffers[place.buffer], place.base, static_cast<oracle::element>(v.type), width_of(v), v.extents, v.strides};
}

void* arena::pointer_of(operand_number which) {
  return buffers[places[which].buffer].data() + places[which].base;
}

arena make_arena(const test_case& p, int64_t guard_bytes) {
  arena memory;
  std::vector<int64_t> ends(operand_count, 0);
  for (int i = 0; i < operand_count; ++i) {
    const auto which = static_cast<operand_number>(i);
    if (has_place(p, which) && !lies_on_another(p, which)) place_operand(memory, p, which, guard_bytes, ends);
  }
  if (p.place != output_place::own) place_on_another(memory, p, guard_bytes, ends);
  random_source draw(p.seed);
  for (const int64_t end : ends) {
    oracle::memory& buffer = memory.buffers.emplace_back(static_cast<size_t>(end));
    for (size_t from = 0; from < buffer.size(); from += 8) {
      uint64_t bits = draw.bits();
      for (size_t i = from; i < std::min(from + 8, buffer.size()); ++i, bits >>= 8)
        buffer[i] = static_cast<unsigned char>(bits);
    }
  }
  fill_operands(p, memory, draw);
  return memory;
}

}  // namespace strew::cases
