// A sum of rows by strew::mpi on simulated hosts, for tools/simulate: scatter ROWS POSITIONS COLUMNS, of a rank. The
// first rank compares all rows with one serial call, and prints the simulated seconds of a cold call and of a prepared
// one.
#include <mpi.h>

// SMPI's own sends to each rank by itself, which it simulates in a time that grows with the fourth power of the ranks.
inline int blocking_alltoall(const void* sent, int sends, MPI_Datatype of_sent, void* received, int receives,
                             MPI_Datatype of_received, MPI_Comm on, MPI_Request* made) {
  *made = MPI_REQUEST_NULL;
  return MPI_Alltoall(sent, sends, of_sent, received, receives, of_received, on);
}
#define MPI_Ialltoall blocking_alltoall
#include <strew/mpi.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

struct part {
  std::vector<std::int64_t> at;
  std::vector<float> updates;
};

// What a rank has, which any other one can make too: positions at the rows of up to eight neighbours and its own, as in
// a mesh, and a twentieth of them at ten rows of the first rank.
part part_of(int rank, std::int64_t mine, std::int64_t rows, std::int64_t positions, std::int64_t columns) {
  std::mt19937_64 draw(static_cast<unsigned>(rank + 1));
  part made;
  for (std::int64_t n = 0; n < positions; ++n) {
    const auto near = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(std::min(9 * mine, rows)));
    const std::int64_t row = (rank * mine + near + rows - std::min(4 * mine, rows)) % rows;
    made.at.push_back(draw() % 20 == 0 ? near % 10 : row);
    for (std::int64_t c = 0; c < columns; ++c) made.updates.push_back(static_cast<float>(draw() % 1000) / 7.0F);
  }
  return made;
}

template <class Work>
double seconds(const Work& work) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begun = MPI_Wtime();
  work();
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - begun;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::int64_t mine = argc > 1 ? std::atoll(argv[1]) : 500, positions = argc > 2 ? std::atoll(argv[2]) : 1000,
                     columns = argc > 3 ? std::atoll(argv[3]) : 16, rows = mine * ranks;
  const part own = part_of(rank, mine, rows, positions, columns);
  std::vector<float> shard(static_cast<std::size_t>(mine * columns));
  int is_good = 1;
  {
    strew::mpi::table table(MPI_COMM_WORLD, strew::view(shard.data(), {mine, columns}),
                            strew::layout::blocks(rows, static_cast<std::uint64_t>(ranks)));
    const strew::const_view updates(own.updates.data(), {positions, columns});
    strew::options add;
    add.reduction = strew::reduction::add;
    add.accumulate = strew::accumulate::wide;
    const double cold = seconds([&] { table.scatter(own.at, updates, add); });
    strew::mpi::prepared sum = table.prepare_scatter(own.at, add);
    sum.run(updates);
    const double prepared = seconds([&] { sum.run(updates); });
    std::vector<float> all(rank == 0 ? static_cast<std::size_t>(rows * columns) : 0);
    MPI_Gather(shard.data(), static_cast<int>(shard.size()), MPI_FLOAT, all.data(), static_cast<int>(shard.size()),
               MPI_FLOAT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      std::vector<float> expected(all.size());
      for (int call = 0; call < 3; ++call) {
        for (int r = 0; r < ranks; ++r) {
          const part other = part_of(r, mine, rows, positions, columns);
          strew::scatter(strew::view(expected.data(), {rows, columns}), other.at,
                         strew::const_view(other.updates.data(), {positions, columns}), 0, add);
        }
      }
      is_good = all == expected ? 1 : 0;
      std::printf("%d %.6f %.6f %s\n", ranks, cold, prepared, is_good != 0 ? "same" : "OTHER");
    }
  }
  MPI_Finalize();
  return is_good != 0 ? 0 : 1;
}
