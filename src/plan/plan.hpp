// A plan: an operator on given types, shapes, strides and options, decided once. Immutable; executed from any number of
// threads at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/operands.hpp"
#include "problem/destinations.hpp"
#include "problem/operation.hpp"
#include "solve/solver.hpp"

namespace strew {
inline namespace engine {

// A problem and how it is solved.
struct step {
  problem what;
  rule_list rules;  // of its coordinates
  program how;
};

// A reduction through a workspace of cells: fill it from the output, let the updates meet the cells, put those that
// were touched back.
struct staged_steps {
  step load;
  step accumulate;
  step store;
  std::uint64_t bytes = 0;  // of the workspace
};

// How the indices are judged: each distinct one is read, members by their rules.
struct judgement {
  small_vector<axis> axes;  // along which distinct positions lie; the kernel takes the last one
  struct member {
    kernel::coordinate_rule rule;
    std::int64_t index_offset = 0;
    bool reads = false;  // some value can be bad
  };
  small_vector<member> members;
  kernel::judge_kernel is_bad = nullptr;
  bool lacks_start = false;  // some member has no valid start at all

  // Some value can be bad.
  [[nodiscard]] bool is_needed() const {
    return lacks_start || std::any_of(members.begin(), members.end(), [](const member& m) { return m.reads; });
  }
};

// What every execution asks about an operand.
struct operand_facts {
  bool is_empty = true;
  byte_range reach;  // from its first element
};

// What a plan was made from. Its operation keeps the raw problem.
struct request {
  operation what;
  operands ops;
  const solver* wanted = nullptr;  // a solver asked for by name
};

struct plan {
  operands ops;
  const kernel::kernel_set* kernels = nullptr;  // where every kernel of an execution comes from
  operand_facts data, indices, updates, output;
  step main;
  std::optional<step> prologue;                // a scatter's copy of data, left out in place
  std::shared_ptr<const staged_steps> staged;  // in the place of main; null where the reduction keeps no state
  std::optional<destinations> duplicates;      // where positions are looked for that write one cell
  std::uint64_t workspace = 0;                 // bytes an execution obtains
  bool judges = false;                         // an index can be bad, so all are judged before the first write
  judgement judged;
  // A small table that many updates meet is worked on in a copy, so that its indices are read once: they are judged on
  // the way, and the output is written when all were good. Bytes of the copy; 0: it is not done.
  std::uint64_t aside = 0;
  bool data_fits_output = false;                 // a scatter with data == output is in place
  std::shared_ptr<const request> asked;          // null in one call, where no indices can be prepared
  std::shared_ptr<const std::byte> own_indices;  // of prepared indices, in the place of the caller's; kept alive here
  std::uint64_t own_digest = 0;                  // of their values
  bool has_own_indices = false;
};

// Fills a new plan in, where it is: with all its problems it is some kilobytes. `wanted`: a solver to be used wherever
// it is applicable, or null. AT5 if it is nowhere.
check make_plan(const operation& what, operands ops, const solver* wanted, plan& made);

constexpr std::uint64_t most_aside = 1U << 14U;  // on the stack of an execution

judgement judgement_of(const problem& p, const kernel::kernel_set& kernels);

// Bytes that the operation must read and write: indices, what moves, and a scatter's copy of data. The largest number
// where there are more.
std::uint64_t bytes_of(const plan& p);

// All that decides what an execution with good indices writes: the move, a scatter's copy of data, and prepared
// indices, of which the text and the hash have a digest.
bool are_same(const plan& left, const plan& right);
std::uint64_t hash(const plan& p);
std::string to_text(const plan& p);  // one line; equal lines are the same

std::string describe(const plan& p);  // one line
std::string explain(const plan& p);   // describe, then a line for each refused solver

}  // namespace engine
}  // namespace strew
