// scan: accumulators that begin empty are combined with rows of updates, and their values on the way are written.
#include "accumulators.hpp"

namespace strew::testing {
namespace {

constexpr std::size_t scanned_rows = 4;  // of accumulators

struct scan_shape {
  std::size_t rows, units;
  std::ptrdiff_t unit, row;              // between updates
  std::ptrdiff_t trace_unit, trace_row;  // between results
};

template <class T>
scan_shape any_shape(std::size_t rows, random_engine& draw) {
  constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(T));
  scan_shape made{rows,
                  1 + draw() % 9,
                  pick<std::ptrdiff_t>(draw, {width, width + 3}),
                  0,
                  pick<std::ptrdiff_t>(draw, {width, width + 1}),
                  0};
  made.row = made.unit * static_cast<std::ptrdiff_t>(made.units) + 5;
  made.trace_row = made.trace_unit * static_cast<std::ptrdiff_t>(made.units) + 2;
  return made;
}

// Empty accumulators, at the places of `load`, whose layout is private.
template <class T>
memory empty_accumulators(const kernel::accumulator_kernels& kernels, std::size_t count, random_engine& draw) {
  const auto bytes = static_cast<std::ptrdiff_t>(kernels.accumulator_bytes);
  memory made(reach(kernels.accumulator_bytes).along(count, bytes), 0, draw);
  std::vector<T> zeros(1);
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(static_cast<std::ptrdiff_t>(i) * bytes);
  kernel::block work;
  work.table = made.origin();
  work.direct = reinterpret_cast<std::byte*>(zeros.data());
  work.offsets = places.data();
  work.positions = count;
  work.width = sizeof(T);
  work.first_replaces = true;
  kernels.load(work);
  return made;
}

template <class A>
struct accumulator_state {
  A value;
  std::uint64_t count = 0;
};

template <class T, class A, combination How>
void check_scan_of(kernel::block_kernel scan, const kernel::accumulator_kernels& kernels, std::size_t rows,
                   random_engine& draw) {
  const scan_shape shape = any_shape<T>(rows, draw);
  const bool is_before = draw() % 2 == 0, is_listed = draw() % 2 == 0;
  const auto bytes = static_cast<std::ptrdiff_t>(kernels.accumulator_bytes);
  memory accumulators = empty_accumulators<T>(kernels, scanned_rows * shape.units, draw);
  memory updates(reach(sizeof(T)).along(shape.units, shape.unit).along(rows, shape.row), draw() % 16, draw);
  memory results(reach(sizeof(T)).along(shape.units, shape.trace_unit).along(2 * rows, shape.trace_row), 0, draw);
  memory expected = results;
  std::vector<accumulator_state<A>> state(scanned_rows * shape.units);
  std::vector<std::int64_t> offsets;
  std::vector<std::uint32_t> places;
  std::vector<std::uint8_t> skip;
  for (std::size_t p = 0; p < rows; ++p) {
    const std::size_t cell = draw() % scanned_rows;
    offsets.push_back(static_cast<std::ptrdiff_t>(cell * shape.units) * bytes);
    places.push_back(static_cast<std::uint32_t>(is_listed ? 2 * p + draw() % 2 : p));
    skip.push_back(draw() % 5 == 0 ? 1 : 0);
    for (std::size_t i = 0; i < shape.units; ++i) {
      const auto n = static_cast<std::ptrdiff_t>(i);
      const T update = any_value<T>(draw);
      std::memcpy(updates.at(static_cast<std::ptrdiff_t>(p) * shape.row + n * shape.unit), &update, sizeof update);
      if (skip.back() != 0) continue;
      accumulator_state<A>& kept = state[cell * shape.units + i];
      const A before = kept.value;
      kept.value = kept.count == 0 ? to_accumulator<A>(update) : combine_unit<How>(before, to_accumulator<A>(update));
      ++kept.count;
      const T value = to_element<T>(is_before ? before : kept.value);
      std::memcpy(expected.at(places.back() * shape.trace_row + n * shape.trace_unit), &value, sizeof value);
    }
  }
  kernel::block work;
  work.table = accumulators.origin();
  work.direct = updates.origin();
  work.offsets = offsets.data();
  work.positions = rows;
  work.skip_mask = skip.data();
  work.count = shape.units;
  work.table_step = bytes;
  work.direct_step = shape.unit;
  work.direct_stride = shape.row;
  work.width = sizeof(T);
  work.first_replaces = true;
  const kernel::scan_trace trace = {results.origin(), shape.trace_row, shape.trace_unit, is_before};
  work.trace = &trace;
  work.places = is_listed ? places.data() : nullptr;
  scan(work);
  ASSERT_TRUE(results == expected) << rows << " rows of " << shape.units << (is_before ? ", before" : "")
                                   << (is_listed ? ", listed" : "");
}

}  // namespace

void check_scan(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(
      set.scan, [&](kernel::block_kernel scan, kernel::scalar type, combination op, kernel::accumulator kept) {
        SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(op) + " " + name_of(kept));
        const kernel::accumulator_kernels kernels = set.accumulators(type, op, kernel::outcome::value, kept);
        ASSERT_NE(kernels.load, nullptr);
        with_scalar(type, [&]<class Scalar>() {
          using value = typename Scalar::value;
          using wide_value = typename Scalar::wide_value;
          with_combination(op, [&]<combination How>() {
            if constexpr (knows<value>(How)) {
              random_engine draw(17);
              const bool is_wide = kept == kernel::accumulator::wide && is_small<value>;
              const auto check = is_wide ? &check_scan_of<value, wide_value, How> : &check_scan_of<value, value, How>;
              for (std::size_t rows = 0; rows <= most && is_good_so_far(); ++rows)
                check(calls.called(scan), kernels, rows, draw);
            } else {
              ADD_FAILURE() << "these do not go together";
            }
          });
        });
      });
}

}  // namespace strew::testing
