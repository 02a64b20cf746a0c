#include "exchange/exchange.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/arithmetic.hpp"
#include "exchange/indices.hpp"
#include "walk/workspace.hpp"

namespace strew::engine::exchange {
namespace {

constexpr std::uint64_t number_bytes = sizeof(std::uint32_t);
constexpr std::uint64_t most_ranges = 4096;
constexpr std::uint64_t most_entries = std::numeric_limits<std::uint64_t>::max();

template <class Number>
std::vector<Number> numbers_at(const std::byte* from, std::uint64_t bytes) {
  std::vector<Number> made(bytes / sizeof(Number));
  if (bytes != 0) std::memcpy(made.data(), from, bytes);
  return made;
}

template <class Number>
void put(const std::vector<Number>& numbers, std::byte* to) {
  if (!numbers.empty()) std::memcpy(to, numbers.data(), numbers.size() * sizeof(Number));
}

bool is_integer(strew_dtype type) {
  return type == STREW_DTYPE_BOOL || (type >= STREW_DTYPE_I8 && type <= STREW_DTYPE_U64);
}

}  // namespace

std::uint64_t exchange_call::digest() const {
  std::uint64_t made = 1469598103934665603U;
  for (const std::uint64_t value :
       {std::uint64_t{is_scatter}, static_cast<std::uint64_t>(rows.type), static_cast<std::uint64_t>(rows.width),
        static_cast<std::uint64_t>(rows.columns), static_cast<std::uint64_t>(rows.reduction),
        static_cast<std::uint64_t>(rows.exclude_self), static_cast<std::uint64_t>(rows.accumulate),
        static_cast<std::uint64_t>(index_type), static_cast<std::uint64_t>(options.out_of_bounds),
        static_cast<std::uint64_t>(options.negative_indices), std::uint64_t{keeps_routes}, std::uint64_t{combines}})
    made = (made ^ value) * 1099511628211U;
  return made;
}

bool can_combine(const exchange_call& of) {
  switch (of.rows.reduction) {
    case STREW_REDUCTION_NONE:
    case STREW_REDUCTION_MIN:
    case STREW_REDUCTION_MAX:
    case STREW_REDUCTION_AND:
    case STREW_REDUCTION_OR:
    case STREW_REDUCTION_XOR:
      return true;
    case STREW_REDUCTION_ADD:
      return is_integer(of.rows.type);
    default:
      return false;
  }
}

exchange::exchange(row_layout layout, std::uint64_t rank, const exchange_call& call)
    : layout_(std::move(layout)), rank_(rank), call_(call) {
  call_.combines = call.is_scatter && call.combines && can_combine(call);
}

status exchange::check() {
  const row_side one{nullptr, 1, call_.rows.bytes()};
  if (auto bad = row_writer(call_.rows).check({one, one, 1}, state_of_row_)) return bad;
  call_.rows.state = state_of_row_ != 0 ? row_state::kept : row_state::none;
  return {};
}

exchange::round_kind exchange::kind() const {
  if (done_ < first_.size()) return first_[done_];
  return asks_in_rounds() && done_ % 2 == 0 ? round_kind::places : round_kind::rows;
}

std::uint64_t exchange::entry_bytes() const {
  return static_cast<std::uint64_t>(call_.rows.bytes()) + (has_places_in_rounds() ? number_bytes : 0);
}

index_kind exchange::index_rules() const {
  return {layout_.rows(), call_.index_type, call_.options.out_of_bounds, call_.options.negative_indices};
}

status exchange::open(const strew_tensor& indices, const strew_execution* with, strew_hello* hellos) {
  is_settled_ = gave_up_ = false;
  done_ = next_rank_ = row_rounds_ = 0;
  first_.clear();
  writer_.reset();
  greeting said;
  said.digest = call_.digest() ^ layout_.digest();
  said.positions = indices.rank == 1 ? static_cast<std::uint64_t>(indices.extents[0]) : 0;
  said.budget = call_.budget;
  placed_positions given;
  if (auto bad = given.make(indices, index_rules(), layout_, with, said.bad)) return bad;
  if (said.bad.count == 0) {
    const bool has_rows = !call_.is_scatter || call_.combines;
    const bool is_beyond =
        call_.budget != 0 && said.positions > call_.budget / std::max<std::uint64_t>(entry_bytes(), 1);
    if (auto bad = routes_.make(given, has_rows ? entries_are::rows : entries_are::positions, has_rows || is_beyond))
      return bad;
    said.most = routes_.most();
  }
  for (std::uint64_t r = 0; r < ranks(); ++r)
    hellos[r] = hello_of(said, said.bad.count == 0 ? routes_.of_rank(r).size() : 0);
  return {};
}

status exchange::settle(const strew_hello* hellos) {
  if (auto bad = agreed_.read(hellos, ranks())) return bad;
  if (agreed_.bad.count != 0) return index_failure(index_rules(), agreed_.positions, agreed_.bad);
  if (agreed_.entries[rank_] != routes_.of_rank(rank_).size())
    return fail(rule::XC3, operand::none, "the hello in the place of rank {} is not its own", rank_);
  plan_rounds();
  is_settled_ = true;
  return {};
}

// What all ranks conclude from the same numbers.
bool exchange::fits_one_round() const {
  if (agreed_.budget == 0) return true;
  std::int64_t most = 0;
  for (std::uint64_t r = 0; r < ranks(); ++r) most = std::max(most, layout_.rows_of(r));
  const bool has_room = state_of_row_ == 0 || static_cast<std::uint64_t>(most) <= agreed_.budget / state_of_row_;
  const std::uint64_t bytes = std::max<std::uint64_t>(entry_bytes(), 1);
  return has_room && (ranks() == 1 || agreed_.positions <= agreed_.budget / bytes);
}

void exchange::plan_rounds() {
  const std::uint64_t bytes = std::max<std::uint64_t>(entry_bytes(), 1);
  places_.assign(ranks(), {});
  counted_.clear();
  numbers_.assign(ranks(), 0);
  sent_.clear();
  taken_.clear();
  rows_of_window_ = layout_.rows_of(rank_);
  const bool fits = fits_one_round();
  if (call_.is_scatter && !fits) {
    first_ = {round_kind::ranges, round_kind::numbers, round_kind::cuts};
    if (call_.keeps_routes) first_.push_back(round_kind::places);
    ranges_ = std::bit_floor(std::clamp<std::uint64_t>(agreed_.budget / (number_bytes * ranks()), 1, most_ranges));
    counted_.assign(ranks(), std::vector<std::uint32_t>(ranges_));
    routes_.sort();
    routes_.count_ranges(rank_, range_shift(rank_), counted_[rank_]);
    row_rounds_ = 1;
    return;
  }
  if (call_.keeps_routes) first_ = {round_kind::places};
  const std::uint64_t most = fits ? most_entries : std::max<std::uint64_t>(agreed_.budget / bytes / ranks(), 1);
  plan_whole_rounds(fits ? 1 : std::max<std::uint64_t>((agreed_.most + most - 1) / most, 1), most);
}

// Rounds of at most so many entries from one rank to another one, in any order.
void exchange::plan_whole_rounds(std::uint64_t rounds, std::uint64_t most) {
  std::vector<std::uint64_t> own(ranks());
  for (std::uint64_t r = 0; r < ranks(); ++r) own[r] = routes_.of_rank(r).size();
  row_rounds_ = rounds;
  sent_.whole(call_.is_scatter ? own : agreed_.entries, most);
  taken_.whole(call_.is_scatter ? agreed_.entries : own, most);
}

// So that the rows of a rank are in that many ranges at most.
unsigned exchange::range_shift(std::uint64_t rank) const {
  unsigned shift = 0;
  const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(layout_.rows_of(rank) - 1, 0));
  while (last >> shift >= ranges_) ++shift;
  return shift;
}

std::uint64_t exchange::rounds() const {
  return is_settled_ ? first_.size() + row_rounds_ * rounds_of_rows() - done_ : 0;
}

status exchange::check_round(std::uint64_t rank) const {
  if (!is_settled_) return fail(rule::XC2, operand::none, "the hellos of all ranks have not been settled");
  if (rounds() == 0) return fail(rule::XC2, operand::none, "all {} rounds are done", done_);
  if (rank < ranks()) return {};
  return fail(rule::XC2, operand::none, "rank {} is outside [0, {}]", rank, ranks() - 1);
}

entry_range exchange::asked_of(std::uint64_t rank) const {
  const entry_range all = routes_.of_rank(rank);
  if (call_.keeps_routes) return all;
  return {all.first + taken_.first(data_round(), rank), all.first + taken_.last(data_round(), rank)};
}

std::uint64_t exchange::sent_to(std::uint64_t rank) const {
  if (rank == rank_) return 0;
  switch (kind()) {
    case round_kind::ranges:
      return ranges_ * number_bytes;
    case round_kind::numbers:
      return sizeof(std::uint64_t);
    case round_kind::cuts:
      return numbers_[rank_] * number_bytes;
    case round_kind::places:
      return asked_of(rank).size() * number_bytes;
    case round_kind::rows:
      break;
  }
  return sent_.size(data_round(), rank) * entry_bytes();
}

std::uint64_t exchange::received_from(std::uint64_t rank) const {
  if (rank == rank_) return 0;
  switch (kind()) {
    case round_kind::ranges:
      return ranges_ * number_bytes;
    case round_kind::numbers:
      return sizeof(std::uint64_t);
    case round_kind::cuts:
      return numbers_[rank] * number_bytes;
    case round_kind::places:
      return (call_.keeps_routes ? agreed_.entries[rank] : sent_.size(data_round(), rank)) * number_bytes;
    case round_kind::rows:
      break;
  }
  return taken_.size(data_round(), rank) * entry_bytes();
}

status exchange::counts(std::uint64_t* sent, std::uint64_t* received) const {
  if (auto bad = check_round(0)) return bad;
  for (std::uint64_t r = 0; r < ranks(); ++r) {
    sent[r] = sent_to(r);
    received[r] = received_from(r);
  }
  return {};
}

status exchange::pack(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with, std::byte* to) {
  if (auto bad = check_round(rank)) return bad;
  if (sent_to(rank) == 0) return {};
  if (to == nullptr) return fail(rule::PT1, operand::none, "the memory for what rank {} gets is null", rank);
  std::vector<std::uint32_t> numbers;
  switch (kind()) {
    case round_kind::ranges:
      numbers.resize(ranges_);
      routes_.count_ranges(rank, range_shift(rank), numbers);
      break;
    case round_kind::numbers:
      std::memcpy(to, &numbers_[rank_], sizeof(std::uint64_t));
      break;
    case round_kind::cuts:
      for (std::uint64_t r = 0; r < numbers_[rank_]; ++r)
        numbers.push_back(static_cast<std::uint32_t>(taken_.size(r, rank)));
      break;
    case round_kind::places:
      routes_.append_places(asked_of(rank), numbers);
      break;
    case round_kind::rows:
      return gave_up_ ? status(given_up()) : pack_rows(rank, at, with, to);
  }
  put(numbers, to);
  return {};
}

status exchange::take(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                      const std::byte* from) {
  if (auto bad = check_round(rank)) return bad;
  if (rank != next_rank_)
    return fail(rule::XC2, operand::none, "what came from rank {} is taken before that from rank {}", rank, next_rank_);
  if (kind() == round_kind::rows) return take_or_give_up(rank, at, with, from);
  if (from == nullptr && received_from(rank) != 0)
    return fail(rule::PT1, operand::none, "what came from rank {} is null", rank);
  take_numbers(rank, from);
  next_part();
  return {};
}

// Whatever happens, the round goes on: others wait for what is due to them.
status exchange::take_or_give_up(std::uint64_t rank, const strew_exchange_rows& at, const strew_execution* with,
                                 const std::byte* from) {
  struct step {
    exchange& of;
    ~step() { of.next_part(); }
  } const at_end{*this};
  if (gave_up_) return given_up();
  gave_up_ = true;
  if (from == nullptr && received_from(rank) != 0)
    return fail(rule::XC3, operand::none, "rank {} has failed after the first rows were moved", rank);
  const bool is_last = rank + 1 == ranks() && rounds() == 1;
  auto bad = take_rows(rank, at, with, from);
  if (!bad && is_last) bad = store(with);
  gave_up_ = bad.has_value();
  return bad;
}

failure exchange::given_up() const {
  return fail(rule::XC3, operand::none, "rank {} has given up: it moves no rows", rank_);
}

void exchange::next_part() {
  if (++next_rank_ < ranks()) return;
  next_rank_ = 0;
  finish_round();
}

void exchange::take_numbers(std::uint64_t rank, const std::byte* from) {
  const std::uint64_t bytes = received_from(rank);
  if (rank == rank_) {
    if (kind() == round_kind::cuts) sent_.add_source({});
    return;
  }
  switch (kind()) {
    case round_kind::ranges:
      counted_[rank] = numbers_at<std::uint32_t>(from, bytes);
      break;
    case round_kind::numbers:
      std::memcpy(&numbers_[rank], from, sizeof(std::uint64_t));
      break;
    case round_kind::cuts:
      sent_.add_source(numbers_at<std::uint32_t>(from, bytes));
      break;
    case round_kind::places:
      places_[rank] = numbers_at<std::uint32_t>(from, bytes);
      break;
    case round_kind::rows:
      break;
  }
}

void exchange::cut() {
  const std::uint64_t capacity = agreed_.budget / std::max<std::uint64_t>(entry_bytes(), 1);
  const unsigned shift = range_shift(rank_);
  std::uint64_t window = ranges_;
  if (state_of_row_ != 0) window = std::clamp<std::uint64_t>(agreed_.budget / state_of_row_ >> shift, 1, ranges_);
  rows_of_window_ = static_cast<std::int64_t>(window << shift);
  taken_.make(counted_, rank_, std::max<std::uint64_t>(capacity, 1), window);
  numbers_[rank_] = taken_.rounds();
  counted_.clear();
}

// What all ranks have counted is known after the round.
void exchange::finish_round() {
  const round_kind was = kind();
  ++done_;
  if (was == round_kind::ranges) cut();
  if (was == round_kind::numbers) row_rounds_ = *std::max_element(numbers_.begin(), numbers_.end());
}

status exchange::repeat() {
  if (!call_.keeps_routes) return fail(rule::XC2, operand::none, "the exchange does not keep its routes");
  if (!is_settled_ || rounds() != 0)
    return fail(rule::XC2, operand::none, "the exchange before is not done: {} rounds are left", rounds());
  // Rows that are parts of lines are written beside each other, others read so.
  const bool by_position =
      !call_.is_scatter && static_cast<std::uint64_t>(call_.rows.bytes()) < cache_line && row_rounds_ == 1;
  routes_.keep_lists(rank_, by_position);
  done_ = first_.size();
  gave_up_ = false;
  return {};
}

std::string exchange::explain() const {
  std::uint64_t away = 0;
  for (std::uint64_t r = 0; r < ranks(); ++r) away += r == rank_ ? 0 : routes_.of_rank(r).size();
  std::string text =
      formatted("{} of rows of {} bytes, rank {} of {}: {} positions", call_.is_scatter ? "scatter" : "gather",
                call_.rows.bytes(), rank_, ranks(), routes_.positions());
  text += formatted(", {} {} other ranks", away, call_.is_scatter ? "entries go to" : "rows come from");
  if (is_settled_) text += formatted(", {} rounds left", rounds());
  if (writer_) text += formatted(", {} bytes of accumulators", writer_->state_bytes());
  return text;
}

}  // namespace strew::engine::exchange
