#include "inputs.hpp"

#include <algorithm>
#include <vector>

namespace strew::python {

nb::handle& arrays::operator[](role which) {
  switch (which) {
    case role::data:
      return data;
    case role::indices:
      return indices;
    case role::updates:
      return updates;
    case role::output:
      return out;
    default:
      return further[which];
  }
}

further_inputs::further_inputs(const arrays& given, const operand& data) {
  for (const role_entry& each : all_roles) {
    if (!is_further(each.which) || !given.further[each.which].is_valid()) continue;
    operand& made = all_[each.which].emplace(each.name);
    is_written_beside(each.which) ? made.read_output(given.further[each.which])
                                  : made.read(given.further[each.which], &data);
  }
  if (find(role::base) != nullptr && find(role::scales) == nullptr) data.check_same_type(*find(role::base));
}

inputs::inputs(const arrays& given) : has_indices(given.indices.is_valid()), has_updates(given.updates.is_valid()) {
  data.read(given.data);
  if (has_indices) indices.read(given.indices);
  if (std::any_of(given.further.begin(), given.further.end(), [](nb::handle one) { return one.is_valid(); }))
    more.emplace(given, data);
  if (!has_updates) return;
  updates.read(given.updates, &data);
  data.check_same_type(updates);
}

const operand* inputs::find(role which) const {
  if (is_further(which)) return more ? more->find(which) : nullptr;
  if (which == role::data) return &data;
  if (which == role::indices) return has_indices ? &indices : nullptr;
  return which == role::updates && has_updates ? &updates : nullptr;
}

void inputs::check_type_of(const operand& output) const {
  if (find(role::scales) == nullptr) data.check_same_type(output);
}

void inputs::raise(const strew_error& record, const operand* output) const {
  std::vector<const operand*> all{output};
  for (const role_entry& each : all_roles) all.push_back(find(each.which));
  python::raise(record, all);
}

strew_operands inputs::with(const strew_tensor& output) const {
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &data.view();
  if (has_indices) all.indices = &indices.view();
  if (has_updates) all.updates = &updates.view();
  all.output = &output;
  if (!more) return all;
  for (const role_entry& each : all_roles) {
    if (is_further(each.which) && more->find(each.which) != nullptr) all.*each.view = &more->find(each.which)->view();
  }
  return all;
}

}  // namespace strew::python
