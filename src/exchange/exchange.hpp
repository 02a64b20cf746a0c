// One rank's part of an exchange: what it sends and takes in which round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.hpp"
#include "exchange/cuts.hpp"
#include "exchange/engine_calls.hpp"
#include "exchange/hello.hpp"
#include "exchange/routes.hpp"
#include "exchange/row_layout.hpp"
#include "strew/exchange.h"

namespace strew::engine::exchange {

// What all ranks call alike, and this rank's budget.
struct exchange_call {
  bool is_scatter = false;
  row_kind rows;
  strew_dtype index_type = STREW_DTYPE_I64;
  strew_options options = STREW_OPTIONS_INIT;  // without pointers
  bool keeps_routes = false;
  bool combines = false;
  std::uint64_t budget = 0;

  [[nodiscard]] std::uint64_t digest() const;
};

// Whether updates of one row may be combined where they are: the bits are those of any other order.
bool can_combine(const exchange_call& of);

class exchange {
 public:
  exchange(row_layout layout, std::uint64_t rank, const exchange_call& call);
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;

  [[nodiscard]] std::uint64_t ranks() const { return layout_.ranks(); }
  // What the engine refuses of the call: TY1, TY4, AT1.
  status check();
  // A bad index is no failure: the hellos say it.
  status open(const strew_tensor& indices, const strew_execution* with, strew_hello* hellos);
  // XC3, IX1: the same at all ranks.
  status settle(const strew_hello* hellos);
  // Those that are known to come, and are not done; more may follow.
  [[nodiscard]] std::uint64_t rounds() const;
  // Of the next round, in bytes.
  status counts(std::uint64_t* sent, std::uint64_t* received) const;
  status pack(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with, std::byte* to);
  // In the order of ranks; after that of the last one the next round begins.
  status take(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with, const std::byte* from);
  // Rounds go on without rows of this rank.
  void give_up() { gave_up_ = true; }
  // The rounds of the rows again, for rows and a table of the same shapes.
  status repeat();
  [[nodiscard]] std::string explain() const;

 private:
  // ranges: how many entries go to each range of rows; numbers: of rounds; cuts: entries of each round; places: the
  // rows that entries address; rows: the rows, after their places if these did not come before.
  enum class round_kind : std::uint8_t { ranges, numbers, cuts, places, rows };

  [[nodiscard]] round_kind kind() const;
  [[nodiscard]] std::uint64_t data_round() const { return (done_ - first_.size()) / rounds_of_rows(); }
  // A gather asks for the rows of each round before it, unless the places are kept.
  [[nodiscard]] std::uint64_t rounds_of_rows() const { return asks_in_rounds() ? 2 : 1; }
  [[nodiscard]] bool asks_in_rounds() const { return !call_.is_scatter && !call_.keeps_routes; }
  [[nodiscard]] bool has_places_in_rounds() const { return call_.is_scatter && !call_.keeps_routes; }
  [[nodiscard]] std::uint64_t entry_bytes() const;
  [[nodiscard]] index_kind index_rules() const;
  [[nodiscard]] unsigned range_shift(std::uint64_t rank) const;
  status check_round(std::uint64_t rank) const;

  void plan_rounds();
  void plan_whole_rounds(std::uint64_t rounds, std::uint64_t most);
  [[nodiscard]] bool fits_one_round() const;
  void take_numbers(std::uint64_t rank, const std::byte* from);
  void cut();
  void finish_round();
  void next_part();
  status take_or_give_up(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                         const std::byte* from);
  [[nodiscard]] failure given_up() const;

  // Of all entries, those whose places go to a rank in a round of places.
  [[nodiscard]] entry_range asked_of(std::uint64_t rank) const;
  [[nodiscard]] std::uint64_t sent_to(std::uint64_t rank) const;
  [[nodiscard]] std::uint64_t received_from(std::uint64_t rank) const;
  [[nodiscard]] status check_rows(const strew_exchange_rows& at) const;
  status pack_rows(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with, std::byte* to);
  status pack_updates(const entry_range& some, const strew_exchange_rows& at, const strew_execution* with,
                      std::byte* to);
  status take_rows(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                   const std::byte* from);
  status take_updates(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                      const std::byte* from);
  status take_own_updates(const strew_exchange_rows& at, const strew_execution* with);
  status write(const strew_exchange_rows& at, const row_side& updates, const std::uint32_t* places, std::uint64_t count,
               const strew_execution* with);
  status move_window(const strew_execution* with);
  status store(const strew_execution* with);
  [[nodiscard]] entry_range outgoing(std::uint64_t rank) const;
  [[nodiscard]] row_side table(const strew_exchange_rows& at, const std::uint32_t* ids) const;
  [[nodiscard]] row_side rows(const strew_exchange_rows& at, const std::uint32_t* ids) const;

  row_layout layout_;
  std::uint64_t rank_;
  exchange_call call_;
  routes routes_;
  agreement agreed_;
  bool is_settled_ = false;
  bool gave_up_ = false;
  std::vector<round_kind> first_;  // rounds before those of rows
  std::uint64_t row_rounds_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t next_rank_ = 0;  // whose part of the round is taken next
  std::uint64_t ranges_ = 1;
  std::uint64_t state_of_row_ = 0;                   // bytes that a write keeps for each row until its last round
  std::int64_t rows_of_window_ = 0;                  // the most rows whose state is kept at once
  std::vector<std::vector<std::uint32_t>> counted_;  // entries of each source in each range
  std::vector<std::uint64_t> numbers_;               // rounds of each rank
  cuts sent_, taken_;                                // entries for and from each rank
  std::vector<std::vector<std::uint32_t>> places_;   // that each rank has asked for, or will send updates of
  std::optional<row_writer> writer_;
  std::uint64_t window_ = 0;  // of the writer
};

}  // namespace strew::engine::exchange
