// Carries the bytes of an exchange.
#ifndef STREW_MPI_CARRIER_HPP
#define STREW_MPI_CARRIER_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
    with_memory(on_.get(), [&] {
      while (of_.rounds() != 0) round(rows);
    });
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

  // Every message that is due, whole, before anything is sent: so what others send is received whatever this rank waits
  // for.
  void post_receives() {
    places_.assign(on_.size(), nullptr);
    first_request_.assign(1, 0);
    incoming_.clear();
    std::byte* next = memory_.received.reserve(sum_of(received_));
    for (std::uint64_t from = 0; from < on_.size(); ++from) {
      if (received_[from] != 0) places_[from] = next;
      on_.receive(from, next, received_[from], incoming_);
      first_request_.push_back(incoming_.size());
      next += received_[from];
    }
  }

  void send(std::uint64_t to, const strew_exchange_rows& rows) {
    if (sent_[to] == 0) return;
    const std::uint64_t most = std::max(budget_, sent_[to]);
    const std::uint64_t all = sum_of(sent_);
    if (used_ != 0 && budget_ != 0 && used_ + sent_[to] > most) finish_sends();
    if (used_ == 0) first_ = memory_.sent.reserve(budget_ == 0 ? all : std::min(all, most));
    std::byte* const at = first_ + used_;
    const result<void> packed = of_.try_pack(to, rows, with_, at);
    note(packed);
    on_.send(to, at, sent_[to], !packed, outgoing_);
    used_ += sent_[to];
  }

  void finish_sends() {
    for (MPI_Request& one : outgoing_) wait(one);
    outgoing_.clear();
    used_ = 0;
  }

  void take(std::uint64_t from, const strew_exchange_rows& rows) {
    const std::byte* came = places_[from];
    for (std::size_t n = first_request_[from]; n < first_request_[from + 1]; ++n) {
      const MPI_Status status = wait(incoming_[n]);
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      if (bytes == 0) came = nullptr;
    }
    note(of_.try_take(from, rows, with_, came));
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

  static std::uint64_t sum_of(const std::vector<std::uint64_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  }

  const communicator& on_;
  exchange& of_;
  mailbox& memory_;
  std::uint64_t budget_;
  const execution& with_;
  std::vector<std::uint64_t> sent_, received_;
  std::vector<std::byte*> places_;
  std::vector<MPI_Request> incoming_, outgoing_;
  std::vector<std::size_t> first_request_;  // of incoming_, for each rank
  std::byte* first_ = nullptr;
  std::uint64_t used_ = 0;  // bytes that are being sent
  std::optional<error_record> failure_;
};

}  // namespace STREW_NAMESPACE::mpi::detail

#endif
