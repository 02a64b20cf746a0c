// The table of solvers: implementations of a problem, fastest first; the last one is always applicable. Each solver is
// in its own file: the conditions under which it refuses, how its program is made and how it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "cost/workload.hpp"
#include "facts/index_facts.hpp"
#include "kernel/kernel_set.hpp"
#include "partition/team.hpp"
#include "problem/problem.hpp"
#include "solve/program.hpp"
#include "walk/cancel.hpp"
#include "walk/part.hpp"

namespace strew::engine {

// The arguments by which a solver decides whether it is applicable, and what most of them ask.
struct situation {
  situation(const engine::problem& p, const kernel::kernel_set& of, const index_facts& known = {});

  const engine::problem& problem;
  const kernel::kernel_set& kernels;
  index_facts facts;
  bool moves_nothing;
  bool collides;            // two positions may write one cell
  bool cuts_windows;        // windows may be partly outside the table
  bool is_paired;           // it has what few solvers know; see problem::is_paired
  bool overlaps;            // windows of different positions may overlap: they are written one after the other
  std::size_t outer;        // axes that select a position
  std::uint64_t positions;  // points of these
  // What the moved units and their positions cost, as bytes moved in order: worth a task each min_task_bytes.
  // Saturates.
  std::uint64_t work;
};

struct solver {
  const char* name;
  const char* method;  // what it does, for readers of a plan: "copies cells in the order of memory"
  // The reason why it cannot solve the problem; null if it can. Asked through refusal_of.
  const char* (*refuse)(const situation& in);
  program (*make)(const situation& in);
  // One task. False if it was cancelled. Writes in the order of the contract. Null: only run_team.
  bool (*run)(const program& chosen, const part& work, const cancellation& cancel);
  // Positions that are resolved together; null: it does not process blocks.
  std::size_t (*block)(const program& chosen) = nullptr;
  // Bytes of workspace that it requires; null: none.
  std::uint64_t (*workspace)(const program& chosen) = nullptr;
  // What tasks would do where indices have such facts, by which an execution chooses among the candidates. Null: where
  // the row is applicable, no other one is.
  workload (*cost)(const program& chosen, const situation& in, std::uint64_t tasks) = nullptr;
  // The last of the candidates: rows below are never faster.
  bool is_general = false;
  // A candidate only where the indices are known for sure to be in order, or a sample shows a few runs.
  bool needs_order = false;
  // Divides a whole problem among the tasks of a team; null: the step is divided along an axis.
  bool (*run_team)(const program& chosen, const part& whole, const team& with, const cancellation& cancel) = nullptr;
  // It sorts the positions, or takes them in the order that prepared indices keep: what it does with a part of them
  // tells nothing.
  bool sorts = false;
  // It reports each position without a start (part::report_skip), so that indices can be validated while it runs.
  bool reports = false;
  // It moves blocks by a block_mover alone, which knows updates with indices or weights of their own.
  bool takes_pairs = false;
  bool takes_codes = false;  // it knows reads whose units are decoded
};

// What few solvers know, of a problem that is paired.
const char* why_paired(const problem& p);

// Why a row cannot solve a problem; null if it can.
inline const char* refusal_of(const solver& row, const situation& in) {
  const bool reads_codes = in.problem.decoding && !in.problem.is_write();
  if (in.is_paired && !(reads_codes ? row.takes_codes : row.takes_pairs)) return why_paired(in.problem);
  return row.refuse(in);
}

std::span<const solver* const> solvers();

// Null if there is no solver of that name.
const solver* find_solver(std::string_view name);

// The rows, each defined in its own file.
extern const solver nop_solver, copy_solver, decoded_solver, segments_solver, collected_solver, dots_solver,
    buckets_solver, sorted_solver, private_solver, binned_solver, split_solver, grouped_solver, owned_solver,
    windows_solver, runs_solver, rows_solver, elements_solver, strided_solver;

}  // namespace strew::engine
