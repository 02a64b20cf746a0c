#include "cases.hpp"

namespace bench {
namespace {

using enum operator_kind;

constexpr std::int64_t row = 64;
constexpr std::int64_t table_rows = 100'000;
constexpr std::int64_t table_elements = 1'000'000;
constexpr std::int64_t line = 1000;

std::vector<description> of_size(std::int64_t n) {
  const std::int64_t lines = n < line ? 1 : n / line;
  std::vector<description> made{
      {.name = "gather_rows", .op = gather, .data = {table_rows, row}, .indices = {n}},
      {.name = "gather_1d", .op = gather, .data = {table_elements}, .indices = {n}},
      {.name = "gather_elements",
       .op = gather_elements,
       .data = {lines, line},
       .indices = {lines, n / lines},
       .axis = 1},
      {.name = "scatter_rows",
       .op = scatter,
       .data = {n < line ? line : n, row},
       .indices = {n},
       .values = spread::permuted},
      {.name = "add_rows", .op = scatter, .data = {table_rows, row}, .indices = {n}, .reduction = STREW_REDUCTION_ADD},
      {.name = "add_1d", .op = scatter, .data = {table_elements}, .indices = {n}, .reduction = STREW_REDUCTION_ADD},
  };
  for (description& one : made) one.name = "sweep_" + one.name + "_" + std::to_string(n);
  return made;
}

}  // namespace

// The largest has 2.4 GiB of operands.
std::vector<description> sweep() {
  std::vector<description> all;
  for (const std::int64_t n : {10, 32, 100, 316, 1000, 3162, 10'000, 31'623, 100'000, 316'228, 1'000'000, 3'162'278})
    for (description& one : of_size(n)) all.push_back(std::move(one));
  return all;
}

}  // namespace bench
