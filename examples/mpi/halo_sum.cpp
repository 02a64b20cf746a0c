// The sum at each node of an unstructured mesh of the forces of its triangles, over MPI: ranks hold nodes and
// triangles, and triangles reach nodes of other ranks. The sum has the same bits on any number of ranks.
//
//   mpicxx -std=c++20 halo_sum.cpp -lstrew && mpirun -n 4 ./a.out
#include <strew/mpi.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr std::int64_t side = 300, nodes = side * side, triangles = 2 * (side - 1) * (side - 1);

// Numbers that look random, so that the mesh is unstructured: nodes are numbered in no order of space.
std::int64_t numbered(std::int64_t node) {
  return node * 7919 % nodes;
}

std::array<std::int64_t, 3> corners(std::int64_t triangle) {
  const std::int64_t square = triangle / 2, x = square % (side - 1), y = square / (side - 1), at = y * side + x;
  if (triangle % 2 == 0) return {numbered(at), numbered(at + 1), numbered(at + side)};
  return {numbered(at + 1), numbered(at + side + 1), numbered(at + side)};
}

struct part {
  std::int64_t first, last;
};
part of_rank(std::int64_t all, int rank, int ranks) {
  return {all * rank / ranks, all * (rank + 1) / ranks};
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  const part mine = of_rank(nodes, rank, ranks), work = of_rank(triangles, rank, ranks);
  std::vector<float> sums(static_cast<std::size_t>(2 * (mine.last - mine.first)));
  std::vector<float> forces;
  std::vector<std::int64_t> at;
  for (std::int64_t t = work.first; t < work.last; ++t) {
    for (const std::int64_t node : corners(t)) {
      at.push_back(node);
      forces.push_back(static_cast<float>(t % 1013) / 7.0F);
      forces.push_back(static_cast<float>(node % 977) / 3.0F);
    }
  }

  {
    const auto count = static_cast<std::int64_t>(at.size());
    strew::mpi::table table(MPI_COMM_WORLD, strew::view(sums.data(), {mine.last - mine.first, 2}),
                            strew::layout::blocks(nodes, static_cast<std::uint64_t>(ranks)));
    strew::mpi::prepared add = table.prepare_scatter(at, {.reduction = strew::reduction::add});
    for (int step = 0; step < 3; ++step) add.run(strew::const_view(forces.data(), {count, 2}));
  }

  // The bits of all sums, whoever has them: an exclusive or of each, turned by its place.
  std::uint64_t bits = 0, all = 0;
  for (std::size_t n = 0; n < sums.size(); ++n) {
    std::uint32_t one = 0;
    std::memcpy(&one, &sums[n], sizeof one);
    const std::uint64_t place = 2 * static_cast<std::uint64_t>(mine.first) + n;
    bits ^= (std::uint64_t{one} + 1) * (2 * place + 0x9E3779B97F4A7C15U);
  }
  MPI_Reduce(&bits, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d ranks: bits %016llx\n", ranks, static_cast<unsigned long long>(all));
  MPI_Finalize();
  return 0;
}
