// The update of a point as an accumulator, times its weight if it has one.
number_t update_at(uint64_t place, uint64_t weight_place, uint type, uint how, bool is_wide, bool is_weighted) {
  const number_t update = to_accumulator(load_element(push.direct + place, type), how, type, is_wide);
  if (!is_weighted) return update;
  const uint weight_type = push.problem.weight_dtype;
  const number_t weight = load_element(push.weights + weight_place, weight_type);
  return product(update, to_weight(weight, how, weight_type, is_wide), how, type, is_wide);
}
