#include <algorithm>
#include <array>
#include <string>

#include "cases.hpp"
#include "cases/random.hpp"
#include "shapes.hpp"

namespace bench {
namespace {

using enum operator_kind;
using strew::cases::random_source;

template <class T>
struct named {
  T value;
  const char* name;
};

// What comes twice is drawn twice as often.
constexpr std::array reductions{
    named<std::int32_t>{STREW_REDUCTION_NONE, "set"}, named<std::int32_t>{STREW_REDUCTION_ADD, "add"},
    named<std::int32_t>{STREW_REDUCTION_ADD, "add"},  named<std::int32_t>{STREW_REDUCTION_MAX, "max"},
    named<std::int32_t>{STREW_REDUCTION_MUL, "mul"},  named<std::int32_t>{STREW_REDUCTION_MEAN, "mean"}};
constexpr std::array spreads{named<spread>{spread::uniform, "uniform"},
                             named<spread>{spread::uniform, "uniform"},
                             named<spread>{spread::permuted, "permuted"},
                             named<spread>{spread::sorted, "sorted"},
                             named<spread>{spread::sorted, "sorted"},
                             named<spread>{spread::reversed, "reversed"},
                             named<spread>{spread::displaced, "displaced"},
                             named<spread>{spread::blocks, "blocks"},
                             named<spread>{spread::zipf, "zipf"},
                             named<spread>{spread::clustered, "clustered"},
                             named<spread>{spread::runs, "runs"},
                             named<spread>{spread::contiguous, "contiguous"},
                             named<spread>{spread::skewed, "skewed"},
                             named<spread>{spread::half, "half"},
                             named<spread>{spread::same, "same"}};
constexpr std::array<strew_dtype, 9> elements{STREW_DTYPE_U8,  STREW_DTYPE_I16, STREW_DTYPE_I32,
                                              STREW_DTYPE_I64, STREW_DTYPE_F16, STREW_DTYPE_BF16,
                                              STREW_DTYPE_F32, STREW_DTYPE_F32, STREW_DTYPE_F64};
constexpr std::array operators{gather, gather_elements, gather_nd, scatter, scatter_elements, scatter_nd};

// Powers of two, of which each is as probable as the next one, and in every second case what lies between.
struct limits_of_two {
  int low, high;
};
constexpr limits_of_two row_bytes{0, 14}, table_bytes{12, 29}, position_count{4, 23};
constexpr std::int64_t most_bytes = 1 << 30;  // of all operands
constexpr std::int64_t most_moved = 1 << 26;  // elements

std::int64_t between(random_source& from, limits_of_two limits) {
  const std::int64_t power = std::int64_t{1} << from.between(limits.low, limits.high - 1);
  return from.chance(50) ? power : from.between(power, 2 * power - 1);
}

void push_row(std::vector<std::int64_t>& extents, std::int64_t inner) {
  if (inner > 1) extents.push_back(inner);
}

void draw_nd(random_source& from, std::int64_t rows, std::int64_t inner, std::int64_t positions, description& made) {
  const std::int64_t depth = from.between(1, 3);
  std::int64_t side = 1;
  const auto volume = [&](std::int64_t n) { return depth == 1 ? n : depth == 2 ? n * n : n * n * n; };
  while (volume(side + 1) <= rows) ++side;
  made.data.assign(static_cast<std::size_t>(depth), side);
  push_row(made.data, inner);
  made.indices = {positions, depth};
}

void draw_elements(random_source& from, std::int64_t rows, std::int64_t inner, std::int64_t positions,
                   description& made) {
  if (inner == 1) {
    made.data = {rows};
    made.indices = {positions};
    return;
  }
  made.data = {rows, inner};
  made.indices = {positions / inner, inner};
  if (from.chance(50)) {
    made.axis = 1;
    const std::int64_t lines = std::min(rows, positions);
    made.indices = {lines, positions / std::max<std::int64_t>(lines, 1)};
  } else {
    made.is_broadcast = from.chance(33);
  }
}

// Along the first axis, or a second one: of batch entries in every second such case.
void draw_axis(random_source& from, std::int64_t rows, std::int64_t inner, std::int64_t positions, description& made) {
  const std::int64_t outer = from.chance(75) ? 1 : std::int64_t{2} << from.between(0, 4);
  made.data = {rows / outer};
  made.indices = {positions / outer};
  if (outer > 1) {
    made.data.insert(made.data.begin(), outer);
    made.axis = 1;
    if (from.chance(50)) {
      made.batch_dims = 1;
      made.indices.insert(made.indices.begin(), outer);
    }
  }
  push_row(made.data, inner);
}

description draw(random_source& from) {
  description made;
  made.op = from.pick_from(operators);
  made.element = from.pick_from(elements);
  const auto values = from.pick_from(spreads);
  const auto reduction = is_scatter(made.op) ? from.pick_from(reductions) : reductions[0];
  const auto width = static_cast<std::int64_t>(strew_dtype_bytes(made.element));
  const std::int64_t inner = from.chance(33) ? 1 : std::max<std::int64_t>(between(from, row_bytes) / width, 1);
  const std::int64_t rows = between(from, table_bytes) / (inner * width);
  const std::int64_t positions = between(from, position_count);
  const bool is_nd = made.op == gather_nd || made.op == scatter_nd;
  const bool is_of_elements = made.op == gather_elements || made.op == scatter_elements;
  (is_nd ? draw_nd : is_of_elements ? draw_elements : draw_axis)(from, rows, inner, positions, made);
  made.values = values.value;
  made.reduction = reduction.value;
  made.index = from.chance(33) ? STREW_DTYPE_I32 : STREW_DTYPE_I64;
  made.in_place = from.chance(75);
  made.is_prepared = from.chance(20);
  made.name = std::string(name_of(made.op)) + (is_scatter(made.op) ? std::string("_") + reduction.name : "") + '_' +
              strew_dtype_name(made.element) + '_' + values.name;
  return made;
}

std::int64_t addressed(const description& about) {
  return about.data[about.op == gather_nd || about.op == scatter_nd ? 0 : static_cast<std::size_t>(about.axis)];
}

// Index values that are drawn at once: of a permutation and of a run no more than there are places.
std::int64_t drawn_at_once(const description& about) {
  const bool is_nd = about.op == gather_nd || about.op == scatter_nd;
  return product(about.indices) / (is_nd || about.is_broadcast ? about.indices.back() : 1);
}

bool is_valid(const description& about) {
  const auto is_empty = [](const std::vector<std::int64_t>& extents) { return product(extents) < 1; };
  if (is_empty(about.data) || is_empty(about.indices) || addressed(about) < 2) return false;
  const bool is_once = about.values == spread::permuted || about.values == spread::contiguous;
  if (is_once && drawn_at_once(about) > addressed(about)) return false;
  const std::int64_t moved = product(direct_extents(about));
  const std::int64_t table = product(about.data) * (about.in_place ? 2 : 3);
  return moved <= most_moved &&
         (moved + table) * static_cast<std::int64_t>(strew_dtype_bytes(about.element)) <= most_bytes;
}

std::string text_of(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (const std::int64_t extent : extents) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

}  // namespace

std::vector<description> drawn(std::int64_t count, std::uint64_t seed) {
  random_source from(seed);
  std::vector<description> made;
  while (static_cast<std::int64_t>(made.size()) < count) {
    description one = draw(from);
    if (!is_valid(one)) continue;
    one.name = "drawn_" + std::to_string(made.size()) + '_' + one.name + '_' + text_of(one.data) + '_' +
               text_of(one.indices) + (one.index == STREW_DTYPE_I32 ? "_i32" : "") + (one.axis != 0 ? "_axis1" : "") +
               (one.batch_dims != 0 ? "_batch" : "") + (one.is_broadcast ? "_rows" : "") +
               (one.in_place || !is_scatter(one.op) ? "" : "_copied");
    made.push_back(std::move(one));
  }
  return made;
}

}  // namespace bench
