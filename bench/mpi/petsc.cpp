// Sums and gathers of rows by strew::mpi beside PetscSF, in one program: seconds of setup, of a gather (Bcast) and of a
// sum (Reduce), the best of several. mpirun -n 4 petsc [POSITIONS] [COLUMNS] [ROWS]
#include <petscsf.h>
#include <strew/mpi.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

int rank = 0, ranks = 1;

// Of all ranks: the slowest one.
template <class Work>
double best(int times, const Work& work) {
  double found = 1e9;
  for (int n = 0; n < times; ++n) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begun = MPI_Wtime();
    work();
    double took = MPI_Wtime() - begun, longest = 0;
    MPI_Allreduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    found = std::min(found, longest);
  }
  return found;
}

struct problem {
  std::int64_t positions, columns, rows, mine, first;
  std::vector<std::int64_t> at;
  std::vector<double> table, updates;
};

struct times {
  double setup, gather, sum;
};

times of_strew(problem& of) {
  strew::mpi::table table(MPI_COMM_WORLD, strew::view(of.table.data(), {of.mine, of.columns}),
                          strew::layout::blocks(of.rows, static_cast<std::uint64_t>(ranks)));
  const strew::view rows(of.updates.data(), {of.positions, of.columns});
  times made{};
  strew::options add;
  add.reduction = strew::reduction::add;
  made.setup = best(5, [&] { auto one = table.prepare_scatter(of.at, add); });
  auto gather = table.prepare_gather(of.at);
  auto sum = table.prepare_scatter(of.at, add);
  gather.run(rows);
  sum.run(rows);
  made.gather = best(7, [&] { gather.run(rows); });
  made.sum = best(7, [&] { sum.run(rows); });
  return made;
}

times of_petsc(problem& of) {
  std::vector<PetscSFNode> remote(of.at.size());
  for (std::size_t n = 0; n < of.at.size(); ++n) {
    int owner = static_cast<int>(of.at[n] * ranks / of.rows);
    while (of.at[n] >= of.rows * (owner + 1) / ranks) ++owner;
    remote[n].rank = owner;
    remote[n].index = static_cast<PetscInt>(of.at[n] - of.rows * owner / ranks);
  }
  MPI_Datatype row = MPI_DOUBLE;
  if (of.columns != 1) {
    MPI_Type_contiguous(static_cast<int>(of.columns), MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
  }
  PetscSF sf = nullptr;
  const auto make = [&] {
    PetscSFCreate(PETSC_COMM_WORLD, &sf);
    PetscSFSetGraph(sf, static_cast<PetscInt>(of.mine), static_cast<PetscInt>(of.positions), nullptr, PETSC_OWN_POINTER,
                    remote.data(), PETSC_COPY_VALUES);
    PetscSFSetUp(sf);
  };
  times made{};
  made.setup = best(5, [&] {
    if (sf != nullptr) PetscSFDestroy(&sf);
    make();
  });
  const auto gather = [&] {
    PetscSFBcastBegin(sf, row, of.table.data(), of.updates.data(), MPI_REPLACE);
    PetscSFBcastEnd(sf, row, of.table.data(), of.updates.data(), MPI_REPLACE);
  };
  const auto sum = [&] {
    PetscSFReduceBegin(sf, row, of.updates.data(), of.table.data(), MPI_SUM);
    PetscSFReduceEnd(sf, row, of.updates.data(), of.table.data(), MPI_SUM);
  };
  gather();
  sum();
  made.gather = best(7, gather);
  made.sum = best(7, sum);
  PetscSFDestroy(&sf);
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  PetscInitialize(&argc, &argv, nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  problem one{};
  one.positions = argc > 1 ? std::atoll(argv[1]) : 125000;
  one.columns = argc > 2 ? std::atoll(argv[2]) : 1;
  one.rows = argc > 3 ? std::atoll(argv[3]) : 500000;
  one.first = one.rows * rank / ranks;
  one.mine = one.rows * (rank + 1) / ranks - one.first;
  std::mt19937_64 draw(static_cast<unsigned>(rank));
  for (std::int64_t n = 0; n < one.positions; ++n)
    one.at.push_back(static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(one.rows)));
  one.table.assign(static_cast<std::size_t>(one.mine * one.columns), 1.0);
  one.updates.assign(static_cast<std::size_t>(one.positions * one.columns), 1e-9);
  const times petsc = of_petsc(one), strew_times = of_strew(one);
  if (rank == 0) {
    std::printf("%d ranks, %lld positions a rank, %lld rows of %lld doubles\n", ranks,
                static_cast<long long>(one.positions), static_cast<long long>(one.rows),
                static_cast<long long>(one.columns));
    std::printf("         strew ms  PetscSF ms  ratio\n");
    const auto line = [](const char* what, double mine, double others) {
      std::printf("%-7s %9.2f %11.2f %6.2f\n", what, mine * 1e3, others * 1e3, mine / others);
    };
    line("setup", strew_times.setup, petsc.setup);
    line("gather", strew_times.gather, petsc.gather);
    line("sum", strew_times.sum, petsc.sum);
  }
  PetscFinalize();
  return 0;
}
