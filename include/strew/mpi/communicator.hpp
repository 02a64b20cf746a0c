// A communicator of a table's own, and messages of any length on it.
#ifndef STREW_MPI_COMMUNICATOR_HPP
#define STREW_MPI_COMMUNICATOR_HPP

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/exchange.h"
#include "strew/mpi/processors.hpp"
#include "strew/options.hpp"

namespace STREW_NAMESPACE::mpi::detail {

// Messages are of bytes, in pieces whose length every MPI counts: derived types of large counts have overflowed in
// some. A test may take smaller ones, in all files of its program.
#ifndef STREW_MPI_LARGEST_PIECE
#define STREW_MPI_LARGEST_PIECE (std::uint64_t{1} << 30)
#endif
constexpr std::uint64_t largest_piece = STREW_MPI_LARGEST_PIECE;
constexpr int tag = 1;

// A duplicate of the caller's, so that no message of a table meets one of the program. It is freed with the table,
// unless MPI has ended before.
class communicator {
 public:
  communicator() noexcept = default;
  // Collective. What MPI itself reports ends the job, whatever the program asks of it for its own communicators: a rank
  // that returned alone would leave the others waiting.
  explicit communicator(MPI_Comm of) {
    processors_ = kept_processors_of_rank(of);
    if (MPI_Comm_dup(of, &own_) != MPI_SUCCESS) MPI_Abort(of, 1);
    MPI_Comm_set_errhandler(own_, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_size(own_, &size_);
    MPI_Comm_rank(own_, &rank_);
  }
  communicator(communicator&& other) noexcept
      : own_(std::exchange(other.own_, MPI_COMM_NULL)),
        size_(other.size_),
        rank_(other.rank_),
        processors_(other.processors_) {}
  communicator& operator=(communicator&& other) noexcept {
    std::swap(own_, other.own_);
    std::swap(size_, other.size_);
    std::swap(rank_, other.rank_);
    std::swap(processors_, other.processors_);
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

  // What an execution is that does not say on how many threads: the ranks of a host share its processors.
  execution settled(const execution& with) const {
    execution made = with;
    if (made.threads == 0 && made.executor == nullptr) made.threads = processors_;
    return made;
  }

  // A message of no failed rank has as many bytes as its receiver expects; one of a failed rank has as many pieces, all
  // of them empty. Both add a request for each piece.
  void receive(std::uint64_t from, std::byte* to, std::uint64_t bytes, std::vector<MPI_Request>& made) const {
    for_each_piece(bytes, [&](std::uint64_t first, int count) {
      made.push_back(MPI_REQUEST_NULL);
      MPI_Irecv(to + first, count, MPI_BYTE, static_cast<int>(from), tag, own_, &made.back());
    });
  }
  void send(std::uint64_t to, const std::byte* from, std::uint64_t bytes, bool is_empty,
            std::vector<MPI_Request>& made) const {
    for_each_piece(bytes, [&](std::uint64_t first, int count) {
      made.push_back(MPI_REQUEST_NULL);
      MPI_Isend(from + first, is_empty ? 0 : count, MPI_BYTE, static_cast<int>(to), tag, own_, &made.back());
    });
  }
  MPI_Request swap(const strew_hello* sent, strew_hello* received) const {
    static_assert(sizeof(strew_hello) == 64);
    MPI_Request made = MPI_REQUEST_NULL;
    MPI_Ialltoall(sent, 64, MPI_BYTE, received, 64, MPI_BYTE, own_, &made);
    return made;
  }

 private:
  template <class Visit>
  static void for_each_piece(std::uint64_t bytes, const Visit& visit) {
    for (std::uint64_t first = 0; first < bytes; first += largest_piece)
      visit(first, static_cast<int>(std::min(bytes - first, largest_piece)));
  }

  MPI_Comm own_ = MPI_COMM_NULL;
  int size_ = 1;
  int rank_ = 0;
  std::uint64_t processors_ = 1;
};

// Does what the other ranks count on. A rank that left for want of memory would keep them waiting: it ends the job.
template <class Work>
auto with_memory(MPI_Comm on, const Work& work) {
#if STREW_HAS_EXCEPTIONS
  try {
    return work();
  } catch (const std::bad_alloc&) {
    std::fputs("strew: this rank has no memory for messages or lists of ranks; a budget bounds the messages\n", stderr);
    MPI_Abort(on, 1);
    std::abort();
  }
#else
  static_cast<void>(on);
  return work();
#endif
}

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
