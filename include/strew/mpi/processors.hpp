// The threads of a rank whose caller does not say how many.
#ifndef STREW_MPI_PROCESSORS_HPP
#define STREW_MPI_PROCESSORS_HPP

#include <mpi.h>

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <thread>

#include "strew/config.hpp"

namespace STREW_NAMESPACE::mpi::detail {

// Bit n: a thread of this process may run on processor n. No bit: the system does not say.
using processor_set = std::array<std::uint64_t, 128>;

inline processor_set processors_of_process() noexcept {
  processor_set found{};
#if defined(__linux__)
  if (sched_getaffinity(0, sizeof found, reinterpret_cast<cpu_set_t*>(found.data())) != 0) found = {};
#endif
  return found;
}

inline std::uint64_t count_of(const processor_set& set) noexcept {
  std::uint64_t found = 0;
  for (const std::uint64_t word : set) found += static_cast<std::uint64_t>(std::popcount(word));
  return found;
}

// Collective. The processors that the ranks of this host may use, divided by these ranks: launchers leave to each of
// them a socket, or the whole host, as often as a processor of its own, and all of them call at the same time.
inline std::uint64_t processors_of_rank(MPI_Comm of) {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(of, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  const processor_set own = processors_of_process();
  processor_set all{};
  int ranks = 1;
  MPI_Comm_size(host, &ranks);
  MPI_Allreduce(own.data(), all.data(), static_cast<int>(own.size()), MPI_UINT64_T, MPI_BOR, host);
  MPI_Comm_free(&host);
  std::uint64_t processors = count_of(all);
  if (processors == 0) processors = std::thread::hardware_concurrency();
  return std::max<std::uint64_t>(processors / static_cast<std::uint64_t>(ranks), 1);
}

// The same, found once for a communicator: it is kept with it, and with its duplicates.
inline std::uint64_t kept_processors_of_rank(MPI_Comm of) {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &made, nullptr);
    return made;
  }();
  void* kept = nullptr;
  int is_kept = 0;
  MPI_Comm_get_attr(of, key, &kept, &is_kept);
  if (is_kept != 0) return reinterpret_cast<std::uintptr_t>(kept);
  const std::uint64_t found = processors_of_rank(of);
  MPI_Comm_set_attr(of, key, reinterpret_cast<void*>(static_cast<std::uintptr_t>(found)));
  return found;
}

}  // namespace STREW_NAMESPACE::mpi::detail

#endif
