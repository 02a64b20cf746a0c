#include "bnns/call.hpp"

#include "bnns/last_error.hpp"
#include "bnns/quantization.hpp"
#include "bnns/reduction.hpp"
#include "strew/descriptor.hpp"
#include "strew/site.hpp"

namespace strew::frontends::bnns {

maybe_failure call::read_operands() {
  operand* const all[] = {&input_, &indices_, &output_};
  for (const operand* one : all) {
    if (auto bad = one->read_pointers()) return bad;
  }
  for (operand* one : all) {
    if (auto bad = one->read_layout()) return bad;
  }
  for (operand* one : all) {
    if (auto bad = one->read_type()) return bad;
  }
  for (operand* one : all) {
    if (auto bad = one->read_sizes()) return bad;
  }
  return compare_quantization(input_, indices_, output_);
}

maybe_failure call::read_axis(std::size_t axis) const {
  if (axis >= input_.rank())
    return fail(STREW_STATUS_SHAPE, STREW_OPERAND_NONE, "BN9", "axis is {}, input has {} dimensions", axis,
                input_.rank());
  if (indices_.rank() != 1 && indices_.rank() != input_.rank())
    return fail_of(indices_.name(), STREW_STATUS_SHAPE, indices_.number(), "BN10",
                   "they have {} dimensions, input has {}", indices_.rank(), input_.rank());
  return {};
}

namespace {

strew_options default_options() {
  strew_options made = STREW_OPTIONS_INIT;
  made.negative_indices = STREW_NEGATIVE_INVALID;
  return made;
}

}  // namespace

maybe_failure call::read_settings(const BNNSFilterParameters* parameters, const strew_options* options) {
  if (auto bad = memory_.read(parameters)) return bad;
  own_options_ = default_options();
  if (options != nullptr && (!is_known(*options))) {
    options_ = options;  // its fields cannot be read; the engine reports this
    return {};
  }
  if (options != nullptr) own_options_ = *options;
  if (own_options_.reduction != STREW_REDUCTION_NONE)
    return fail(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "BN12", "reduction of the options is {}, not 0",
                own_options_.reduction);
  own_options_.reduction = reduction_;
  return {};
}

maybe_failure call::read(std::uint32_t op, std::optional<std::size_t> axis, const BNNSFilterParameters* parameters,
                         const strew_options* options) {
  if (auto bad = read_operands()) return bad;
  if (auto bad = read_reduction(op, output_, reduction_)) return bad;
  if (axis) {
    if (auto bad = read_axis(*axis)) return bad;
  }
  return read_settings(parameters, options);
}

// One complete tuple addresses one element, which the descriptor of the direct operand declares as a vector of one.
void call::read_single() {
  const bool is_whole = indices_.rank() == 1 && indices_.extent(0) == static_cast<std::int64_t>(table().rank());
  if (is_whole && direct().rank() == 1 && direct().extent(0) == 1) direct().become_scalar();
}

strew_operator call::descriptor(std::optional<std::size_t> axis) const {
  if (!axis) return detail::numbered(is_scatter() ? STREW_OPERATOR_SCATTER_ND : STREW_OPERATOR_GATHER_ND, 0, 0);
  const auto along = static_cast<std::int64_t>(*axis);
  if (indices_.rank() == 1)
    return detail::numbered(is_scatter() ? STREW_OPERATOR_SCATTER : STREW_OPERATOR_GATHER, along, 0);
  return detail::numbered(is_scatter() ? STREW_OPERATOR_SCATTER_ELEMENTS : STREW_OPERATOR_GATHER_ELEMENTS, along, 0);
}

int call::run(std::uint32_t op, std::optional<std::size_t> axis, const BNNSFilterParameters* parameters,
              const strew_options* options) {
  if (const maybe_failure bad = read(op, axis, parameters, options)) return conclude(*bad);
  if (!axis) read_single();
  const strew_operator what = descriptor(axis);
  const strew_tensor data = table().tensor();
  const strew_tensor indices = indices_.tensor();
  const strew_tensor updates = input_.tensor();
  const strew_tensor output = output_.tensor();
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &data, all.indices = &indices, all.updates = is_scatter() ? &updates : nullptr, all.output = &output;
  return conclude(
      strew_run_at(site_of_this_thread(what.kind), &what, &all, options_, memory_.execution(), &last_error()),
      is_scatter());
}

}  // namespace strew::frontends::bnns

int strew_bnns_default_options(strew_options* options) {
  if (options == nullptr || !strew::frontends::is_known(*options)) return -1;
  *options = strew::frontends::bnns::default_options();
  return 0;
}
