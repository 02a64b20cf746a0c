#include "lower/dimension_lists.hpp"

namespace strew::engine {
namespace lower {

bool is_unique(const extents_list& list) {
  extents_list copy = list;
  std::sort(copy.begin(), copy.end());
  return std::adjacent_find(copy.begin(), copy.end()) == copy.end();
}

extents_list joined(const extents_list& left, const extents_list& right) {
  extents_list all = left;
  all.append(right.data(), right.size());
  return all;
}

status check_rank_sum(const tensor& data, std::size_t sum, rule number) {
  if (data.rank() == sum) return {};
  return fail(number, operand::data, "its <rank> is {}, the three lists have {} dimensions", data.rank(), sum);
}

status check_sorted_and_unique(const extents_list& list, const char* name, rule number) {
  if (is_sorted(list) && is_unique(list)) return {};
  return fail(number, operand::none, "{} {} are not unique and sorted", name, list);
}

status check_sorted(const extents_list& list, const char* name, rule number) {
  if (is_sorted(list)) return {};
  return fail(number, operand::none, "{} {} are not sorted", name, list);
}

status check_unique(const extents_list& list, const char* name, rule number) {
  if (is_unique(list)) return {};
  return fail(number, operand::none, "{} {} are not unique", name, list);
}

status check_in_range(const extents_list& list, std::size_t rank, const char* name, rule number) {
  for (const std::int64_t d : list) {
    if (d >= 0 && d < static_cast<std::int64_t>(rank)) continue;
    return fail(number, operand::none, "{} {} leave [0, {})", name, list, rank);
  }
  return {};
}

extents_list position_dims(const tensor& indices, std::int64_t index_vector_dim) {
  extents_list dims;
  for (std::size_t e = 0; e < indices.rank(); ++e) {
    if (static_cast<std::int64_t>(e) != index_vector_dim) dims.push_back(static_cast<std::int64_t>(e));
  }
  return dims;
}

status check_batching_operand(const index_dims& dims, const tensor& data, const index_rules& numbers) {
  if (auto bad = check_sorted(dims.operand_batching, dims.operand_batching_name, numbers.sorted_operand)) return bad;
  return check_in_range(dims.operand_batching, data.rank(), dims.operand_batching_name, numbers.range_operand);
}

status check_batching_indices(const index_dims& dims, const tensor& data, const tensor& indices,
                              const index_rules& numbers) {
  if (auto bad = check_unique(dims.indices_batching, dims.indices_batching_name, numbers.unique_indices)) return bad;
  if (auto bad =
          check_in_range(dims.indices_batching, indices.rank(), dims.indices_batching_name, numbers.range_indices))
    return bad;
  if (contains(dims.indices_batching, dims.index_vector_dim)) {
    return fail(numbers.no_vector, operand::indices, "{} {} contain index_vector_dim {}", dims.indices_batching_name,
                dims.indices_batching, dims.index_vector_dim);
  }
  if (dims.operand_batching.size() != dims.indices_batching.size()) {
    return fail(numbers.same_count, operand::none, "{} are {}, {} are {}", dims.operand_batching_name,
                dims.operand_batching.size(), dims.indices_batching_name, dims.indices_batching.size());
  }
  for (std::size_t i = 0; i < dims.operand_batching.size(); ++i) {
    const std::int64_t d = data.extents[static_cast<std::size_t>(dims.operand_batching[i])];
    const std::int64_t j = indices.extents[static_cast<std::size_t>(dims.indices_batching[i])];
    if (d == j) continue;
    return fail(numbers.same_extents, operand::indices, "<batching extent {} is {}, that of the operand is {}>", i, j,
                d);
  }
  return {};
}

status check_tuple_dims(const index_dims& dims, const tensor& data, const index_rules& numbers) {
  const extents_list both = joined(dims.tuple_dims, dims.operand_batching);
  if (!is_unique(both)) {
    return fail(numbers.unique_tuple, operand::none, "{} and {} {} are not unique", dims.tuple_name,
                dims.operand_batching_name, both);
  }
  return check_in_range(dims.tuple_dims, data.rank(), dims.tuple_name, numbers.range_tuple);
}

status check_index_vector_dim(const index_dims& dims, const tensor& indices, rule number) {
  if (dims.index_vector_dim >= 0 && dims.index_vector_dim <= static_cast<std::int64_t>(indices.rank())) return {};
  return fail(number, operand::indices, "index_vector_dim is {}, outside [0, {}]", dims.index_vector_dim,
              indices.rank());
}

status check_tuple_length(const index_dims& dims, const tensor& indices, rule number) {
  const auto v = static_cast<std::size_t>(dims.index_vector_dim);
  const std::int64_t length = v < indices.rank() ? indices.extents[v] : 1;
  if (static_cast<std::int64_t>(dims.tuple_dims.size()) == length) return {};
  return fail(number, operand::indices, "{} are {}, a tuple has {} members", dims.tuple_name, dims.tuple_dims.size(),
              length);
}

namespace {

std::size_t place_in(const extents_list& list, std::int64_t value) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), value) - list.begin());
}

}  // namespace

void build_stablehlo(builder& made, const operands& ops, const index_dims& dims, const extents_list& window_dims,
                     const extents_list& kept_dims, const extents_list& windows) {
  const tensor& table = ops.table();
  const tensor& direct = ops.direct();
  std::size_t u = 0;  // the dimension of the direct operand for the next position dimension
  for (const std::int64_t e : position_dims(ops.indices, dims.index_vector_dim)) {
    while (contains(window_dims, static_cast<std::int64_t>(u))) ++u;
    const auto at = static_cast<std::size_t>(e);
    const std::size_t pair = place_in(dims.indices_batching, e);
    if (pair < dims.indices_batching.size()) {
      const auto d = static_cast<std::size_t>(dims.operand_batching[pair]);
      made.batch(d, ops.indices.extents[at], table.strides[d], direct.strides[u++], ops.indices.strides[at]);
    } else {
      made.position(ops.indices.extents[at], direct.strides[u++], ops.indices.strides[at]);
    }
  }
  for (std::size_t w = 0; w < window_dims.size(); ++w) {
    const auto x = static_cast<std::size_t>(window_dims[w]);
    const auto d = static_cast<std::size_t>(kept_dims[w]);
    const std::size_t t = place_in(dims.tuple_dims, kept_dims[w]);
    if (t < dims.tuple_dims.size()) {
      made.window(direct.extents[x], table.strides[d], direct.strides[x], t);
    } else {
      made.slice(d, direct.extents[x], table.strides[d], direct.strides[x]);
    }
  }
  const auto v = static_cast<std::size_t>(dims.index_vector_dim);
  const std::int64_t step = v < ops.indices.rank() ? ops.indices.strides[v] : 0;
  if (v < ops.indices.rank()) made.tuple_dimension(v);
  for (std::size_t t = 0; t < dims.tuple_dims.size(); ++t) {
    const auto d = static_cast<std::size_t>(dims.tuple_dims[t]);
    made.member(d, table.extents[d], windows[d], table.strides[d], static_cast<std::int64_t>(t) * step);
  }
}

}  // namespace lower
}  // namespace strew::engine
