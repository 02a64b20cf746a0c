// A communicator of a table's own, and messages of any length on it.
#ifndef STREW_MPI_COMMUNICATOR_HPP
#define STREW_MPI_COMMUNICATOR_HPP

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/exchange.h"
#include "strew/options.hpp"

namespace STREW_NAMESPACE::mpi::detail {

// Messages are of bytes, in pieces whose length every MPI counts: derived types of large counts have overflowed in
// some.
constexpr std::uint64_t largest_piece = std::uint64_t{1} << 30;
constexpr int tag = 1;

// A duplicate of the caller's, so that no message of a table meets one of the program. It is freed with the table,
// unless MPI has ended before.
class communicator {
 public:
  communicator() noexcept = default;
  // Collective.
  explicit communicator(MPI_Comm of) {
    MPI_Comm_dup(of, &own_);
    MPI_Comm_size(own_, &size_);
    MPI_Comm_rank(own_, &rank_);
  }
  communicator(communicator&& other) noexcept
      : own_(std::exchange(other.own_, MPI_COMM_NULL)), size_(other.size_), rank_(other.rank_) {}
  communicator& operator=(communicator&& other) noexcept {
    std::swap(own_, other.own_);
    std::swap(size_, other.size_);
    std::swap(rank_, other.rank_);
    return *this;
  }
  ~communicator() {
    int has_ended = 0;
    if (own_ == MPI_COMM_NULL || MPI_Finalized(&has_ended) != MPI_SUCCESS || has_ended != 0) return;
    MPI_Comm_free(&own_);
  }

  MPI_Comm get() const noexcept { return own_; }
  std::uint64_t size() const noexcept { return static_cast<std::uint64_t>(size_); }
  std::uint64_t rank() const noexcept { return static_cast<std::uint64_t>(rank_); }

  // Posts the first piece: the rest follows once it has come, as a message that is due may be empty.
  MPI_Request receive(std::uint64_t from, std::byte* to, std::uint64_t bytes) const {
    MPI_Request made = MPI_REQUEST_NULL;
    MPI_Irecv(to, piece(bytes), MPI_BYTE, static_cast<int>(from), tag, own_, &made);
    return made;
  }
  // Adds a request for each piece; no bytes make one empty message.
  void send(std::uint64_t to, const std::byte* from, std::uint64_t bytes, std::vector<MPI_Request>& made) const {
    do {
      const int now = piece(bytes);
      made.push_back(MPI_REQUEST_NULL);
      MPI_Isend(from, now, MPI_BYTE, static_cast<int>(to), tag, own_, &made.back());
      from += now;
      bytes -= static_cast<std::uint64_t>(now);
    } while (bytes != 0);
  }
  MPI_Request swap(const strew_hello* sent, strew_hello* received) const {
    static_assert(sizeof(strew_hello) == 64);
    MPI_Request made = MPI_REQUEST_NULL;
    MPI_Ialltoall(sent, 64, MPI_BYTE, received, 64, MPI_BYTE, own_, &made);
    return made;
  }

 private:
  static int piece(std::uint64_t bytes) noexcept { return static_cast<int>(std::min(bytes, largest_piece)); }

  MPI_Comm own_ = MPI_COMM_NULL;
  int size_ = 1;
  int rank_ = 0;
};

// Waits while it asks the caller whether to stop, and lets other threads run: ranks may share a processor.
template <class Poll>
MPI_Status wait_for(MPI_Request& request, const Poll& poll) {
  constexpr unsigned tests_before_yielding = 64;
  MPI_Status status;
  for (unsigned tests = 1;; ++tests) {
    int is_done = 0;
    MPI_Test(&request, &is_done, &status);
    if (is_done != 0) return status;
    if (tests % tests_before_yielding != 0) continue;
    poll();
    std::this_thread::yield();
  }
}

// A program that was started by the launcher of another MPI runs as so many worlds of one rank each, silently. The
// launchers say by these variables how many ranks they have started.
inline std::uint64_t ranks_of_launcher() noexcept {
  std::uint64_t most = 0;
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"}) {
    const char* const said = std::getenv(name);
    if (said != nullptr) most = std::max<std::uint64_t>(most, std::strtoull(said, nullptr, 10));
  }
  return most;
}

inline bool is_alone_among_others() noexcept {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size == 1 && ranks_of_launcher() > 1;
}

}  // namespace STREW_NAMESPACE::mpi::detail

#endif
