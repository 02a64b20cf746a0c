#include "host/schedule.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace strew::vulkan {
namespace {

constexpr std::uint64_t group_size = 256;
constexpr std::uint64_t radix_block = 2048;
constexpr std::uint64_t small_sort = 2048;  // what shaders/sort_small.comp has room for
constexpr unsigned digit_bits = 8;
constexpr std::uint64_t updates_at_once = 16384;  // of a cell, in shaders/cells.glsl
constexpr std::uint64_t slot_bytes = 24;

constexpr std::uint64_t rounded_up(std::uint64_t bytes) {
  return (bytes + 255) / 256 * 256;
}

bool has_wide_keys(const table_problem& p) {
  return p.no_key > 0xffffffff;
}

// Unsigned types stand for signed ones where a reduction has the same bits: half the pipelines of integers.
std::uint32_t type_of(const strew_problem_step& step) {
  const bool orders = step.reduction == STREW_REDUCTION_MIN || step.reduction == STREW_REDUCTION_MAX ||
                      step.reduction == STREW_REDUCTION_MEAN;
  const bool is_signed = step.dtype >= STREW_DTYPE_I8 && step.dtype <= STREW_DTYPE_I64;
  return is_signed && !orders ? step.dtype - STREW_DTYPE_I8 + STREW_DTYPE_U8 : step.dtype;
}

bool is_real_float(strew_dtype type) {
  return type >= STREW_DTYPE_F16 && type <= STREW_DTYPE_F64;
}

// Of truths sums are an or, products an and, differences a xor: fewer pipelines.
std::int32_t reduction_of(const strew_problem_step& step) {
  if (step.dtype != STREW_DTYPE_BOOL) return step.reduction;
  if (step.reduction == STREW_REDUCTION_ADD || step.reduction == STREW_REDUCTION_MAX) return STREW_REDUCTION_OR;
  if (step.reduction == STREW_REDUCTION_MUL || step.reduction == STREW_REDUCTION_MIN) return STREW_REDUCTION_AND;
  return step.reduction == STREW_REDUCTION_SUB ? STREW_REDUCTION_XOR : step.reduction;
}

// The constants of shaders/apply.comp.
variant apply_variant(const strew_problem_step& step) {
  constexpr std::uint32_t no_weights = 0, has_weights = 1, may_have_weights = 2;
  const bool is_weighted = step.weight_dtype != STREW_DTYPE_OPAQUE;
  const std::uint32_t weights = !is_real_float(step.dtype) ? may_have_weights : is_weighted ? has_weights : no_weights;
  return {kernel::apply, {type_of(step), static_cast<std::uint32_t>(reduction_of(step)), weights}};
}

// One index for each point, whose places a kernel of its own may compute.
bool has_plain_indices(const points& p) {
  const table_side& side = p.problem.sides[table_side_of];
  if (p.problem.enumerated != 1 || side.coordinate_count != 1 || p.sides[from_side].is_there) return false;
  const table_coordinate& c = p.sides[table_side_of].coordinates[0];
  return c.window == 1 && c.window_axis < 0 && c.extent > 0 && side.has_offsets == 0 && side.has_kept == 0 &&
         p.axes[0].table_stride == 0 && p.axes[0].direct_stride > 0;
}

bool is_below_32_bits(std::uint64_t a, std::uint64_t b) {
  return a <= 0xfffffffe / std::max<std::uint64_t>(b, 1);
}

// What shaders/rows.comp reads.
bool reads_rows(const points& p, const strew_problem_step& step) {
  const bool has_start = step.out_of_bounds == STREW_OOB_ERROR || step.out_of_bounds == STREW_OOB_ASSUME;
  return step.direction == STREW_READ && step.decoding == nullptr && has_plain_indices(p) && has_start &&
         p.problem.axis_count == 1 && step.padding < 0 && p.axes[0].direct_stride == step.width &&
         is_below_32_bits(p.problem.points, static_cast<std::uint64_t>(step.width) / 4);
}
std::uint64_t unit_of_rows(std::int64_t width) {
  return std::min<std::uint64_t>(16, static_cast<std::uint64_t>(width & -width));
}

class maker {
 public:
  maker(const strew_problem_view& view, const device_facts& of, schedule& to)
      : view_(view), facts_(of), move_(view.steps[view.step_count - 1]), to_(to) {}

  refusal make() {
    for (std::uint64_t n = 0; n < view_.step_count; ++n) {
      if (const refusal reason = add_table(view_.steps[n])) return reason;
    }
    validate();
    if (const refusal reason = find_repeats()) return reason;
    find_order();
    for (std::uint64_t n = 0; n < view_.step_count; ++n) write(n);
    return nullptr;
  }

 private:
  refusal add_table(const strew_problem_step& step) {
    to_.operands_of_table.push_back(step.table);
    to_.operands_of_direct.push_back(step.direct);
    return make_points(view_, step, to_.tables.emplace_back());
  }
  [[nodiscard]] std::size_t last() const { return view_.step_count - 1; }
  [[nodiscard]] const points& of_move() const { return to_.tables[last()]; }

  dispatch& add(kernel what, std::size_t tables, std::uint64_t count) {
    dispatch made;
    made.general.what = what;
    made.tables = tables;
    made.count = made.invocations = count;
    return to_.dispatches.emplace_back(made);
  }

  // Positions, or offsets of all entries.
  [[nodiscard]] std::uint64_t count_validated(std::uint32_t which) const {
    const table_side& side = of_move().problem.sides[which];
    const side_lists& lists = of_move().sides[which];
    if (!lists.is_there || side.member_count == 0) return 0;
    if (side.has_offsets == 0) return side.position_count;
    auto count = static_cast<std::uint64_t>(side.offset_count);
    for (std::uint32_t n = 0; n < side.batch_rank; ++n) count *= lists.positions[n].extent;
    return count;
  }

  void validate() {
    add(kernel::start, last(), 1);
    bool validates = false;
    for (const std::uint32_t s : {from_side, table_side_of}) {
      const std::uint64_t count = count_validated(s);
      const bool is_bound = (s == from_side ? view_.bound_from : view_.bound_indices) != nullptr;
      if (count == 0 || is_bound) continue;
      add(kernel::validate, last(), count).general.constants[0] = s;
      validates = true;
    }
    if (validates) add(kernel::report, last(), 1);
  }

  [[nodiscard]] static bool is_needed(const points& p) { return !p.is_empty && p.problem.points > 1; }

  refusal find_repeats() {
    const bool looks = move_.duplicates == STREW_DUPLICATES_ERROR && move_.direction == STREW_WRITE;
    if (!looks || of_move().is_empty || move_.can_collide == 0) return nullptr;
    const std::size_t tables = to_.tables.size();
    to_.operands_of_table.push_back(move_.table);
    to_.operands_of_direct.push_back(move_.direct);
    if (const refusal reason = make_positions(view_, to_.tables.emplace_back())) return reason;
    const points& p = to_.tables[tables];
    if (!is_needed(p)) return nullptr;
    sort(tables);
    for (const bool finds_other : {false, true}) {
      dispatch& made = add(kernel::repeats, tables, p.problem.points);
      made.general.constants[0] = finds_other ? 1 : 0;
      made.keys_from = list::kept;
      made.flags = key_flags(p);
    }
    add(kernel::report, tables, 1).general.constants[0] = 1;
    return nullptr;
  }

  static std::uint32_t key_flags(const points& p) { return has_wide_keys(p.problem) ? std::uint32_t{wide_keys} : 0; }

  // Whether cells need an order, or for moves the last point alone.
  [[nodiscard]] bool collides() const {
    return move_.direction == STREW_WRITE && of_move().collides && move_.can_collide != 0 && is_needed(of_move());
  }
  [[nodiscard]] bool finds_winners() const {
    const table_problem& p = of_move().problem;
    return move_.reduction == STREW_REDUCTION_NONE && p.no_key <= 4 * std::uint64_t{p.points} + 65536;
  }

  // By atomics too; where they are not aligned, and to prepare an order, updates are sorted.
  [[nodiscard]] bool has_atomics() const {
    const std::uint64_t bytes = atomic_bytes(move_, facts_);
    return bytes != 0 && collides() && of_move().alignment % bytes == 0;
  }
  void mark_sorting(std::size_t first) {
    if (!has_atomics()) return;
    for (std::size_t n = first; n < to_.dispatches.size(); ++n) to_.dispatches[n].by = way::sorting;
  }

  void find_order() {
    if (!collides()) return;
    if (!finds_winners()) {
      const std::size_t first = to_.dispatches.size();
      sort(last());
      return mark_sorting(first);
    }
    const table_problem& p = of_move().problem;
    to_.room.value_bytes = std::max(to_.room.value_bytes, rounded_up(4 * p.no_key));
    add(kernel::clear, last(), p.no_key).keys_to = list::kept;
    dispatch& made = add(kernel::keys, last(), p.points);
    made.flags = winners;
    made.keys_to = list::kept;
  }

  // Passes go to and fro between the lists, so that the last one ends in the kept ones.
  void sort(std::size_t tables) {
    const points& p = to_.tables[tables];
    const std::uint64_t count = p.problem.points;
    const std::uint64_t blocks = (count + radix_block - 1) / radix_block;
    to_.room.key_bytes = std::max(to_.room.key_bytes, rounded_up(count * (has_wide_keys(p.problem) ? 8 : 4)));
    to_.room.value_bytes = std::max(to_.room.value_bytes, rounded_up(count * 4));
    const bool is_small = count <= small_sort;
    const unsigned bits = static_cast<unsigned>(std::bit_width(p.problem.no_key));
    const unsigned passes = is_small ? 1 : (bits + digit_bits - 1) / digit_bits;
    list from = passes % 2 == 0 ? list::kept : list::scratch;
    dispatch& keys = add(kernel::keys, tables, count);
    keys.flags = key_flags(p);
    keys.keys_to = from;
    if (is_small) return add_pass(kernel::sort_small, tables, from, 0, 0, 1);
    to_.room.histogram_bytes = std::max(to_.room.histogram_bytes, blocks * 1024);
    to_.room.totals_bytes = 1024;
    for (unsigned pass = 0; pass < passes; ++pass) {
      for (const std::uint32_t phase : {0U, 1U, 2U})
        add_pass(kernel::radix, tables, from, phase, pass * digit_bits, phase == 1 ? group_size : blocks);
      from = from == list::kept ? list::scratch : list::kept;
    }
  }
  void add_pass(kernel what, std::size_t tables, list from, std::uint32_t phase, std::uint32_t shift,
                std::uint64_t groups) {
    const points& p = to_.tables[tables];
    dispatch& made = add(what, tables, p.problem.points);
    made.general.constants[0] = phase;
    made.invocations = groups * group_size;
    made.flags = key_flags(p);
    made.shift = shift;
    made.keys_from = from;
    made.keys_to = from == list::kept ? list::scratch : list::kept;
  }

  void write(std::uint64_t n) {
    const strew_problem_step& step = view_.steps[n];
    const points& p = to_.tables[n];
    if (p.is_empty) return;
    dispatch& made = add(kernel::move, n, p.problem.points);
    made.when = stage::write;
    made.invocations = std::uint64_t{p.problem.points} * p.problem.columns;
    made.width = static_cast<std::uint64_t>(step.width);
    made.most_unit = 16;
    made.moves = true;
    made.copies = step.kind == STREW_STEP_COPY;
    if (n == last() && collides()) {
      made.keys_from = list::kept;
      made.flags = finds_winners() ? std::uint32_t{winners} : sorted | key_flags(p);
    }
    if (step.decoding != nullptr) return decode(made, *step.decoding);
    if (step.reduction != STREW_REDUCTION_NONE) return combine(made, step);
    if ((made.flags & sorted) != 0) made.general.what = kernel::move_sorted;
    if (!reads_rows(p, step)) return;
    made.has_fast = true;
    made.fast_alignment = 4;
    made.fast = {kernel::rows, {static_cast<std::uint32_t>(unit_of_rows(step.width)), 0, 0}};
    made.fast_alignment = unit_of_rows(step.width);
    made.has_fast = made.fast_alignment >= 4;
  }

  // A unit of the kernel is a value.
  static void decode(dispatch& made, const strew_problem_decoding& of) {
    made.general.what = kernel::decode;
    made.moves = false;
    made.most_unit = 4;
    made.units = static_cast<std::uint64_t>(of.columns);
  }

  void combine(dispatch& made, const strew_problem_step& step) {
    made.general = apply_variant(step);
    made.moves = false;
    made.most_unit = 8;
    if (step.exclude_self != 0) made.flags |= excludes_self;
    if (step.accumulate == STREW_ACCUMULATE_WIDE) made.flags |= accumulates_wide;
    if ((made.flags & sorted) == 0) return;
    const dispatch first = made;
    to_.dispatches.pop_back();
    const std::size_t number = to_.dispatches.size();
    combine_by_rounds(first, step.weight_dtype != STREW_DTYPE_OPAQUE);
    mark_sorting(number);
    if (has_atomics()) combine_by_atomics(first, step);
  }

  void combine_by_atomics(dispatch made, const strew_problem_step& step) {
    made.by = way::atomics;
    made.alignment = atomic_bytes(step, facts_);
    made.general = {kernel::atomic, {atomic_type(step), 0, 0}};
    made.reduction = static_cast<std::uint32_t>(step.reduction);
    made.flags = has_signed_order(step) ? std::uint32_t{signed_order} : 0;
    made.keys_from = list::none;
    to_.dispatches.push_back(made);
  }

  // Cells may have more updates than are applied at once: as many rounds as there would be if all were of one cell.
  void combine_by_rounds(dispatch first, bool is_weighted) {
    const std::uint64_t points = first.count, columns = of_move().problem.columns;
    const std::uint64_t slots = (points + updates_at_once - 1) / updates_at_once;
    to_.room.place_bytes = rounded_up(points * (is_weighted ? 16 : 8));
    to_.room.slot_bytes = rounded_up(slots * columns * slot_bytes);
    dispatch& places = add(kernel::places, last(), points);
    places.when = stage::write;
    places.flags = first.flags;
    places.keys_from = list::kept;
    if (slots > 1) {
      dispatch& clear = add(kernel::clear, last(), slots * columns * slot_bytes / 4);
      clear.when = stage::write;
      clear.keys_to = list::slots;
    }
    to_.dispatches.push_back(first);
    for (std::uint32_t round = 1; round < slots; ++round) {
      first.round = round;
      first.count = slots;
      first.invocations = slots * columns;
      to_.dispatches.push_back(first);
    }
  }

  const strew_problem_view& view_;
  const device_facts& facts_;
  const strew_problem_step& move_;
  schedule& to_;
};

}  // namespace

const char* name_of(kernel what) {
  static constexpr const char* names[] = {"start",  "validate",   "report",  "clear",  "keys",
                                          "radix",  "sort_small", "repeats", "move",   "move_sorted",
                                          "places", "apply",      "rows",    "decode", "atomic"};
  static_assert(std::size(names) == kernel_count);
  return names[static_cast<std::size_t>(what)];
}

refusal make_schedule(const strew_problem_view& view, const device_facts& of, schedule& made) {
  return maker(view, of, made).make();
}

}  // namespace strew::vulkan
