// Tables whose rows several ranks hold: one rank's part of a gather or scatter, without communication. Not part of
// strew.hpp. Who has MPI uses mpi.hpp, which is made of this.
//
//   strew::exchange one(strew::layout::blocks(rows, ranks), rank, {.columns = 64, .kind =
//   strew::exchange_kind::scatter,
//                       .type = strew::dtype::f32}, {.reduction = strew::reduction::add});
//   one.open(indices, hellos);      // hello n goes to rank n
//   one.settle(came);               // those of all ranks: all succeed, or all throw the same error
//   while (one.rounds() != 0) {
//     one.counts(sent, received);   // the bytes of the round, for each rank
//     ... one.pack(to, rows, memory); ... one.take(from, rows, memory) ...
//   }
#ifndef STREW_EXCHANGE_HPP
#define STREW_EXCHANGE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/exchange.h"
#include "strew/handle.hpp"
#include "strew/options.hpp"
#include "strew/result.hpp"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// The rank that holds a row, and the place of the row among those there.
struct row_place {
  std::uint64_t rank = 0;
  std::int64_t place = 0;
};

// Which rank holds which rows; the same at all ranks. Copies share what they refer to.
class layout {
 public:
  // Consecutive rows: as many at each rank, up to one, or those from starts[r] to before starts[r + 1].
  static layout blocks(std::int64_t rows, std::uint64_t ranks) { return layout(STREW_LAYOUT_BLOCKS, rows, ranks); }
  static layout blocks(std::vector<std::int64_t> starts) {
    layout made(STREW_LAYOUT_BLOCKS, starts.empty() ? 0 : starts.back(), starts.empty() ? 0 : starts.size() - 1);
    made.keep(std::move(starts));
    made.native_.starts = made.kept_->numbers.data();
    return made;
  }
  // `width` rows in turn.
  static layout cycles(std::int64_t rows, std::uint64_t ranks, std::int64_t width = 1) {
    layout made(STREW_LAYOUT_CYCLES, rows, ranks);
    made.native_.width = width;
    return made;
  }
  // As a function says, of sizes[r] rows at rank r. It is called for rows in [0, sum of sizes), and does not throw.
  static layout located(std::vector<std::int64_t> sizes, std::function<row_place(std::int64_t row)> locate) {
    std::int64_t rows = 0;
    for (const std::int64_t size : sizes) rows += size;
    layout made(STREW_LAYOUT_LOCATE, rows, sizes.size());
    made.keep(std::move(sizes));
    made.kept_->locate = std::move(locate);
    made.native_.sizes = made.kept_->numbers.data();
    made.native_.self = made.kept_.get();
    made.native_.locate = [](void* self, std::int64_t row, std::uint64_t* rank, std::int64_t* place) {
      const row_place found = static_cast<const kept*>(self)->locate(row);
      *rank = found.rank;
      *place = found.place;
    };
    return made;
  }

  std::int64_t rows() const noexcept { return native_.rows; }
  std::uint64_t ranks() const noexcept { return native_.ranks; }
  const strew_layout& native() const noexcept { return native_; }

 private:
  struct kept {
    std::vector<std::int64_t> numbers;
    std::function<row_place(std::int64_t)> locate;
  };

  layout(std::int32_t kind, std::int64_t rows, std::uint64_t ranks) noexcept {
    native_.kind = kind;
    native_.rows = rows;
    native_.ranks = ranks;
  }
  void keep(std::vector<std::int64_t> numbers) {
    kept_ = std::make_shared<kept>();
    kept_->numbers = std::move(numbers);
  }

  strew_layout native_ = STREW_LAYOUT_INIT;
  std::shared_ptr<kept> kept_;
};

enum class exchange_kind : std::int32_t { gather = STREW_EXCHANGE_GATHER, scatter = STREW_EXCHANGE_SCATTER };

// What is exchanged; the same at all ranks but for the budget.
struct exchange_call {
  exchange_kind kind = exchange_kind::gather;
  dtype type = dtype::f32;
  std::uint64_t element_bytes = 0;  // of opaque elements
  std::int64_t columns = 1;         // elements of a row
  dtype index_type = dtype::i64;
  bool keeps_routes = false;  // others with the same indices follow: repeat()
  bool combines = true;       // updates of one row are combined where they are, if that cannot change bits
  std::uint64_t budget = 0;   // bytes of rows on the way at this rank; 0: any number

  strew_exchange_call native() const noexcept {
    strew_exchange_call made = STREW_EXCHANGE_CALL_INIT;
    made.kind = static_cast<std::int32_t>(kind);
    made.dtype = static_cast<strew_dtype>(type);
    made.element_bytes = element_bytes;
    made.columns = columns;
    made.index_dtype = static_cast<strew_dtype>(index_type);
    made.keeps_routes = keeps_routes ? 1 : 0;
    made.combines = combines ? 1 : 0;
    made.budget = budget;
    return made;
  }
};

// One rank's part of an exchange, as exchange.h describes it: the functions have the same names and order. It can be
// moved, not copied; one thread at a time uses it.
class exchange {
 public:
  exchange() noexcept = default;

  static result<exchange> try_make(const strew::layout& layout, std::uint64_t rank, const exchange_call& call,
                                   const strew::options& options = {}) noexcept {
    const strew_exchange_call native_call = call.native();
    const strew_options native_options = options.native();
    strew_exchange* owned = nullptr;
    return detail::attempt([&](strew_error* failure) {
             return strew_exchange_create(&layout.native(), rank, &native_call, &native_options, &owned, failure);
           })
        .transform([&] {
          exchange made;
          made.handle_ = detail::handle<strew_exchange, strew_exchange_destroy>(owned);
          made.layout_ = std::make_shared<const strew::layout>(layout);
          return made;
        });
  }

  // `hellos`: one for each rank. They are written even if it fails, and are sent as usual.
  result<void> try_open(const strew_tensor& indices, const execution& with, strew_hello* hellos) const noexcept {
    const strew_execution settings = with.native();
    return detail::attempt(
        [&](strew_error* failure) { return strew_exchange_open(native(), &indices, &settings, hellos, failure); });
  }
  // Of all ranks. An empty exchange reads them too, after strew_exchange_fail.
  result<void> try_settle(std::span<const strew_hello> hellos) const noexcept {
    return detail::attempt(
        [&](strew_error* failure) { return strew_exchange_settle(native(), hellos.size(), hellos.data(), failure); });
  }
  std::uint64_t rounds() const noexcept { return strew_exchange_rounds(native()); }
  result<void> try_counts(std::uint64_t* sent, std::uint64_t* received) const noexcept {
    return detail::attempt(
        [&](strew_error* failure) { return strew_exchange_counts(native(), sent, received, failure); });
  }
  result<void> try_pack(std::uint64_t rank, const strew_exchange_rows& rows, const execution& with,
                        void* to) const noexcept {
    const strew_execution settings = with.native();
    return detail::attempt(
        [&](strew_error* failure) { return strew_exchange_pack(native(), rank, &rows, &settings, to, failure); });
  }
  result<void> try_take(std::uint64_t rank, const strew_exchange_rows& rows, const execution& with,
                        const void* from) const noexcept {
    const strew_execution settings = with.native();
    return detail::attempt(
        [&](strew_error* failure) { return strew_exchange_take(native(), rank, &rows, &settings, from, failure); });
  }
  result<void> try_repeat() const noexcept {
    return detail::attempt([&](strew_error* failure) { return strew_exchange_repeat(native(), failure); });
  }
  void give_up() const noexcept { strew_exchange_give_up(native()); }

  // One line: what is exchanged, how much of it with other ranks, in how many rounds.
  std::string explain() const {
    std::string text(strew_exchange_explain(native(), nullptr, 0), '\0');
    strew_exchange_explain(native(), text.data(), text.size() + 1);
    return text;
  }

  strew_exchange* native() const noexcept { return handle_.get(); }

#if STREW_HAS_EXCEPTIONS
  exchange(const strew::layout& layout, std::uint64_t rank, const exchange_call& call,
           const strew::options& options = {})
      : exchange(try_make(layout, rank, call, options).value()) {}

  void open(const const_view& indices, std::span<strew_hello> hellos, const execution& with = {}) const {
    try_open(indices.native(), with, hellos.data()).value();
  }
  void settle(std::span<const strew_hello> hellos) const {
    try_settle(hellos).value();
  }
  void counts(std::span<std::uint64_t> sent, std::span<std::uint64_t> received) const {
    try_counts(sent.data(), received.data()).value();
  }
  void pack(std::uint64_t rank, const strew_exchange_rows& rows, void* to, const execution& with = {}) const {
    try_pack(rank, rows, with, to).value();
  }
  void take(std::uint64_t rank, const strew_exchange_rows& rows, const void* from, const execution& with = {}) const {
    try_take(rank, rows, with, from).value();
  }
  void repeat() const {
    try_repeat().value();
  }
#endif

 private:
  detail::handle<strew_exchange, strew_exchange_destroy> handle_;
  std::shared_ptr<const strew::layout> layout_;  // whose function is called
};

}  // namespace STREW_NAMESPACE

#endif
