// tensor_scatter, the append to a cache along an axis A: l = U[A] rows from write_indices[i] on, for each batch entry
// i.
//   axes         0: {D[0], T_0, X_0, I_0};  A: {l, T_A, X_A, 0}, the window;  other d: {D[d], T_d, X_d, 0}
//   coordinates  {D[A], l, T_A, 0}; none without write indices
// A negative index is an error in both modes; linear: error, circular: wrap.
#include <cstddef>
#include <cstdint>

#include "lower/common.hpp"

namespace strew::engine {
namespace lower {
namespace {

status check_mode(std::int32_t mode) {
  if (mode == static_cast<std::int32_t>(cache_mode::linear) || mode == static_cast<std::int32_t>(cache_mode::circular))
    return {};
  return fail(rule::TS7, operand::none, "mode is {}, neither linear (0) nor circular (1)", mode);
}

status check_updates(const operands& ops, std::size_t axis) {
  const extents_list& d = ops.data.extents;
  const extents_list& u = ops.updates.extents;
  for (std::size_t i = 0; i < d.size(); ++i) {
    if (i == axis || u[i] == d[i]) continue;
    return fail(rule::TS4, operand::updates, "<extent {} is {}>, that of cache is {}", i, u[i], d[i]);
  }
  if (u[axis] <= d[axis]) return {};
  return fail(rule::TS5, operand::updates, "they are {} long along the <axis>, cache only {}", u[axis], d[axis]);
}

status check_constraints(const operands& ops, bool has_indices, std::int64_t axis) {
  const std::size_t r = ops.data.rank();
  if (r < 2) return fail(rule::TS1, operand::data, "its <rank> is {}", r);
  if (ops.updates.rank() != r) {
    return fail(rule::TS1, operand::updates, "their <rank> is {}, that of cache is {}", ops.updates.rank(), r);
  }
  if (auto bad = check_axis(axis, r, rule::TS2)) return bad;
  const auto a = static_cast<std::size_t>(from_start(axis, r));
  if (a == 0) return fail(rule::TS3, operand::none, "<axis> {} is the batch dimension", axis);
  if (auto bad = check_updates(ops, a)) return bad;
  if (!has_indices || ops.indices.extents == extents_list{ops.data.extents[0]}) return {};
  return fail(rule::TS6, operand::indices, "<their extents are> {}, not {}", ops.indices.extents,
              extents_list{ops.data.extents[0]});
}

void build(builder& made, const operands& ops, bool has_indices, std::size_t axis) {
  const tensor& table = ops.table();
  const tensor& direct = ops.direct();
  if (has_indices) {
    made.batch(0, table.extents[0], table.strides[0], direct.strides[0], ops.indices.strides[0]);
    made.member(axis, table.extents[axis], direct.extents[axis], table.strides[axis], 0);
    made.window(direct.extents[axis], table.strides[axis], direct.strides[axis], 0);
  } else {
    made.slice(0, table.extents[0], table.strides[0], direct.strides[0]);
    made.slice(axis, direct.extents[axis], table.strides[axis], direct.strides[axis]);
  }
  for (std::size_t d = 1; d < table.rank(); ++d) {
    if (d != axis) made.slice(d, table.extents[d], table.strides[d], direct.strides[d]);
  }
}

// The operator has no options; the mode determines the policy.
status check_options(const operator_options& options) {
  if (options.invalid) return options.invalid;
  const bool is_plain = options.reduce == reduction::none && options.policy == index_policy() &&
                        !options.has_fill_value && !options.exclude_self && options.accumulate == accumulation::wide &&
                        !options.unordered && !options.refuses_duplicates;
  if (is_plain) return {};
  return fail(rule::AT1, operand::none, "tensor_scatter has no options of its own; leave them at their defaults");
}

}  // namespace

result<operation> tensor_scatter(const operands& ops, bool has_indices, std::int64_t axis, std::int32_t mode,
                                 const operator_options& given) {
  operator_options options;
  options.reduce = given.reduce;  // refused, but a mismatching type is refused first
  const bool wraps = mode == static_cast<std::int32_t>(cache_mode::circular);
  options.policy = {wraps ? out_of_bounds::wrap : out_of_bounds::error, negative::refuse, partial_window::element};
  options.invalid = first_of([&] { return check_options(given); }, [&] { return check_mode(mode); });
  return lower(
      ops, options, [&] { return check_constraints(ops, has_indices, axis); },
      [&](builder& made) {
        build(made, ops, has_indices, static_cast<std::size_t>(from_start(axis, ops.data.rank())));
      });
}

}  // namespace lower
}  // namespace strew::engine
