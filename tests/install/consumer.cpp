// What every C++ consumer here runs, through the C++ API: a gather, a scatter, an error, all checked.
#include <cstdint>
#include <cstdio>
#include <strew/strew.hpp>
#include <vector>

int main() {
  std::vector<float> table{0, 1, 2, 3, 4, 5};
  std::vector<float> rows(4);
  std::vector<std::int64_t> places{2, 0};
  strew::gather_nd(strew::view(table.data(), {3, 2}), strew::view(places.data(), {2, 1}),
                   strew::view(rows.data(), {2, 2}));
  bool holds = rows == std::vector<float>{4, 5, 0, 1};
  strew::scatter_nd(strew::view(table.data(), {3, 2}), strew::view(places.data(), {2, 1}),
                    strew::view(rows.data(), {2, 2}), {.reduction = strew::reduction::add});
  holds = holds && table == std::vector<float>{0, 2, 2, 3, 8, 10};
  places[1] = 9;
  const auto failed = strew::try_gather_nd(strew::view(table.data(), {3, 2}), strew::view(places.data(), {2, 1}),
                                           strew::view(rows.data(), {2, 2}));
  holds = holds && !failed;
  std::puts(holds ? "gathered and scattered" : "consumer: wrong results");
  return holds ? 0 : 1;
}
