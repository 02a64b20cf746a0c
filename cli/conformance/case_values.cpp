#include "conformance/case_values.hpp"

#include <array>
#include <limits>
#include <stdexcept>

#include "strew/call.hpp"
#include "strew/strew.hpp"

namespace strew::cli::conformance {
namespace {

dtype component_of(dtype type) {
  if (type == dtype::c64) return dtype::f32;
  return type == dtype::c128 ? dtype::f64 : type;
}

bool is_unsigned(dtype type) {
  return type == dtype::u8 || type == dtype::u16 || type == dtype::u32 || type == dtype::u64;
}

bool is_integer(dtype type) {
  return is_unsigned(type) || type == dtype::i8 || type == dtype::i16 || type == dtype::i32 || type == dtype::i64;
}

// The library converts the number, as the fill value of a gather that finds nothing.
void store(const fill& number, dtype type, std::byte* element) {
  constexpr std::array<std::int64_t, 1> beyond{0};
  const const_view nothing(static_cast<const void*>(element), type, {0});
  const view output(static_cast<void*>(element), type, {1});
  const auto outcome =
      try_gather(nothing, beyond, output, 0, {.out_of_bounds = out_of_bounds::fill, .fill_value = number});
  if (!outcome) throw std::logic_error(outcome.error().what());
}

fill plain_number(dtype type, int at) {
  constexpr int period = 23;
  constexpr int middle = period / 2;
  const int step = (at * 7 + at / period) % period;
  if (type == dtype::boolean) return step % 3 == 0 ? 1 : 0;
  if (is_unsigned(type)) return step;
  if (is_integer(type)) return step - middle;
  return 0.5 * (step - middle);
}

fill factor(dtype type, int at) {
  constexpr std::array<int, 5> naturals{2, 1, 3, 1, 2};
  constexpr std::array<int, 5> integers{2, -1, 3, 1, -2};
  constexpr std::array<double, 5> reals{2, -1, 0.5, 1, -2};
  const auto step = static_cast<std::size_t>(at) % reals.size();
  if (type == dtype::boolean) return step % 2 == 0 ? 1 : 0;
  if (is_unsigned(type)) return naturals[step];
  return is_integer(type) ? fill(integers[step]) : fill(reals[step]);
}

tensor zeros(dtype type, const extents_of& extents) {
  tensor made{type, extents, {}};
  made.bytes.resize(element_count(extents) * width(type));
  return made;
}

}  // namespace

std::size_t element_count(const extents_of& extents) {
  std::size_t count = 1;
  for (const std::int64_t extent : extents) count *= static_cast<std::size_t>(extent);
  return count;
}

tensor pattern_tensor(dtype type, const extents_of& extents, pattern numbers, int start) {
  tensor made = zeros(type, extents);
  const dtype component = component_of(type);
  const std::size_t step = width(component);
  for (std::size_t i = 0; i < made.bytes.size() / step; ++i) {
    const int at = start + static_cast<int>(i);
    store(numbers == pattern::plain ? plain_number(component, at) : factor(component, at), component,
          made.bytes.data() + i * step);
  }
  return made;
}

tensor number_tensor(dtype type, const extents_of& extents, std::span<const fill> numbers) {
  tensor made = zeros(type, extents);
  if (numbers.size() != element_count(extents)) throw std::logic_error("a test case has other numbers than elements");
  for (std::size_t i = 0; i < numbers.size(); ++i) store(numbers[i], type, made.bytes.data() + i * width(type));
  return made;
}

tensor index_tensor(dtype type, const extents_of& extents, std::span<const std::int64_t> places) {
  return number_tensor(type, extents, number_list(places.begin(), places.end()));
}

fill highest(dtype type) {
  const auto bits = static_cast<int>(8 * width(type));
  if (is_unsigned(type)) return std::numeric_limits<std::uint64_t>::max() >> (64 - bits);
  return std::numeric_limits<std::int64_t>::max() >> (64 - bits);
}

}  // namespace strew::cli::conformance
