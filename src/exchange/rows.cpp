// What an exchange does with rows: it packs those of the table or of its positions, and takes what came.
#include <algorithm>
#include <cstring>

#include "exchange/exchange.hpp"

namespace strew::engine::exchange {

// Of all entries.
entry_range exchange::outgoing(std::uint64_t rank) const {
  const std::uint64_t base = routes_.of_rank(rank).first;
  return {base + sent_.first(data_round(), rank), base + sent_.last(data_round(), rank)};
}

row_side exchange::table(const strew_exchange_rows& at, const std::uint32_t* ids) const {
  return {static_cast<const std::byte*>(at.table), layout_.rows_of(rank_), at.table_stride, ids};
}

row_side exchange::rows(const strew_exchange_rows& at, const std::uint32_t* ids) const {
  return {static_cast<const std::byte*>(at.rows), static_cast<std::int64_t>(at.row_count), at.row_stride, ids};
}

// Lists of positions are not judged again when rows are moved by them.
status exchange::check_rows(const strew_exchange_rows& at) const {
  if (call_.rows.bytes() == 0 || at.row_count >= routes_.positions()) return {};
  return fail(rule::XC1, operand::updates, "there are {} rows for {} positions", at.row_count, routes_.positions());
}

status exchange::pack_rows(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                           std::byte* to) {
  const std::int64_t bytes = call_.rows.bytes();
  if (!call_.is_scatter) {
    const std::uint32_t* const asked =
        places_[rank].data() + (call_.keeps_routes ? sent_.first(data_round(), rank) : 0);
    const auto count = static_cast<std::int64_t>(sent_.size(data_round(), rank));
    return move_rows(call_.rows, {{to, count, bytes}, table(at, asked), count}, with);
  }
  if (auto bad = check_rows(at)) return bad;
  const entry_range some = outgoing(rank);
  if (has_places_in_rounds()) {
    std::vector<std::uint32_t> places;
    routes_.append_places(some, places);
    const std::uint64_t size = places.size() * sizeof places[0];
    if (size != 0) std::memcpy(to, places.data(), size);
    to += size;
  }
  return pack_updates(some, at, with, to);
}

// Updates of one row are combined, unless the last one replaces the others.
status exchange::pack_updates(const entry_range& some, const strew_exchange_rows& at, const strew_execution* with,
                              std::byte* to) {
  const auto count = static_cast<std::int64_t>(some.size());
  const row_side made{to, count, call_.rows.bytes()};
  if (!call_.combines) {
    std::byte* next = to;
    return routes_.for_each_position(some, false, [&](const auto* positions, const auto*, std::uint64_t n) {
      const row_side part{next, static_cast<std::int64_t>(n), call_.rows.bytes()};
      next += part.rows * part.stride;
      return move_rows(call_.rows, {part, rows(at, positions), static_cast<std::int64_t>(n)}, with);
    });
  }
  if (call_.rows.reduction == STREW_REDUCTION_NONE) {
    const auto last = routes_.position_of_each(some, true);
    return move_rows(call_.rows, {made, rows(at, last.data()), count}, with);
  }
  row_kind replaced = call_.rows;
  replaced.exclude_self = 1;
  replaced.state = row_state::unknown;
  row_writer combined(replaced);
  auto bad = routes_.for_each_position(some, false, [&](const auto* positions, const auto* numbers, std::uint64_t n) {
    row_side ids = made;
    ids.ids = numbers;
    return combined.move({ids, rows(at, positions), static_cast<std::int64_t>(n)}, with);
  });
  return bad ? bad : combined.store(with);
}

status exchange::take_rows(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                           const std::byte* from) {
  if (call_.is_scatter) {
    if (auto bad = move_window(with)) return bad;
    return rank == rank_ ? take_own_updates(at, with) : take_updates(rank, at, with, from);
  }
  if (auto bad = check_rows(at)) return bad;
  const std::uint64_t base = routes_.of_rank(rank).first;
  const entry_range some{base + taken_.first(data_round(), rank), base + taken_.last(data_round(), rank)};
  const bool is_own = rank == rank_;
  const row_side came{from, static_cast<std::int64_t>(some.size()), call_.rows.bytes()};
  return routes_.for_each_position(some, is_own, [&](const auto* positions, const auto* numbers, std::uint64_t n) {
    row_side source = is_own ? table(at, nullptr) : came;
    source.ids = numbers;
    return move_rows(call_.rows, {rows(at, positions), source, static_cast<std::int64_t>(n)}, with);
  });
}

status exchange::take_updates(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                              const std::byte* from) {
  const std::uint64_t count = taken_.size(data_round(), rank);
  if (count == 0) return {};
  std::vector<std::uint32_t> came;
  const std::uint32_t* places = call_.keeps_routes ? places_[rank].data() + taken_.first(data_round(), rank) : nullptr;
  if (has_places_in_rounds()) {
    came.resize(count);
    std::memcpy(came.data(), from, count * sizeof(std::uint32_t));
    places = came.data();
    from += count * sizeof(std::uint32_t);
  }
  return write(at, {from, static_cast<std::int64_t>(count), call_.rows.bytes()}, places, count, with);
}

status exchange::take_own_updates(const strew_exchange_rows& at, const strew_execution* with) {
  if (auto bad = check_rows(at)) return bad;
  const std::uint64_t base = routes_.of_rank(rank_).first;
  const entry_range some{base + taken_.first(data_round(), rank_), base + taken_.last(data_round(), rank_)};
  return routes_.for_each_position(some, true, [&](const auto* positions, const auto* places, std::uint64_t n) {
    return write(at, rows(at, positions), places, n, with);
  });
}

// What the rows of a window keep is stored before another one begins.
status exchange::move_window(const strew_execution* with) {
  const std::uint64_t next = taken_.window(data_round());
  if (writer_ && next != window_) {
    if (auto bad = store(with)) return bad;
  }
  if (!writer_) writer_.emplace(call_.rows);
  window_ = next;
  return {};
}

status exchange::store(const strew_execution* with) {
  if (!writer_) return {};
  status bad = writer_->store(with);
  writer_.reset();
  return bad;
}

status exchange::write(const strew_exchange_rows& at, const row_side& updates, const std::uint32_t* places,
                       std::uint64_t count, const strew_execution* with) {
  const std::int64_t first = static_cast<std::int64_t>(window_) * rows_of_window_;
  row_side to = table(at, places);
  std::vector<std::uint32_t> in_window;
  if (first != 0) {
    in_window.assign(places, places + count);
    for (std::uint32_t& place : in_window) place -= static_cast<std::uint32_t>(first);
    to.ids = in_window.data();
    to.first += first * at.table_stride;
  }
  to.rows = std::min(rows_of_window_, to.rows - first);
  return writer_->move({to, updates, static_cast<std::int64_t>(count)}, with);
}

}  // namespace strew::engine::exchange
