// validate, load, pack, resolve, run and cut: the kernels that read index values.
#include "indices.hpp"

namespace strew::testing {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

// As the engine sets it to refuse values out of bounds, or only negative ones, or none.
kernel::coordinate_rule rule_of_validation(random_engine& draw) {
  kernel::coordinate_rule rule = any_rule(draw, 3);
  rule.lowest =
      pick<std::int64_t>(draw, {rule.from_end ? -rule.extent : 0, 0, std::numeric_limits<std::int64_t>::min()});
  rule.highest = draw() % 8 == 0 ? no_limit : rule.extent - rule.window;
  rule.has_hole = rule.from_end && rule.window > 1 && rule.lowest < 0;
  return rule;
}

bool is_good(wide value, const kernel::coordinate_rule& rule) {
  if (rule.has_hole && value < 0 && value > -wide{rule.window}) return false;
  return value >= rule.lowest && (value <= rule.highest || rule.highest == no_limit);
}

constexpr std::size_t max_members = 5;

// Mostly valid tuples: otherwise nearly every long column would be bad.
template <class T>
std::vector<T> any_tuples(std::size_t count, std::ptrdiff_t stride, const std::vector<kernel::coordinate_rule>& rules,
                          random_engine& draw) {
  const std::size_t members = rules.size();
  const bool has_one_bad = draw() % 2 == 0;
  std::vector<T> made(count * members);
  for (std::size_t k = 0; k < members; ++k) {
    const kernel::coordinate_rule& rule = rules[k];
    std::vector<T> values = any_indices<T>(count, stride, rule, draw);
    if (has_one_bad && rule.extent >= rule.window) {
      std::fill(values.begin(), values.end(), T{0});
      if (count > 0) values[draw() % count] = draw() % members == 0 ? any_index<T>(rule, draw) : T{0};
    }
    for (std::size_t i = 0; i < count; ++i) made[i * members + k] = stride == 0 ? values.front() : values[i];
  }
  return made;
}

template <class T>
void check_validate_of(kernel::validate_kernel validate, std::size_t count, std::size_t members, random_engine& draw) {
  std::vector<kernel::coordinate_rule> rules;
  for (std::size_t k = 0; k < members; ++k) rules.push_back(rule_of_validation(draw));
  const std::ptrdiff_t stride = any_tuple_stride<T>(members, draw);
  const std::vector<T> values = any_tuples<T>(count, stride, rules, draw);
  bool is_bad = false;
  for (std::size_t i = 0; i < values.size(); ++i) is_bad = is_bad || !is_good(wide{values[i]}, rules[i % members]);
  const column given(values, stride, draw() % 16, members);
  ASSERT_EQ(validate(given.as_given, rules.data(), members), is_bad)
      << count << " tuples of " << members << ", stride " << stride << ", extent " << rules[0].extent;
}

struct resolved {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> skip_mask;
  bool skips = false;
};

// What is there, with one value before and one after it.
resolved any_resolved(std::size_t count, random_engine& draw) {
  resolved made{std::vector<std::int64_t>(count + 2), std::vector<std::uint8_t>(count + 2)};
  for (std::int64_t& offset : made.offsets) offset = between(draw, -1000, 1000);
  for (std::uint8_t& flag : made.skip_mask) flag = draw() % 8 == 0;
  return made;
}

template <class T>
void resolve_member(const std::vector<T>& values, kernel::mode outside, const kernel::coordinate_rule& rule,
                    resolved& made) {
  for (std::size_t p = 0; p < values.size(); ++p) {
    const auto start = start_of(wide{values[p]}, outside, rule);
    const bool is_reported = outside == kernel::mode::checked && !start_of(wide{values[p]}, kernel::mode::skip, rule);
    made.skips = made.skips || !start || is_reported;
    if (!start) made.skip_mask[p + 1] = 1;
    if (start) made.offsets[p + 1] += *start * rule.table_stride;
  }
}

template <class T>
void check_resolve_of(kernel::resolve_kernel resolve, kernel::mode outside, std::size_t count, std::size_t members,
                      random_engine& draw) {
  std::vector<kernel::coordinate_rule> rules;
  const bool is_plain = draw() % 2 == 0;  // otherwise some member nearly always has a long stride
  for (std::size_t k = 0; k < members; ++k) {
    rules.push_back(any_rule(draw, outside == kernel::mode::wrap ? 1 : 3));
    rules[k].table_stride =
        pick<std::int64_t>(draw, {0, 1, 8, is_plain ? 16 : -24, is_plain ? 99 : std::int64_t{1} << 40});
  }
  const std::ptrdiff_t stride = any_tuple_stride<T>(members, draw);
  const std::vector<T> values = any_tuples<T>(count, stride, rules, draw);
  resolved made = any_resolved(count, draw);
  resolved right = made;
  for (std::size_t k = 0; k < members; ++k) resolve_member(member_of(values, k, members), outside, rules[k], right);
  const column given(values, stride, draw() % 16, members);
  made.skips = resolve(given.as_given, rules.data(), members, made.offsets.data() + 1, made.skip_mask.data() + 1);
  ASSERT_EQ(made.skips, right.skips);
  ASSERT_EQ(made.skip_mask, right.skip_mask) << members << " members, extent " << rules[0].extent;
  for (std::size_t p = 0; p < made.offsets.size(); ++p) {
    if (right.skip_mask[p] == 0 || p == 0 || p > count) {
      ASSERT_EQ(made.offsets[p], right.offsets[p]) << p;
    }
  }
}

// Values with a constant step, for some of the column or all of it.
template <class T>
std::vector<T> even_values(std::size_t count, const kernel::coordinate_rule& rule, random_engine& draw) {
  const std::int64_t last = std::max<std::int64_t>(rule.extent - rule.window, 0);
  std::int64_t next = between(draw, rule.from_end && std::is_signed_v<T> ? -rule.extent : 0, last);
  const std::int64_t step = pick<std::int64_t>(draw, {0, 0, 1, 1, -1, 2, -3, 100});
  const std::size_t broken = draw() % 2 == 0 ? count : draw() % (count + 1);
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i, next += step)
    values.push_back(i < broken && std::in_range<T>(next) ? static_cast<T>(next) : any_index<T>(rule, draw));
  return values;
}

// The number of starts that have the same step as the first two.
template <class T>
std::size_t even_prefix(const std::vector<T>& values, const kernel::coordinate_rule& rule) {
  std::size_t length = 0;
  const auto start = [&](std::size_t i) -> wide { return counted_from_end(wide{values[i]}, rule); };
  while (length < values.size() && is_start(start(length), rule) &&
         (length < 2 || start(length) - start(length - 1) == start(1) - start(0)))
    ++length;
  return length;
}

template <class T>
void check_run_of(kernel::run_kernel find, std::size_t count, random_engine& draw) {
  const kernel::coordinate_rule rule = any_rule(draw, 3);
  const std::ptrdiff_t stride = any_stride(sizeof(T), draw);
  std::vector<T> values = even_values<T>(count, rule, draw);
  if (stride == 0 && count > 0) std::fill(values.begin(), values.end(), values.front());
  const column given(values, stride, draw() % 16);
  const kernel::even_run found = find(given.as_given, rule);
  const std::size_t longest = even_prefix(values, rule);
  const bool all_have_one_sign =
      std::all_of(values.begin(), values.end(), [&](T v) { return (v < 0) == (values[0] < 0); });
  ASSERT_LE(found.length, longest);
  ASSERT_NE(found.length, 1U);
  if (longest == count && count > 1 && all_have_one_sign) {  // otherwise the steps of values and starts differ
    ASSERT_EQ(found.length, count) << "extent " << rule.extent << ", from " << +values[0] << " to " << +values[1];
  }
  if (found.length == 0) return;
  ASSERT_EQ(wide{found.start}, counted_from_end(wide{values[0]}, rule));
  ASSERT_EQ(wide{found.start} + found.step, counted_from_end(wide{values[1]}, rule));
}

using place = std::pair<std::int64_t, wide>;  // a step of the window, and its place in the table

template <class T>
void check_cut_of(kernel::cut_kernel cut, bool wraps, random_engine& draw) {
  kernel::coordinate_rule rule = any_rule(draw, 9);
  if (wraps) rule.window = std::min(rule.window, std::max<std::int64_t>(rule.extent, 1));
  const T value = any_index<T>(rule, draw);
  std::vector<place> right;
  for (std::int64_t step = 0; step < rule.window; ++step) {
    const wide at = wraps ? wide{value} + step : counted_from_end(wide{value}, rule) + step;
    if (wraps && rule.extent > 0) right.emplace_back(step, modulo(at, rule.extent));
    if (!wraps && at >= 0 && at < rule.extent) right.emplace_back(step, at);
  }
  const column given(std::vector<T>{value}, 0, draw() % 16);
  kernel::run runs[2];
  std::vector<place> found;
  const std::size_t count = cut(given.as_given.first, rule, wraps, runs);
  ASSERT_LE(count, wraps ? 2U : 1U);
  for (std::size_t r = 0; r < count; ++r) {
    ASSERT_LT(runs[r].low, runs[r].high);
    for (std::int64_t step = runs[r].low; step < runs[r].high; ++step)
      found.emplace_back(step, wide{runs[r].start} + step);
  }
  ASSERT_TRUE(found == right) << +value << " of extent " << rule.extent << ", window " << rule.window;
}

template <class T>
void check_ascends_of(kernel::ascends_kernel ascends, std::size_t count, random_engine& draw) {
  const std::ptrdiff_t stride = any_stride(sizeof(T), draw);
  std::vector<T> values = any_indices<T>(count, 1, {.extent = 100}, draw);
  std::sort(values.begin(), values.end());
  if (draw() % 2 == 0) {
    for (T& value : values) value = std::max(value, T{0});
  }
  if (draw() % 2 == 0 && count > 0) values[draw() % count] = any_index<T>({.extent = 100}, draw);
  if (stride == 0 && count > 0) std::fill(values.begin(), values.end(), values.front());
  const column given(values, stride, draw() % 16);
  ASSERT_EQ(ascends(given.as_given), std::is_sorted(values.begin(), values.end())) << count << " values";
}

template <class T>
void check_load_of(kernel::load_kernel load, random_engine& draw) {
  const T value = any_index<T>({.extent = 100}, draw);
  const column given(std::vector<T>{value}, 0, draw() % 16);
  ASSERT_EQ(load(given.as_given.first), static_cast<std::uint64_t>(wide{value}));
}

// Guards around the starts and between them stay as they are.
template <class T>
void check_pack_of(kernel::pack_kernel pack, std::size_t count, random_engine& draw) {
  kernel::coordinate_rule rule = any_rule(draw, 3);
  if (draw() % 8 == 0) rule.extent = std::numeric_limits<std::int32_t>::max();
  if (draw() % 8 == 0) rule.window = 0;
  const std::ptrdiff_t stride = any_stride(sizeof(T), draw);
  const auto step = pick<std::size_t>(draw, {1, 1, 2, 3});
  std::vector<T> values = any_indices<T>(count, stride, rule, draw);
  if (draw() % 4 != 0) {
    for (T& value : values) value = start_of(wide{value}, kernel::mode::skip, rule) ? value : T{0};
  }
  constexpr std::int32_t guard = -77;
  std::vector<std::int32_t> starts(count * step + 2, guard);
  std::vector<std::int32_t> right = starts;
  bool is_bad = false;
  for (std::size_t p = 0; p < count; ++p) {
    const auto start = start_of(wide{values[p]}, kernel::mode::skip, rule);
    is_bad = is_bad || !start;
    if (start) right[1 + p * step] = static_cast<std::int32_t>(*start);
  }
  const column given(values, stride, draw() % 16);
  ASSERT_EQ(pack(given.as_given, rule, starts.data() + 1, static_cast<std::ptrdiff_t>(step)), is_bad)
      << count << " values, stride " << stride << ", extent " << rule.extent << ", window " << rule.window;
  if (is_bad) {
    for (std::size_t p = 0; p < count; ++p) starts[1 + p * step] = guard;  // unspecified
    ASSERT_EQ(std::count(starts.begin(), starts.end(), guard), starts.size());
  } else {
    ASSERT_EQ(starts, right);
  }
}

constexpr int index_rounds = 40;  // per length

}  // namespace

void check_validate(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.validate, [&](kernel::validate_kernel validate, kernel::index_type type) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(1);
    with_type(type, [&]<class T>() {
      for (std::size_t count = 0; count <= most; ++count)
        for (int n = 0; n < index_rounds && is_good_so_far(); ++n)
          check_validate_of<T>(calls.called(validate), count, 1 + draw() % max_members, draw);
    });
  });
}

void check_ascends(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.ascends, [&](kernel::ascends_kernel ascends, kernel::index_type type) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(9);
    with_type(type, [&]<class T>() {
      for (std::size_t count = 0; count <= most; ++count)
        for (int n = 0; n < index_rounds && is_good_so_far(); ++n)
          check_ascends_of<T>(calls.called(ascends), count, draw);
    });
  });
}

void check_load(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.load, [&](kernel::load_kernel load, kernel::index_type type) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(2);
    with_type(type, [&]<class T>() {
      for (int n = 0; n < 1000 && is_good_so_far(); ++n) check_load_of<T>(calls.called(load), draw);
    });
  });
}

void check_pack(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.pack, [&](kernel::pack_kernel pack, kernel::index_type type) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(6);
    with_type(type, [&]<class T>() {
      for (std::size_t count = 0; count <= most; ++count)
        for (int n = 0; n < index_rounds && is_good_so_far(); ++n) check_pack_of<T>(calls.called(pack), count, draw);
      if (is_good_so_far()) check_pack_of<T>(calls.called(pack), 1300, draw);
    });
  });
}

void check_resolve(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.resolve, [&](kernel::resolve_kernel resolve, kernel::index_type type, kernel::mode outside) {
    SCOPED_TRACE(std::string(name_of(type)) + " " + name_of(outside));
    random_engine draw(3);
    with_type(type, [&]<class T>() {
      for (std::size_t count = 0; count <= most; ++count)
        for (int n = 0; n < index_rounds && is_good_so_far(); ++n)
          check_resolve_of<T>(calls.called(resolve), outside, count, 1 + draw() % max_members, draw);
    });
  });
}

void check_run(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.run, [&](kernel::run_kernel run, kernel::index_type type) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(4);
    with_type(type, [&]<class T>() {
      for (std::size_t count = 0; count <= most; ++count)
        for (int n = 0; n < index_rounds && is_good_so_far(); ++n) check_run_of<T>(calls.called(run), count, draw);
    });
  });
}

void check_cut(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.cut, [&](kernel::cut_kernel cut, kernel::index_type type) {
    SCOPED_TRACE(name_of(type));
    random_engine draw(5);
    with_type(type, [&]<class T>() {
      for (int n = 0; n < 2000 && is_good_so_far(); ++n) check_cut_of<T>(calls.called(cut), n % 2 == 0, draw);
    });
  });
}

}  // namespace strew::testing
