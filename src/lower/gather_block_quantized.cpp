// gather_block_quantized: gather along an axis A that is not the last one, whose slices along the last dimension are
// rows of codes. D = extents of data, J = of indices, b = batch_dims, g = D without its last dimension; W, Z = strides
// of scales and zero points, which have the dimensions of data.
//   axes         batch i < b:       {D[i], T_i, X_i, I_i, scale W_i, zero Z_i}
//                index t >= b:      {J[t], 0, X_{A+t-b}, I_t}
//                slice b <= i < A   {D[i], T_i, X_i, 0, scale W_i, zero Z_i}, A < i < r-1: with X_{i+q-b-1}
//   coordinates                     {D[A], 1, T_A, 0}, scale W_A, zero Z_A
//   unit                            the last dimension
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/arithmetic.hpp"
#include "lower/codes.hpp"

namespace strew::engine {
namespace lower {
namespace {

code_operands codes_of_data(const operands& ops) {
  return {ops.data, operand::data, *ops.paired, ops.output};
}

status check_types_of(const operands& ops, const quantization_rules& by) {
  if (auto bad = check_index_type(ops.indices, operand::indices)) return bad;
  return check_code_types(codes_of_data(ops), by);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

// AX1 to AX5; the last extent of the output is its own.
status check_gather(const operands& ops, const quantization_rules& by) {
  auto expected = along_axis_extents(ops.data, ops.indices, by.axis, by.batch_dims);
  if (!expected) return std::move(expected).error();
  const extents_list& given = ops.output.extents;
  if (!given.empty() && given.size() == expected->size()) (*expected)[given.size() - 1] = given.back();
  return check_direct(ops, std::move(expected), rule::AX5);
}

status check_shapes(const operands& ops, const quantization_rules& by) {
  if (auto bad = check_gather(ops, by)) return bad;
  return check_code_shapes(codes_of_data(ops), by, from_start(by.axis, ops.data.rank()));
}

template <class Check>
status check_each(const operands& ops, const quantization_rules& by, const Check& check) {
  if (auto bad = check(ops.data, operand::data)) return bad;
  if (auto bad = check(ops.indices, operand::indices)) return bad;
  if (auto bad = check_each_of_codes(codes_of_data(ops), by, check)) return bad;
  return check(ops.output, operand::output);
}

// ---- Axes, the coordinate and the unit ------------------------------------------------------------------------------

// A dimension of data that scales and zero points share.
axis shared(const operands& ops, const quantization_rules& by, problem& p, std::size_t i, std::int64_t direct_stride,
            std::int64_t index_stride) {
  axis made{ops.data.extents[i], ops.data.strides[i], direct_stride, index_stride, no_window};
  put_code_strides(codes_of_data(ops), by, i, p, made);
  return made;
}

void build(builder& made, problem& p, const operands& ops, const quantization_rules& by, std::size_t axis,
           std::size_t b) {
  const tensor& data = ops.data;
  const tensor& indices = ops.indices;
  const extents_list& direct = ops.output.strides;
  for (std::size_t t = 0; t < indices.rank(); ++t) {
    if (t < b) {
      made.place(static_cast<std::int32_t>(t), shared(ops, by, p, t, direct[t], indices.strides[t]),
                 indices.strides[t]);
    } else {
      made.position(indices.extents[t], direct[axis + t - b], indices.strides[t]);
    }
  }
  for (std::size_t i = b; i < axis; ++i) made.slice(i, shared(ops, by, p, i, direct[i], 0));
  for (std::size_t i = axis + 1; i + 1 < data.rank(); ++i)
    made.slice(i, shared(ops, by, p, i, direct[i + indices.rank() - b - 1], 0));
  if (columns_of(codes_of_data(ops)) == 0) made.slice(data.rank() - 1, 0, 0, 0);
  made.member(axis, data.extents[axis], 1, data.strides[axis], 0);
}

void describe_units(const operands& ops, const quantization_rules& by, std::size_t axis, problem& p) {
  describe_codes(codes_of_data(ops), by, axis, p);
  p.decoding->value_step = ops.output.strides.back();
  p.width = narrow(times(p.decoding->columns, ops.output.width)).value_or(0);  // beyond 63 bits the output is empty
}

}  // namespace

result<operation> gather_block_quantized(const operands& ops, const quantization_rules& by,
                                         const operator_options& options) {
  result<operation> made(std::in_place);
  const auto extents = [](const tensor& view, operand where) { return engine::check_extents(view, where); };
  const auto sizes = [](const tensor& view, operand where) { return engine::check_sizes(view, where); };
  if (auto bad = first_of([&] { return check_types_of(ops, by); }, [&] { return check_attributes(ops, options); },
                          [&] { return check_bits(by); }, [&] { return check_each(ops, by, extents); },
                          [&] { return check_shapes(ops, by); }, [&] { return check_each(ops, by, sizes); },
                          [&] { return check_nested(ops.output, operand::output); })) {
    made.fail(*std::move(bad));
    return made;
  }
  const auto axis = static_cast<std::size_t>(from_start(by.axis, ops.data.rank()));
  start_problem(ops, options, made->main);
  describe_units(ops, by, axis, made->main);
  builder rows(*made);
  build(rows, made->main, ops, by, axis, static_cast<std::size_t>(by.batch_dims));
  made->has_raw = !options.is_once;
  if (made->has_raw) made->raw = made->main;
  make_canonical(made->main);
  return made;
}

}  // namespace lower
}  // namespace strew::engine
