#include "outofcore/blocks.hpp"

#include <algorithm>

#include "outofcore/bytes_at.hpp"

namespace strew::engine::outofcore {
namespace {

failure stopped() {
  return fail(rule::CN1, operand::none, "it was stopped between blocks of the table");
}

// The pieces [first, last) of one block.
struct block_pieces {
  const piece* first;
  const piece* last;
};

block_pieces of_block(const piece* first, const piece* end) {
  return {first, std::find_if(first, end, [=](const piece& one) { return one.block != first->block; })};
}

class applier {
 public:
  applier(const scatter_call& call, const partition& of, int runs, const hooks& with)
      : call_(call), of_(of), runs_(runs), with_(with.execution()) {}

  outcome apply(const block_pieces& some, new_rows& made) {
    std::uint32_t low = some.first->first, high = some.first->last;
    for (const piece* one = some.first; one != some.last; ++one) {
      low = std::min(low, one->first);
      high = std::max(high, one->last);
    }
    const auto row = static_cast<std::uint64_t>(call_.rows.bytes());
    made.offset = (some.first->block * static_cast<std::uint64_t>(of_.block_rows) + low) * row;
    made.size = (std::uint64_t{high} - low + 1) * row;
    table_.resize(made.size);
    if (auto bad = read_at(call_.table.file, call_.table.offset + made.offset, table_.data(), made.size)) return bad;
    exchange::row_writer writer(call_.rows);
    for (const piece* one = some.first; one != some.last; ++one)
      if (auto bad = add(*one, low, writer)) return bad;
    if (auto bad = writer.store(&with_)) return of_rule(*std::move(bad));
    made.bytes = table_.data();
    return {};
  }

 private:
  outcome add(const piece& one, std::uint32_t low, exchange::row_writer& writer) {
    const auto row = static_cast<std::uint64_t>(call_.rows.bytes());
    run_.resize(one.count * (row + sizeof(std::uint32_t)));
    if (auto bad = read_at(runs_, one.offset, run_.data(), run_.size())) return bad;
    auto* const places = reinterpret_cast<std::uint32_t*>(run_.data());
    for (std::uint64_t n = 0; n < one.count; ++n) places[n] -= low;
    const auto count = static_cast<std::int64_t>(one.count);
    const exchange::row_move move{
        {table_.data(), static_cast<std::int64_t>(table_.size() / row), call_.rows.bytes(), places},
        {run_.data() + one.count * sizeof(std::uint32_t), count, call_.rows.bytes()},
        count};
    if (auto bad = writer.move(move, &with_)) return of_rule(*std::move(bad));
    return {};
  }

  const scatter_call& call_;
  const partition& of_;
  int runs_;
  strew_execution with_;
  std::vector<std::byte> table_, run_;
};

}  // namespace

std::uint64_t blocks_with_updates(const partition& of) {
  std::uint64_t count = 0;
  const piece* const end = of.pieces.data() + of.pieces.size();
  for (const piece* one = of.pieces.data(); one != end; one = of_block(one, end).last) ++count;
  return count;
}

outcome for_each_block(const scatter_call& call, const partition& of, int runs, std::uint64_t first, const hooks& with,
                       const std::function<outcome(const new_rows&)>& put) {
  if (call.rows.bytes() == 0) return {};
  applier blocks(call, of, runs, with);
  const std::uint64_t all = blocks_with_updates(of);
  const piece* const end = of.pieces.data() + of.pieces.size();
  std::uint64_t number = 0;
  for (const piece* next = of.pieces.data(); next != end; ++number) {
    const block_pieces some = of_block(next, end);
    next = some.last;
    if (number < first) continue;
    if (with.is_stopped()) return of_rule(stopped());
    new_rows made;
    made.number = number;
    if (auto bad = blocks.apply(some, made)) return bad;
    if (auto bad = put(made)) return bad;
    if (with.advance != nullptr) with.advance(with.context, number + 1, all);
  }
  return {};
}

}  // namespace strew::engine::outofcore
