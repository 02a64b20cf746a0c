#include "prepare.hpp"

#include <fmt/format.h>

namespace strew::cli {
namespace {

outcome load_operands(const operator_spec& spec, const operator_options& options, files::npy_part part, progress& shown,
                      prepared_call& prepared) {
  const auto load = [&](const std::string& file, std::optional<strew_dtype> dtype, operand& into) {
    shown.stage(fmt::format("reading {}", file));
    return load_operand(file, part, dtype, shown.hooks(), into);
  };
  if (auto error = load(options.data, options.dtype, prepared.data)) return error;
  if (auto error = load(options.indices, std::nullopt, prepared.indices)) return error;
  if (!spec.is_scatter) return std::nullopt;
  if (auto error = load(options.updates, options.dtype, prepared.updates)) return error;
  if (options.dtype) return std::nullopt;
  return check_same_record(prepared.data, prepared.updates);
}

void describe_call(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  operator_call& call = prepared.call;
  call.data = prepared.data.tensor();
  call.indices = prepared.indices.tensor();
  if (spec.is_scatter) call.updates = prepared.updates.tensor();
  call.batch_dims = options.batch_dims;
  call.options.reduction = options.reduction;
  call.options.out_of_bounds = options.out_of_bounds;
  call.options.negative_indices = options.negative_indices;
  if (options.fill) {
    call.options.fill_dtype = options.fill->dtype();
    call.options.fill_bytes = strew_dtype_bytes(options.fill->dtype());
    call.options.fill_value = options.fill->bytes();
  }
  prepared.facts.files = {prepared.data.file, prepared.indices.file, prepared.updates.file, options.output};
  prepared.facts.is_scatter = spec.is_scatter;
  prepared.facts.positions = spec.count_positions(prepared.indices.array.header.extents);
}

outcome describe_output(const operator_spec& spec, prepared_call& prepared) {
  operator_call& call = prepared.call;
  prepared.output_extents = prepared.data.array.header.extents;
  if (!spec.is_scatter) {
    strew_error error = STREW_ERROR_INIT;
    std::uint64_t rank = call.data.rank + call.indices.rank;
    prepared.output_extents.resize(rank);
    const strew_status status = spec.output_shape(call, rank, prepared.output_extents.data(), &rank, &error);
    if (status != STREW_OK) return library_complaint(error, prepared.facts);
    prepared.output_extents.resize(rank);
  }
  call.output = call.data;
  call.output.data = nullptr;
  call.output.strides = nullptr;
  call.output.rank = prepared.output_extents.size();
  call.output.extents = prepared.output_extents.data();
  return std::nullopt;
}

}  // namespace

std::uint64_t count_tuples(std::span<const std::int64_t> index_extents) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i + 1 < index_extents.size(); ++i) count *= static_cast<std::uint64_t>(index_extents[i]);
  return count;
}

outcome prepare(const operator_spec& spec, const operator_options& options, files::npy_part part, progress& shown,
                prepared_call& prepared) {
  if (auto error = load_operands(spec, options, part, shown, prepared)) return error;
  describe_call(spec, options, prepared);
  if (auto error = describe_output(spec, prepared)) return error;
  strew_error error = STREW_ERROR_INIT;
  strew_plan* plan = nullptr;
  const strew_status status = spec.plan(prepared.call, &plan, &error);
  prepared.plan.reset(plan);
  if (status != STREW_OK) return library_complaint(error, prepared.facts);
  return std::nullopt;
}

std::string plan_text(const strew_plan* plan, std::size_t (*text_of)(const strew_plan*, char*, std::size_t)) {
  std::string text(text_of(plan, nullptr, 0) + 1, '\0');
  text.resize(text_of(plan, text.data(), text.size()));
  return text;
}

}  // namespace strew::cli
