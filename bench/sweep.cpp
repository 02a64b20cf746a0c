#include <algorithm>

#include "cases.hpp"

namespace bench {
namespace {

using enum operator_kind;

constexpr std::int64_t row = 64;
constexpr std::int64_t table_rows = 100'000;
constexpr std::int64_t table_elements = 1'000'000;
constexpr std::int64_t line_elements = 1000;

std::vector<description> of_size(std::int64_t n) {
  const std::int64_t lines = n < line_elements ? 1 : n / line_elements;
  std::vector<description> made{
      {.name = "gather_rows", .op = gather, .data = {table_rows, row}, .indices = {n}},
      {.name = "gather_1d", .op = gather, .data = {table_elements}, .indices = {n}},
      {.name = "gather_elements",
       .op = gather_elements,
       .data = {lines, line_elements},
       .indices = {lines, n / lines},
       .axis = 1},
      {.name = "scatter_rows",
       .op = scatter,
       .data = {std::max(n, line_elements), row},
       .indices = {n},
       .values = spread::permuted},
      {.name = "add_rows", .op = scatter, .data = {table_rows, row}, .indices = {n}, .reduction = STREW_REDUCTION_ADD},
      {.name = "add_1d", .op = scatter, .data = {table_elements}, .indices = {n}, .reduction = STREW_REDUCTION_ADD},
  };
  for (description& one : made) one.name = "sweep_" + one.name + "_" + std::to_string(n);
  return made;
}

}  // namespace

// One operator after the other. The largest case has 1.6 GiB of operands.
std::vector<description> sweep() {
  constexpr std::int64_t sizes[] = {10,     32,     100,     316,     1000,      3162,
                                    10'000, 31'623, 100'000, 316'228, 1'000'000, 3'162'278};
  std::vector<description> all;
  for (std::size_t line = 0; line < of_size(1).size(); ++line)
    for (const std::int64_t n : sizes) all.push_back(of_size(n)[line]);
  return all;
}

}  // namespace bench
