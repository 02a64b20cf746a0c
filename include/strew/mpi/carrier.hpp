// Carries the bytes of an exchange.
#ifndef STREW_MPI_CARRIER_HPP
#define STREW_MPI_CARRIER_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>
#include <optional>
#include <vector>

#include "strew/exchange.hpp"
#include "strew/mpi/buffer.hpp"
#include "strew/mpi/communicator.hpp"

namespace STREW_NAMESPACE::mpi::detail {

// What a table keeps for messages.
struct mailbox {
  buffer received, sent;
};

// The rounds of one exchange, whose hellos are settled. Whatever fails at this rank, it goes on to the last round: who
// is due a message gets an empty one, and fails as well, so nobody waits.
class carrier {
 public:
  // `budget`: bytes of messages that may wait to be sent; 0: any number.
  carrier(const communicator& on, exchange& of, mailbox& memory, std::uint64_t budget, const execution& with)
      : on_(on), of_(of), memory_(memory), budget_(budget), with_(with), sent_(on.size()), received_(on.size()) {}

  result<void> carry(const strew_exchange_rows& rows) {
    while (of_.rounds() != 0) round(rows);
    if (failure_) return *failure_;
    return {};
  }
  // Moves nothing, but tells the others.
  result<void> fail(const error_record& why) {
    give_up(why);
    return carry(STREW_EXCHANGE_ROWS_INIT);
  }

 private:
  void round(const strew_exchange_rows& rows) {
    note(of_.try_counts(sent_.data(), received_.data()));
    post_receives();
    for (std::uint64_t n = 1; n < on_.size(); ++n) send((on_.rank() + n) % on_.size(), rows);
    for (std::uint64_t from = 0; from < on_.size(); ++from) take(from, rows);
    finish_sends();
  }

  // Every message that is due, before anything is sent: so who has sent may wait until that has gone.
  void post_receives() {
    places_.assign(on_.size(), nullptr);
    requests_.assign(on_.size(), MPI_REQUEST_NULL);
    std::byte* next = reserve(memory_.received, std::accumulate(received_.begin(), received_.end(), std::uint64_t{0}));
    for (std::uint64_t from = 0; from < on_.size(); ++from) {
      if (received_[from] == 0) continue;
      places_[from] = next;
      requests_[from] = on_.receive(from, next, received_[from]);
      next += received_[from];
    }
  }

  void send(std::uint64_t to, const strew_exchange_rows& rows) {
    if (sent_[to] == 0) return;
    const std::uint64_t most = std::max(budget_, sent_[to]);
    const std::uint64_t all = std::accumulate(sent_.begin(), sent_.end(), std::uint64_t{0});
    if (used_ != 0 && budget_ != 0 && used_ + sent_[to] > most) finish_sends();
    if (used_ == 0) first_ = reserve(memory_.sent, budget_ == 0 ? all : std::min(all, most));
    std::byte* const at = first_ + used_;
    const result<void> packed = of_.try_pack(to, rows, with_, at);
    note(packed);
    on_.send(to, at, packed ? sent_[to] : 0, outgoing_);
    used_ += sent_[to];
  }

  void finish_sends() {
    for (MPI_Request& one : outgoing_) wait(one);
    outgoing_.clear();
    used_ = 0;
  }

  void take(std::uint64_t from, const strew_exchange_rows& rows) {
    const std::byte* came = nullptr;
    if (received_[from] != 0) {
      const MPI_Status status = wait(requests_[from]);
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      if (bytes != 0) came = receive_rest(from);
    }
    note(of_.try_take(from, rows, with_, came));
  }

  const std::byte* receive_rest(std::uint64_t from) {
    for (std::uint64_t done = largest_piece; done < received_[from]; done += largest_piece) {
      MPI_Request next = on_.receive(from, places_[from] + done, received_[from] - done);
      wait(next);
    }
    return places_[from];
  }

  MPI_Status wait(MPI_Request& request) {
    return wait_for(request, [&] {
      if (!with_.cancel || failure_ || !cancel_function::poll(const_cast<cancel_function*>(&with_.cancel))) return;
      give_up(error_record(status::cancelled, "CN1: call: the cancel callback stopped it; the output is unspecified",
                           "CN1"));
    });
  }

  void note(const result<void>& outcome) {
    if (!outcome) give_up(outcome.error());
  }
  void give_up(const error_record& why) {
    if (!failure_) failure_ = why;
    of_.give_up();
  }

  // A message that cannot be received would keep its sender waiting: without memory the program ends.
  std::byte* reserve(buffer& of, std::uint64_t bytes) const {
    try {
      return of.reserve(bytes);
    } catch (const std::bad_alloc&) {
      std::fprintf(stderr, "strew: rank %llu has no memory for messages of %llu bytes; a budget would bound them\n",
                   static_cast<unsigned long long>(on_.rank()), static_cast<unsigned long long>(bytes));
      MPI_Abort(on_.get(), 1);
      std::abort();
    }
  }

  const communicator& on_;
  exchange& of_;
  mailbox& memory_;
  std::uint64_t budget_;
  const execution& with_;
  std::vector<std::uint64_t> sent_, received_;
  std::vector<std::byte*> places_;
  std::vector<MPI_Request> requests_, outgoing_;
  std::byte* first_ = nullptr;
  std::uint64_t used_ = 0;  // bytes that are being sent
  std::optional<error_record> failure_;
};

}  // namespace STREW_NAMESPACE::mpi::detail

#endif
