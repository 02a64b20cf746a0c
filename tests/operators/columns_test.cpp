// Columns of a table larger than the caches near a processor: positions of one element each at every point of long
// slices. Lines of the table are fetched ahead, and slices are moved in bands where the columns are many.
#include "operators/expect.hpp"

namespace strew::support {
namespace {

constexpr int64_t columns = 4096;
constexpr int64_t table_bytes = int64_t{12} << 20;

// Of one row; other rows have the same cells.
std::vector<int64_t> any_columns(int64_t count) {
  std::vector<int64_t> made(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) made[static_cast<size_t>(i)] = (i * i * 7919 + 13 * i) % columns - columns;
  made.back() = columns - 1;
  return made;
}

template <class T>
std::vector<T> numbered(int64_t count) {
  std::vector<T> made(static_cast<size_t>(count));
  for (size_t i = 0; i < made.size(); ++i) made[i] = static_cast<T>(i * 31 % 251);
  return made;
}

template <class T>
void check_columns(int64_t count) {
  const int64_t rows = table_bytes / columns / static_cast<int64_t>(sizeof(T)) + 3;
  const array<T> data{{rows, columns}, numbered<T>(rows * columns)};
  const std::vector<int64_t> indices = any_columns(count);
  array<T> expected{{rows, count}, {}};
  for (int64_t r = 0; r < rows; ++r) {
    for (const int64_t at : indices)
      expected.values.push_back(data.values[static_cast<size_t>(r * columns + (at < 0 ? at + columns : at))]);
  }
  expect_gather<T, int64_t>(along(operator_kind::gather, 1), data, {{count}, indices}, expected);
}

TEST(columns, of_elements_of_each_width) {
  for (const int64_t count : {130, 1300}) {
    SCOPED_TRACE(count);
    check_columns<uint8_t>(count);
    check_columns<int16_t>(count);
    check_columns<float>(count);
    check_columns<double>(count);
  }
}

// Colliding updates of a row are applied in order, whatever the bands.
TEST(columns, of_updates) {
  constexpr int64_t rows = table_bytes / columns / 4 + 3;
  constexpr int64_t count = 1300;
  const array<int32_t> data{{rows, columns}, numbered<int32_t>(rows * columns)};
  const array<int32_t> updates{{rows, count}, numbered<int32_t>(rows * count)};
  const std::vector<int64_t> indices = any_columns(count);
  std::vector<int32_t> last = data.values;
  std::vector<int32_t> sums = data.values;
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = indices[static_cast<size_t>(i)];
      const auto cell = static_cast<size_t>(r * columns + (at < 0 ? at + columns : at));
      last[cell] = updates.values[static_cast<size_t>(r * count + i)];
      sums[cell] += updates.values[static_cast<size_t>(r * count + i)];
    }
  }
  const array<int64_t> given{{count}, indices};
  expect_scatter<int32_t, int64_t>(along(operator_kind::scatter, 1), data, given, updates, last);
  const strew_options add = options_of(STREW_REDUCTION_ADD);
  expect_scatter<int32_t, int64_t>(along(operator_kind::scatter, 1), data, given, updates, sums, &add);
}

}  // namespace
}  // namespace strew::support
