#include "prepare.hpp"

#include "formatted.hpp"

namespace strew::cli {
namespace {

outcome load_operands(const operator_spec& spec, const operator_options& options, files::npy_part part, progress& shown,
                      prepared_call& prepared) {
  const auto load = [&](const std::string& file, std::optional<strew_dtype> dtype, file_operand& into) {
    shown.stage(formatted("reading {}", file));
    return load_operand(file, part, dtype, shown.hooks(), into);
  };
  if (auto error = load(options.data, options.dtype, prepared.data)) return error;
  if (options.indices) {
    if (auto error = load(*options.indices, std::nullopt, prepared.indices)) return error;
  }
  if (!has_updates(spec.kind)) return std::nullopt;
  if (auto error = load(options.updates, options.dtype, prepared.updates)) return error;
  if (options.dtype) return std::nullopt;
  return check_same_record(prepared.data, prepared.updates);
}

void describe_call(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  operator_call& call = prepared.call;
  call.data = prepared.data.tensor();
  call.has_indices = options.indices.has_value();
  if (call.has_indices) call.indices = prepared.indices.tensor();
  if (has_updates(spec.kind)) call.updates = prepared.updates.tensor();
  call.op.kind = spec.op;
  call.op.mode = options.mode;
  call.op.axis = options.axis;
  call.op.batch_dims = options.batch_dims;
  call.options = native_options(options);
}

void describe_info(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  call_info& info = prepared.info;
  info.files = {prepared.data.file, prepared.indices.file, prepared.updates.file, options.output};
  info.kind = spec.kind;
  info.dtype = prepared.data.dtype;
  info.position_extents = prepared.indices.array.header.extents;
  if (spec.has_tuples && !info.position_extents.empty()) info.position_extents.pop_back();
  info.positions = options.indices ? 1 : 0;
  for (const std::int64_t extent : info.position_extents) info.positions *= static_cast<std::uint64_t>(extent);
}

outcome describe_output(const operator_spec& spec, prepared_call& prepared) {
  operator_call& call = prepared.call;
  prepared.output_extents = prepared.data.array.header.extents;
  if (!has_updates(spec.kind)) {
    strew_error error = STREW_ERROR_INIT;
    std::uint64_t rank = call.data.rank + call.indices.rank;
    prepared.output_extents.resize(rank);
    const strew_status status =
        strew_shape(&call.op, &call.data, &call.indices, rank, prepared.output_extents.data(), &rank, &error);
    if (status != STREW_STATUS_OK) return library_diagnostic(error, prepared.info);
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

outcome prepare(const operator_spec& spec, const operator_options& options, files::npy_part part, progress& shown,
                prepared_call& prepared) {
  if (auto error = load_operands(spec, options, part, shown, prepared)) return error;
  describe_call(spec, options, prepared);
  describe_info(spec, options, prepared);
  if (auto error = describe_output(spec, prepared)) return error;
  strew_error error = STREW_ERROR_INIT;
  prepared.plan = make_plan(spec.kind, prepared.call, error);
  if (prepared.plan == nullptr) return library_diagnostic(error, prepared.info);
  return std::nullopt;
}

unique_plan make_plan(operator_kind kind, const operator_call& call, strew_error& error) {
  strew_plan* plan = nullptr;
  strew_plan_make(&call.op, &call.data, call.has_indices ? &call.indices : nullptr,
                  has_updates(kind) ? &call.updates : nullptr, &call.output, &call.options, &plan, &error);
  return unique_plan(plan);
}

std::string plan_text(const strew_plan* plan, std::size_t (*text_of)(const strew_plan*, char*, std::size_t)) {
  std::string text(text_of(plan, nullptr, 0) + 1, '\0');
  text.resize(text_of(plan, text.data(), text.size()));
  return text;
}

}  // namespace strew::cli
