#include "exchange/row_layout.hpp"

#include <algorithm>

#include "base/arithmetic.hpp"

namespace strew::engine::exchange {
namespace {

constexpr std::uint64_t most_ranks = std::uint64_t{1} << 31U;

status check_starts(const strew_layout& given) {
  if (given.starts == nullptr) return {};
  const std::int64_t* const last = given.starts + given.ranks;
  const bool covers = given.starts[0] == 0 && *last == given.rows;
  if (covers && std::is_sorted(given.starts, last + 1)) return {};
  return fail(rule::XC1, operand::none, "blocks begin at {} and end at {}, not ascending from 0 to the {} rows",
              given.starts[0], *last, given.rows);
}

status check_sizes(const strew_layout& given) {
  if (given.locate == nullptr || given.sizes == nullptr)
    return fail(rule::XC1, operand::none, "the function of the layout, or the numbers of rows, are null");
  int128 all = 0;
  for (std::uint64_t r = 0; r < given.ranks; ++r) {
    if (given.sizes[r] < 0) return fail(rule::XC1, operand::none, "rank {} has {} rows", r, given.sizes[r]);
    all += given.sizes[r];
  }
  if (all == given.rows) return {};
  return fail(rule::XC1, operand::none, "the ranks do not have the {} rows of the table together", given.rows);
}

// Blocks of a row or more whose sizes differ by one at most. row * ranks / rows is the number of a row's block, or one
// less; so is the product of the row and the rounded quotient, or two less.
struct even_blocks {
  std::uint64_t blocks_a_row;  // in units of 2^-64
  const std::int64_t* starts;

  row_place operator()(std::int64_t row) const {
    auto rank = static_cast<std::uint64_t>(static_cast<int128>(static_cast<std::uint64_t>(row)) * blocks_a_row >> 64U);
    rank += row >= starts[rank + 1] ? 1 : 0;
    rank += row >= starts[rank + 1] ? 1 : 0;
    return {rank, row - starts[rank]};
  }
};

// Below one, as there are no more ranks than rows.
std::uint64_t quotient(std::uint64_t ranks, std::int64_t rows) {
  const int128 exact = (static_cast<int128>(ranks) << 64U) / static_cast<int128>(rows);
  return static_cast<std::uint64_t>(std::min<int128>(exact, ~std::uint64_t{0}));
}

status check(const strew_layout& given) {
  if (given.rows < 0) return fail(rule::XC1, operand::none, "the table has {} rows", given.rows);
  if (given.ranks == 0 || given.ranks > most_ranks)
    return fail(rule::XC1, operand::none, "there are {} ranks", given.ranks);
  if (given.kind < STREW_LAYOUT_BLOCKS || given.kind > STREW_LAYOUT_LOCATE)
    return fail(rule::XC1, operand::none, "the kind of layout is {}, outside [0, 2]", given.kind);
  if (given.kind == STREW_LAYOUT_BLOCKS) return check_starts(given);
  if (given.kind == STREW_LAYOUT_LOCATE) return check_sizes(given);
  if (given.width > 0) return {};
  return fail(rule::XC1, operand::none, "the width of cycles is {}", given.width);
}

}  // namespace

result<row_layout> row_layout::of(const strew_layout& given) {
  if (auto bad = check(given)) return *std::move(bad);
  result<row_layout> made(std::in_place);
  made->kind_ = given.kind;
  made->rows_ = given.rows;
  made->ranks_ = given.ranks;
  made->width_ = given.kind == STREW_LAYOUT_CYCLES ? given.width : 1;
  if (given.kind == STREW_LAYOUT_BLOCKS) {
    for (std::uint64_t r = 0; r <= given.ranks; ++r)
      made->numbers_.push_back(given.starts != nullptr
                                   ? given.starts[r]
                                   : static_cast<std::int64_t>(static_cast<int128>(given.rows) * r / given.ranks));
    if (given.starts == nullptr && static_cast<std::uint64_t>(given.rows) >= given.ranks)
      made->blocks_a_row_ = quotient(given.ranks, given.rows);
  }
  if (given.kind == STREW_LAYOUT_LOCATE) {
    made->numbers_.assign(given.sizes, given.sizes + given.ranks);
    made->locate_ = given.locate;
    made->self_ = given.self;
  }
  return made;
}

std::int64_t row_layout::rows_of(std::uint64_t rank) const {
  if (kind_ == STREW_LAYOUT_BLOCKS) return numbers_[rank + 1] - numbers_[rank];
  if (kind_ == STREW_LAYOUT_LOCATE) return numbers_[rank];
  const int128 turn = static_cast<int128>(width_) * ranks_;
  const auto whole = static_cast<std::int64_t>(rows_ / turn);
  const int128 rest = rows_ % turn - static_cast<int128>(width_) * rank;
  return whole * width_ + static_cast<std::int64_t>(std::clamp(rest, int128{0}, int128{width_}));
}

row_place row_layout::in_blocks(std::int64_t row) const {
  const auto next = std::upper_bound(numbers_.begin(), numbers_.end(), row);
  const auto rank = static_cast<std::size_t>(next - numbers_.begin()) - 1;
  return {rank, row - numbers_[rank]};
}

row_place row_layout::in_cycles(std::int64_t row) const {
  const auto block = static_cast<std::uint64_t>(row / width_);
  return {block % ranks_, static_cast<std::int64_t>(block / ranks_) * width_ + row % width_};
}

status row_layout::locate(const std::uint64_t* rows, std::size_t count, row_place* made) const {
  if (kind_ == STREW_LAYOUT_LOCATE) return ask(rows, count, made);
  if (kind_ == STREW_LAYOUT_CYCLES)
    find(rows, count, made, [this](std::int64_t row) { return in_cycles(row); });
  else if (blocks_a_row_ != 0)
    find(rows, count, made, even_blocks{blocks_a_row_, numbers_.data()});
  else
    find(rows, count, made, [this](std::int64_t row) { return in_blocks(row); });
  return {};
}

status row_layout::ask(const std::uint64_t* rows, std::size_t count, row_place* made) const {
  find(rows, count, made, [this](std::int64_t row) {
    row_place at;
    locate_(self_, row, &at.rank, &at.place);
    return at;
  });
  for (std::size_t n = 0; n < count; ++n) {
    const row_place& at = made[n];
    if (rows[n] >= static_cast<std::uint64_t>(rows_)) continue;
    if (at.rank >= ranks_ || at.place < 0 || at.place >= numbers_[at.rank])
      return fail(rule::XC1, operand::none, "the function of the layout puts row {} at place {} of rank {}", rows[n],
                  at.place, at.rank);
  }
  return {};
}

std::uint64_t row_layout::digest() const {
  std::uint64_t made = 1469598103934665603U;
  const auto add = [&](std::uint64_t value) { made = (made ^ value) * 1099511628211U; };
  add(static_cast<std::uint64_t>(kind_));
  add(static_cast<std::uint64_t>(rows_));
  add(ranks_);
  add(static_cast<std::uint64_t>(width_));
  for (const std::int64_t number : numbers_) add(static_cast<std::uint64_t>(number));
  return made;
}

}  // namespace strew::engine::exchange
