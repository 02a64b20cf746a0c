// ranks_test WHAT [SEEDS]: tables of MPI ranks against one call that has all positions. WHAT: random, large, graphs,
// wrong, shares, cancel, kill, alone. Ends with status 0 where all was as it should be; the first difference ends the
// job.
#include <strew/mpi.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "graphs.hpp"
#include "problem.hpp"

namespace strew::testing {
namespace {

int rank = 0, ranks = 1;

[[noreturn]] void end(const std::string& why) {
  std::fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, why.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}
void expect(bool is_so, const std::string& what) {
  if (!is_so) end(what);
}

void expect_same(const bytes& got, const bytes& wanted, const std::string& label, const char* what) {
  expect(got == wanted, label + ": the " + what + " have other bits");
}

// The rank's rows of the table and of its positions are those of the serial call.
void compare(const mpi_problem& one, const bytes& shard, const bytes& mine, const bytes& whole, const bytes& all_rows,
             const std::string& label) {
  const auto me = static_cast<std::uint64_t>(rank);
  expect_same(shard, one.shard(whole, me), label, "rows of the table");
  const auto first = all_rows.begin() + one.first(me) * one.row_bytes();
  expect_same(mine, bytes(first, first + one.count(me) * one.row_bytes()), label, "rows of the positions");
}

void run_one(mpi_problem& one, const std::string& label) {
  const auto me = static_cast<std::uint64_t>(rank);
  bytes whole = one.table, all_rows = one.updates, shard = one.shard(one.table, me);
  const auto from = one.updates.begin() + one.first(me) * one.row_bytes();
  bytes mine(from, from + one.count(me) * one.row_bytes());
  const auto here = static_cast<std::int64_t>(std::count(one.owners.begin(), one.owners.end(), me));
  mpi::table table(MPI_COMM_WORLD, one.rows_of(shard, here), one.rows_at, one.budget);
  const const_view at = one.indices_of(one.first(me), one.count(me));
  const view rows = one.rows_of(mine, one.count(me));
  const bool is_gather = one.kind == exchange_kind::gather;
  const result<void> got = is_gather ? table.try_gather(at, rows, one.how) : table.try_scatter(at, rows, one.how);
  const result<void> wanted = one.serial(whole, all_rows);
  expect(got.has_value() == wanted.has_value(), label + ": another outcome");
  if (!got) {
    expect(got.error().message() == wanted.error().message(), label + ": " + std::string(got.error().message()));
    compare(one, shard, mine, one.table, one.updates, label);
    return;
  }
  compare(one, shard, mine, whole, all_rows, label);
  mpi::prepared again = is_gather ? table.prepare_gather(at, one.how) : table.prepare_scatter(at, one.how);
  for (int n = 0; n < 3; ++n) {
    again.run(rows);
    expect(one.serial(whole, all_rows).has_value(), "serial");
    compare(one, shard, mine, whole, all_rows, label);
  }
}

void run_random(unsigned seeds, bool has_many) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    mpi_problem one(seed, static_cast<std::uint64_t>(ranks), has_many);
    run_one(one, "seed " + std::to_string(seed));
  }
}

// Every graph is gathered along, and summed along, with and without a budget of one row.
void run_graphs() {
  for (const graph& one : all_graphs(ranks)) {
    for (const exchange_kind kind : {exchange_kind::gather, exchange_kind::scatter}) {
      mpi_problem whole(one, kind);
      run_one(whole, one.name);
      whole.budget = 12;
      run_one(whole, std::string(one.name) + " in rounds");
    }
  }
}

// What was gathered is a table in turn: gathered from again, its rows are those of the composed indices.
void run_composed() {
  const auto me = static_cast<std::uint64_t>(rank);
  const graph first = ring(ranks), second = all_to_each(ranks);
  const auto gathered = [&](std::vector<float>& table, const graph& along, const std::vector<std::int64_t>& sizes) {
    std::vector<std::int64_t> starts = {0};
    for (const std::int64_t size : sizes) starts.push_back(starts.back() + size);
    std::vector<std::int64_t> at = along.leaves[me];
    for (std::int64_t& row : at) row %= std::max<std::int64_t>(starts.back(), 1);
    std::vector<float> made(at.size());
    mpi::table(MPI_COMM_WORLD, view(table), layout::blocks(starts)).gather(at, view(made));
    return made;
  };
  std::vector<float> rows;
  std::vector<std::int64_t> leaves, all;
  std::int64_t begun = 0;
  for (std::uint64_t r = 0; r < first.sizes.size(); ++r) {
    for (std::int64_t n = 0; n < first.sizes[r] && r == me; ++n) rows.push_back(static_cast<float>(10 * (begun + n)));
    begun += first.sizes[r];
    leaves.push_back(static_cast<std::int64_t>(first.leaves[r].size()));
    all.insert(all.end(), first.leaves[r].begin(), first.leaves[r].end());
  }
  std::vector<float> once = gathered(rows, first, first.sizes);
  const std::vector<float> twice = gathered(once, second, leaves);
  for (std::size_t n = 0; n < twice.size(); ++n) {
    const auto row = static_cast<std::size_t>(second.leaves[me][n]) % all.size();
    expect(twice[n] == static_cast<float>(10 * all[row]), "composed: position " + std::to_string(n));
  }
}

// Of every kind of mistake that one rank alone makes, all ranks are told, within moments.
void run_wrong() {
  std::vector<float> mine(8), updates(6, 1);
  const std::vector<std::int64_t> at = {0, 1, 2};
  const layout rows_at = layout::blocks(4 * ranks, static_cast<std::uint64_t>(ranks));
  mpi::table table(MPI_COMM_WORLD, view(mine.data(), {4, 2}), rows_at);
  const view good(updates.data(), {3, 2});
  const bool is_me = rank == ranks - 1;
  const auto expect_told = [&](const result<void>& got, const char* what) {
    const std::string told = got ? "no error" : std::string(got.error().message());
    expect(told.find("XC3") == 0 && (ranks == 1 || told.find(std::to_string(ranks - 1)) != std::string::npos),
           std::string(what) + ": " + told);
  };
  expect_told(table.try_scatter(at, is_me ? view(updates.data(), {2, 2}) : good), "fewer rows");
  expect_told(table.try_scatter(at, is_me ? view(updates.data(), {3, 1}) : good), "narrower rows");
  std::vector<double> wide(6);
  expect_told(table.try_scatter(at, is_me ? view(wide.data(), {3, 2}) : good), "another type");
  const std::vector<std::int32_t> narrow = {0, 1, 2};
  options how;
  how.reduction = is_me ? reduction::mul : reduction::add;
  if (ranks > 1) expect_told(table.try_scatter(at, good, how), "another reduction");
  if (ranks > 1) expect_told(is_me ? table.try_gather(at, good) : table.try_scatter(at, good), "another operator");
  how.duplicates = duplicates::error;
  how.reduction = reduction::add;
  expect_told(is_me ? table.try_scatter(at, good, how) : table.try_scatter(at, good), "refused options");
  expect_told(table.try_scatter(at, is_me ? view(static_cast<float*>(nullptr), {3, 2}) : good), "null rows");
  expect_told(table.try_scatter(at, is_me ? view(mine.data() + 1, {3, 2}) : good), "rows of the table itself");
  const const_view no_indices(static_cast<const std::int64_t*>(nullptr), {3}), square(at.data(), {3, 1});
  expect_told(table.try_scatter(is_me ? no_indices : const_view(at), good), "null indices");
  expect_told(table.try_scatter(is_me ? square : const_view(at), good), "indices of two dimensions");
  if (ranks > 1) expect_told(table.try_scatter(is_me ? const_view(narrow) : const_view(at), good), "other indices");
  expect(mine == std::vector<float>(8) && updates == std::vector<float>(6, 1), "nothing is written");
  const result<mpi::table> other = mpi::table::try_make(MPI_COMM_WORLD, view(mine.data(), {is_me ? 3 : 4, 2}), rows_at);
  expect(!other, "a table with a row too few");
  table.scatter(at, good);  // and it goes on
  mpi::prepared again = table.prepare_scatter(at);
  again.run(good);
  const result<void> late = again.try_run(is_me ? view(updates.data(), {2, 2}) : good);
  expect(is_me == !late || rank == 0, "a prepared call whose rows are refused at one rank");
  if (is_me) expect(late.error().rule() == "XC1", std::string(late.error().message()));
  MPI_Barrier(MPI_COMM_WORLD);
  again.run(good);
  mpi::prepared read = table.prepare_gather(at);
  const result<void> constant = is_me ? read.try_run(const_view(good)) : read.try_run(good);
  expect(is_me == !constant, "a gather into const rows at one rank");
  MPI_Barrier(MPI_COMM_WORLD);
  read.run(good);
}

// The first rank stops in the rounds: it is told so, those who wait for its rows are told, and all come back.
void run_cancel() {
  const std::int64_t count = 20000;
  std::vector<float> mine(static_cast<std::size_t>(count)), updates(static_cast<std::size_t>(count));
  std::vector<std::int64_t> at(static_cast<std::size_t>(count));
  for (std::size_t n = 0; n < at.size(); ++n) at[n] = static_cast<std::int64_t>(n * 7919) % (count * ranks);
  mpi::table table(MPI_COMM_WORLD, view(mine.data(), {count, 1}),
                   layout::blocks(count * ranks, static_cast<std::uint64_t>(ranks)), 4000);
  std::atomic<int> polls{0};
  execution run;
  if (rank == 0) run.cancel = [&] { return ++polls > 200; };
  options how;
  how.reduction = reduction::add;
  const result<void> got = table.try_scatter(at, view(updates.data(), {count, 1}), how, run);
  if (rank == 0) expect(!got && got.code() == status::cancelled, "cancelled");
  if (rank != 0) expect(!got && got.error().rule() == "XC3", "told of rank 0");
  MPI_Barrier(MPI_COMM_WORLD);
  table.scatter(at, view(updates.data(), {count, 1}), how);
}

// Ranks of one host share the processors that any of them may use.
void run_shares() {
#if defined(__linux__)
  using mpi::detail::processor_set;
  const auto share_where_bound = [](const processor_set& to) {
    expect(sched_setaffinity(0, sizeof to, reinterpret_cast<const cpu_set_t*>(to.data())) == 0, "not bound");
    return mpi::detail::processors_of_rank(MPI_COMM_WORLD);
  };
  processor_set all{}, one{};
  all.fill(~std::uint64_t{0});
  one[0] = 1;
  const std::uint64_t shared = share_where_bound(all),
                      there = mpi::detail::count_of(mpi::detail::processors_of_process());
  expect(shared == std::max<std::uint64_t>(1, there / static_cast<std::uint64_t>(ranks)),
         "a share of " + std::to_string(shared) + " of " + std::to_string(there) + " processors");
  expect(share_where_bound(one) == 1, "all are bound to the first processor");
  expect(share_where_bound(rank == 0 ? all : one) == shared, "the first rank may use all processors");
  const std::uint64_t kept = mpi::detail::kept_processors_of_rank(MPI_COMM_WORLD);
  share_where_bound(one);
  expect(mpi::detail::kept_processors_of_rank(MPI_COMM_WORLD) == kept, "found once");
#endif
}

// The last rank dies; MPI ends the others.
void run_kill() {
  std::vector<float> mine(4), updates(3);
  const std::vector<std::int64_t> at = {0, 1, 2};
  mpi::table table(MPI_COMM_WORLD, view(mine.data(), {4, 1}),
                   layout::blocks(4 * ranks, static_cast<std::uint64_t>(ranks)));
  for (int n = 0;; ++n) {
    if (n == 100 && rank == ranks - 1) std::raise(SIGKILL);
    table.scatter(at, view(updates.data(), {3, 1}));
  }
}

int run(std::string_view what, unsigned seeds) {
  const auto begun = std::chrono::steady_clock::now();
  if (what == "random" || what == "large") {
    run_random(seeds, what == "large");
  } else if (what == "graphs") {
    run_graphs();
    run_composed();
  } else if (what == "wrong") {
    run_wrong();
  } else if (what == "shares") {
    run_shares();
  } else if (what == "cancel") {
    run_cancel();
  } else if (what == "kill") {
    run_kill();
  } else {
    return 2;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) std::printf("%s, %d ranks: good, %.1f s\n", std::string(what).c_str(), ranks, seconds.count());
  return 0;
}

}  // namespace
}  // namespace strew::testing

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &strew::testing::rank);
  MPI_Comm_size(MPI_COMM_WORLD, &strew::testing::ranks);
  int status = 2;
  if (argc > 1 && std::string_view(argv[1]) == "alone") {  // under the launcher of another MPI
    float one = 0;
    const auto made = strew::mpi::table::try_make(MPI_COMM_WORLD, strew::view(&one, {1}), strew::layout::blocks(1, 1));
    status = !made && made.error().rule() == "XC3" ? 0 : 1;
  } else if (argc > 1) {
    status = strew::testing::run(argv[1], argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 200);
  }
  MPI_Finalize();
  return status;
}
