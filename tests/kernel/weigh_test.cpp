// weigh: updates side by side multiplied by weights at any strides, all positions or those of a list, some skipped.
#include <array>
#include <bit>

#include "accumulators.hpp"

namespace strew::testing {
namespace {

// A NaN is any: what combines a product makes it the one that is stored.
template <class P>
bool is_same(const P& made, const P& right) {
  if constexpr (std::is_floating_point_v<P>) {
    if (std::isnan(right)) return std::isnan(made);
  }
  using bytes = std::array<std::byte, sizeof(P)>;
  return std::bit_cast<bytes>(made) == std::bit_cast<bytes>(right);
}

template <class P, class T, class W>
P product_of(T update, W weight) {
  if constexpr (is_small<T>) {
    return to_element<P>(combine_unit<combination::mul>(to_accumulator<float>(update), to_accumulator<float>(weight)));
  } else {
    return combine_unit<combination::mul>(to_accumulator<P>(update), to_accumulator<P>(weight));
  }
}

// The records of positions; without weights the updates themselves.
template <class P, class T, class W>
void check_places_of(kernel::weigh_kernel weigh, std::size_t positions, random_engine& draw, record& calls) {
  const std::size_t count = 1 + draw() % 9;
  const bool has_list = draw() % 2 == 0, is_weighted = draw() % 2 == 0 && !std::is_same_v<T, truth>;
  const std::vector<T> updates = any_values<T>(positions * count, draw);
  const std::vector<W> weights = any_values<W>(std::max<std::size_t>(positions, 1) * 2, draw);
  std::vector<std::uint32_t> places;
  std::vector<std::uint8_t> skips;
  for (std::size_t p = 0; p < positions; ++p) {
    places.push_back(static_cast<std::uint32_t>(draw() % (positions * 2)));
    skips.push_back(draw() % 4 == 0 ? 1 : 0);
  }
  std::vector<placed<P>> made(positions * count);
  kernel::weighing work;
  work.updates = reinterpret_cast<const std::byte*>(updates.data());
  work.products = reinterpret_cast<std::byte*>(made.data());
  work.weights = is_weighted ? reinterpret_cast<const std::byte*>(weights.data()) : nullptr;
  work.skip_mask = has_list ? nullptr : skips.data();
  work.places = has_list ? places.data() : nullptr;
  work.positions = positions;
  work.count = count;
  work.weight_stride = sizeof(W);
  work.position = 50;
  work.position_stride = 3;
  calls.called(weigh)(work);
  for (std::size_t p = 0; p < positions; ++p) {
    if (!has_list && skips[p] != 0) continue;
    const std::size_t number = has_list ? places[p] : p;
    for (std::size_t i = p * count; i < (p + 1) * count; ++i) {
      P expected = to_accumulator<P>(updates[i]);
      if constexpr (!std::is_same_v<T, truth>) {
        if (is_weighted) expected = product_of<P>(updates[i], weights[number]);
      }
      ASSERT_TRUE(is_same(made[i].value, expected)) << p << " of " << positions;
      ASSERT_EQ(made[i].position, 50 + 3 * static_cast<std::int64_t>(number)) << p << " of " << positions;
    }
  }
}

template <class P, class T, class W>
void check_all_places(kernel::weigh_kernel weigh, record& calls) {
  random_engine draw(16);
  for (std::size_t positions = 0; positions <= most && is_good_so_far(); ++positions)
    check_places_of<P, T, W>(weigh, positions, draw, calls);
}

template <class P, class T>
void check_places(kernel::weigh_kernel weigh, bool has_wide_weights, record& calls) {
  if constexpr (is_pair<T>) {
    ADD_FAILURE() << "complex numbers have no order";
  } else if constexpr (is_small<T>) {
    has_wide_weights ? check_all_places<P, T, float>(weigh, calls) : check_all_places<P, T, T>(weigh, calls);
  } else {
    check_all_places<P, T, T>(weigh, calls);
  }
}

template <class P, class T, class W>
void check_weigh_of(kernel::weigh_kernel weigh, std::size_t positions, random_engine& draw, record& calls) {
  const std::size_t count = 1 + draw() % (draw() % 2 == 0 ? 9 : 80);  // more than a vector, with a rest
  const bool has_list = draw() % 3 == 0;
  const std::size_t room = std::max<std::size_t>(positions, 1) * 2;  // positions that a list may name
  const bool is_one = draw() % 2 == 0;                               // weight of a position
  const std::vector<T> updates = any_values<T>(positions * count, draw);
  const std::vector<W> weights = any_values<W>(room * count, draw);
  std::vector<std::uint32_t> places;
  std::vector<std::uint8_t> skips;
  for (std::size_t p = 0; p < positions; ++p) {
    places.push_back(static_cast<std::uint32_t>(draw() % room));
    skips.push_back(draw() % 4 == 0 ? 1 : 0);
  }
  // In place, as products that are wider: updates end where the memory of products ends.
  std::vector<std::byte> units(positions * count * sizeof(P));
  std::byte* const first = units.data() + (units.size() - updates.size() * sizeof(T));
  if (!updates.empty()) std::memcpy(first, updates.data(), updates.size() * sizeof(T));
  kernel::weighing work;
  work.updates = first;
  work.products = units.data();
  work.weights = reinterpret_cast<const std::byte*>(weights.data());
  work.skip_mask = has_list ? nullptr : skips.data();
  work.places = has_list ? places.data() : nullptr;
  work.positions = positions;
  work.count = count;
  // Weights of each place by a stride, or each at a place of its own.
  const bool is_indexed = draw() % 3 == 0;
  std::vector<std::size_t> rows(room);
  std::vector<std::int64_t> offsets(room);
  for (std::size_t p = 0; p < room; ++p) {
    rows[p] = is_indexed ? draw() % room : p;
    offsets[p] = static_cast<std::int64_t>(rows[p] * count * sizeof(W));
  }
  if (is_indexed) work.weight_of = offsets.data();
  work.weight_stride = is_indexed ? 0 : static_cast<std::ptrdiff_t>(count * sizeof(W));
  work.weight_step = is_one ? 0 : static_cast<std::ptrdiff_t>(sizeof(W));
  calls.called(weigh)(work);
  for (std::size_t p = 0; p < positions; ++p) {
    if (!has_list && skips[p] != 0) continue;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t weight = rows[has_list ? places[p] : p] * count + (is_one ? 0 : i);
      P made;
      std::memcpy(&made, units.data() + (p * count + i) * sizeof(P), sizeof made);
      ASSERT_TRUE(is_same(made, product_of<P>(updates[p * count + i], weights[weight]))) << p << " of " << positions;
    }
  }
}

template <class P, class T, class W>
void check_all(kernel::weigh_kernel weigh, record& calls) {
  random_engine draw(14);
  for (std::size_t positions = 0; positions <= most && is_good_so_far(); ++positions)
    check_weigh_of<P, T, W>(weigh, positions, draw, calls);
}

template <class P, class T>
void check_with(kernel::weigh_kernel weigh, bool has_wide_weights, record& calls) {
  if constexpr (is_small<T>) {
    has_wide_weights ? check_all<P, T, float>(weigh, calls) : check_all<P, T, T>(weigh, calls);
  } else {
    check_all<P, T, T>(weigh, calls);
  }
}

}  // namespace

void check_weigh(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.weigh, [&](kernel::weigh_kernel weigh, kernel::scalar type, kernel::outcome made,
                                 kernel::accumulator kept, kernel::accumulator weights) {
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(made) + " " + name_of(kept) + " " + name_of(weights));
    const bool has_wide_weights = weights == kernel::accumulator::wide;
    with_scalar(type, [&]<class Scalar>() {
      using value = typename Scalar::value;
      using wide_value = typename Scalar::wide_value;
      if (made == kernel::outcome::position) {
        const bool is_wide = kept == kernel::accumulator::wide && is_small<value>;
        if constexpr (is_small<value>) {
          return is_wide ? check_places<wide_value, value>(weigh, has_wide_weights, calls)
                         : check_places<value, value>(weigh, has_wide_weights, calls);
        }
        return check_places<value, value>(weigh, has_wide_weights, calls);
      }
      if constexpr (std::is_same_v<value, truth>) {
        ADD_FAILURE() << "truths have no weights";
      } else {
        const bool is_wide = kept == kernel::accumulator::wide && (made == kernel::outcome::mean || is_small<value>);
        is_wide ? check_with<wide_value, value>(weigh, has_wide_weights, calls)
                : check_with<value, value>(weigh, has_wide_weights, calls);
      }
    });
  });
}

}  // namespace strew::testing
