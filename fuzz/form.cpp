// Extents that fit an operator, as its formula in docs/contract.md says.
#include <algorithm>

#include "problem.hpp"

namespace strew::fuzz {
namespace {

std::int64_t any_extent(bytes& in) {
  return in.one_in(24) ? in.between(5, 600) : in.one_in(8) ? in.between(0, 40) : in.between(1, 4);
}

numbers any_extents(std::uint64_t least, std::uint64_t most, bytes& in) {
  numbers made(least + in.below(most - least + 1));
  for (std::int64_t& extent : made) extent = any_extent(in);
  return made;
}

void append(numbers& to, const numbers& from, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < std::min(last, from.size()); ++i) to.push_back(from[i]);
}

form along_axis(bytes& in) {
  form made;
  made.data = any_extents(1, 4, in);
  const auto axis = static_cast<std::size_t>(in.below(made.data.size()));
  const auto batch = static_cast<std::size_t>(in.below(axis + 1));
  append(made.indices, made.data, 0, batch);
  for (const std::int64_t extent : any_extents(0, 2, in)) made.indices.push_back(extent);
  append(made.direct, made.data, 0, axis);
  append(made.direct, made.indices, batch, made.indices.size());
  append(made.direct, made.data, axis + 1, made.data.size());
  made.axis = static_cast<std::int64_t>(axis) - (in.one_in(4) ? static_cast<std::int64_t>(made.data.size()) : 0);
  made.batch_dims = static_cast<std::int64_t>(batch);
  made.limits = {made.data[axis]};
  return made;
}

form elements(bytes& in) {
  form made;
  made.data = any_extents(1, 4, in);
  const auto axis = static_cast<std::size_t>(in.below(made.data.size()));
  for (const std::int64_t extent : made.data) made.indices.push_back(in.one_in(4) ? in.between(0, extent) : extent);
  made.indices[axis] = any_extent(in);
  made.direct = made.indices;
  made.axis = static_cast<std::int64_t>(axis);
  made.limits = {made.data[axis]};
  return made;
}

form nd(bytes& in) {
  form made;
  made.data = any_extents(0, 4, in);
  const auto batch = static_cast<std::size_t>(in.below(std::min<std::uint64_t>(made.data.size(), 2) + 1));
  const auto depth = static_cast<std::size_t>(in.below(made.data.size() - batch + 1));
  append(made.indices, made.data, 0, batch);
  for (const std::int64_t extent : any_extents(0, 2, in)) made.indices.push_back(extent);
  made.direct = made.indices;
  append(made.direct, made.data, batch + depth, made.data.size());
  append(made.limits, made.data, batch, batch + depth);
  made.component_axis = static_cast<std::int64_t>(made.indices.size());
  made.indices.push_back(static_cast<std::int64_t>(depth));
  made.batch_dims = static_cast<std::int64_t>(batch);
  return made;
}

form cache(bytes& in) {
  form made;
  made.data = any_extents(2, 4, in);
  const auto axis = static_cast<std::size_t>(1 + in.below(made.data.size() - 1));
  made.indices = {made.data[0]};
  made.direct = made.data;
  made.direct[axis] = in.between(0, made.data[axis]);
  made.axis = static_cast<std::int64_t>(axis);
  made.mode = in.one_in(2) ? STREW_CIRCULAR : STREW_LINEAR;
  made.limits = {made.data[axis] - made.direct[axis] + 1};
  return made;
}

// Members of a tuple address dimensions that are no batch; each has a window, of which some are collapsed.
void windows_of(form& made, bytes& in) {
  for (std::size_t i = 0; i < made.data.size(); ++i) {
    const auto axis = static_cast<std::int64_t>(i);
    if (i < made.batching.size()) {
      made.sizes.push_back(std::min<std::int64_t>(made.data[i], 1));
      continue;
    }
    if (in.one_in(2)) made.map.push_back(axis);
    const bool is_collapsed = in.one_in(2) && made.data[i] > 0;
    if (is_collapsed) made.collapsed.push_back(axis);
    made.sizes.push_back(is_collapsed ? 1 : in.one_in(2) ? made.data[i] : in.between(0, made.data[i]));
  }
  if (in.one_in(4)) std::reverse(made.map.begin(), made.map.end());
  for (const std::int64_t axis : made.map) {
    const auto i = static_cast<std::size_t>(axis);
    made.limits.push_back(made.data[i] - made.sizes[i] + 1);
  }
}

form general(bytes& in) {
  form made;
  made.data = any_extents(1, 4, in);
  if (in.one_in(4)) made.batching = made.paired = {0};
  append(made.indices, made.data, 0, made.batching.size());
  for (const std::int64_t extent : any_extents(0, 2, in)) made.indices.push_back(extent);
  windows_of(made, in);
  numbers window;
  for (std::size_t i = made.batching.size(); i < made.data.size(); ++i) {
    const auto axis = static_cast<std::int64_t>(i);
    if (std::find(made.collapsed.begin(), made.collapsed.end(), axis) == made.collapsed.end())
      window.push_back(made.sizes[i]);
  }
  const std::size_t batch = made.indices.size();
  const auto lead = static_cast<std::size_t>(in.one_in(3) ? in.below(batch + 1) : batch);  // windows may lie inside
  append(made.direct, made.indices, 0, lead);
  for (const std::int64_t extent : window) {
    made.windows.push_back(static_cast<std::int64_t>(made.direct.size()));
    made.direct.push_back(extent);
  }
  append(made.direct, made.indices, lead, batch);
  const bool has_axis = made.map.size() != 1 || !in.one_in(2);
  const auto first = made.batching.size();  // the tuple may lie anywhere behind the batch
  const auto at = has_axis ? first + static_cast<std::size_t>(in.below(batch - first + 1)) : batch;
  made.index_vector_dim = static_cast<std::int64_t>(at);
  if (!has_axis) return made;
  made.component_axis = made.index_vector_dim;
  made.indices.insert(made.indices.begin() + made.index_vector_dim, static_cast<std::int64_t>(made.map.size()));
  return made;
}

void spoil(form& made, bytes& in) {
  numbers* const lists[] = {&made.data, &made.indices, &made.direct,   &made.windows, &made.collapsed,
                            &made.map,  &made.sizes,   &made.batching, &made.paired};
  numbers& list = *lists[in.below(std::size(lists))];
  if (list.empty() || in.one_in(4)) {
    list.push_back(in.between(0, 3));
  } else if (in.one_in(4)) {
    list.pop_back();
  } else {
    list[in.below(list.size())] = in.between(0, 5);
  }
  if (in.one_in(4)) made.axis = static_cast<std::int64_t>(in.wild());
  if (in.one_in(4)) made.batch_dims = static_cast<std::int64_t>(in.wild());
  if (in.one_in(4)) made.index_vector_dim = static_cast<std::int64_t>(in.wild());
  if (in.one_in(4)) made.mode = static_cast<std::int32_t>(in.below(4));
}

form proper_form(operation what, bytes& in) {
  switch (what) {
    case operation::gather:
    case operation::scatter:
      return along_axis(in);
    case operation::gather_elements:
    case operation::scatter_elements:
      return elements(in);
    case operation::gather_nd:
    case operation::scatter_nd:
      return nd(in);
    case operation::tensor_scatter:
      return cache(in);
    default:
      return general(in);
  }
}

}  // namespace

form any_form(operation what, bytes& in) {
  form made = proper_form(what, in);
  if (in.one_in(10)) spoil(made, in);
  return made;
}

}  // namespace strew::fuzz
