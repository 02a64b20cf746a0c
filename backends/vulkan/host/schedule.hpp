// What a device does for a plan, dispatch by dispatch, and the memory that it takes. Of the host alone.
#pragma once

#include <strew/problem.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/atomics.hpp"
#include "host/layout.hpp"
#include "host/points.hpp"

namespace strew::vulkan {

enum class kernel : std::uint8_t {
  start,
  validate,
  report,
  clear,
  keys,
  radix,
  sort_small,
  repeats,
  move,
  move_sorted,
  places,
  apply,
  rows,
  decode,
  atomic
};
constexpr std::size_t kernel_count = 15;

// That of its source.
const char* name_of(kernel what);

// A kernel with its constants: a pipeline.
struct variant {
  kernel what = kernel::start;
  std::array<std::uint32_t, 3> constants = {0, 0, 0};

  friend bool operator==(const variant&, const variant&) = default;
};

// Which calls take part in: strew_vulkan_call::phase.
enum class stage : std::uint8_t {
  validate,  // of WHOLE and PREPARE: indices are validated and their order found
  write      // of WHOLE and REUSE
};

// How a call combines updates that meet in cells: sorted by cells, or by atomic operations where addresses are aligned.
// A dispatch of `any` is part of either.
enum class way : std::uint8_t { any, sorting, atomics };

// Where a list of the sort is: the final ones are kept for reuse.
enum class list : std::uint8_t { none, kept, scratch, slots };

struct dispatch {
  stage when = stage::validate;
  way by = way::any;
  std::uint64_t alignment = 1;  // of atomics: all addresses are multiples of it, else updates are sorted
  variant general;
  bool has_fast = false;  // `fast` serves instead where all addresses are multiples of fast_alignment
  variant fast;
  std::uint64_t fast_alignment = 1;
  std::size_t tables = 0;  // number of a problem in schedule::tables
  std::uint64_t count = 0;
  std::uint64_t invocations = 0;  // of push.count and what is inside; of radix groups instead
  std::uint32_t flags = 0;
  std::uint64_t width = 1;      // bytes of a unit of the problem, which a kernel moves by its own units
  std::uint64_t most_unit = 1;  // of the kernel
  bool moves = false;           // its unit is of addresses, and the number of its units counts into invocations
  std::uint64_t units = 1;      // inside each of its places, if they do not depend on addresses
  bool copies = false;          // data to output: nothing to do in place
  list keys_from = list::none;
  list keys_to = list::none;
  std::uint32_t shift = 0;
  std::uint32_t round = 0;
  std::uint32_t reduction = 0;  // of atomics
};

// Of a sort: two lists of keys and of values, and digits of blocks; then of the sorted points and of cells whose
// updates are not applied at once.
struct sort_room {
  std::uint64_t key_bytes = 0;    // of one list
  std::uint64_t value_bytes = 0;  // of one list
  std::uint64_t histogram_bytes = 0;
  std::uint64_t totals_bytes = 0;
  std::uint64_t place_bytes = 0;
  std::uint64_t slot_bytes = 0;
  [[nodiscard]] std::uint64_t kept() const { return key_bytes + value_bytes; }
  [[nodiscard]] std::uint64_t places() const { return 2 * kept() + histogram_bytes + totals_bytes; }
  [[nodiscard]] std::uint64_t slots() const { return places() + place_bytes; }
  [[nodiscard]] std::uint64_t all() const { return slots() + slot_bytes; }
};

struct schedule {
  std::vector<points> tables;
  std::vector<std::int32_t> operands_of_table;   // STREW_OPERAND_* of each: its table
  std::vector<std::int32_t> operands_of_direct;  // ... and direct operand
  std::vector<dispatch> dispatches;
  sort_room room;  // enough for all of its sorts
};

// The schedule of all steps of a view; null, or what a device cannot number.
refusal make_schedule(const strew_problem_view& view, const device_facts& of, schedule& made);

}  // namespace strew::vulkan
