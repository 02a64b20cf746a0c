#include "prepare.hpp"

#include <algorithm>

#include "codes.hpp"
#include "files/formats.hpp"
#include "formatted.hpp"
#include "library_text.hpp"
#include "operand_table.hpp"
#include "segments.hpp"
#include "stand_ins.hpp"
#include "stored_text.hpp"

namespace strew::cli {
namespace {

struct named_operand {
  operand_source from;
  file_operand& into;
};

// In the order of the command line. What is no file is not among them.
std::vector<named_operand> operands_of(const operator_spec& spec, const operator_options& options,
                                       prepared_call& prepared) {
  std::vector<named_operand> named;
  const auto rights_of = [&](const std::string& name) {
    return options.in_place && &name == &options.target() ? files::access::read_and_write : files::access::read;
  };
  const bool has_codes = options.has_codes();  // whose scales --dtype is the type of
  const std::optional<strew_dtype> data_dtype = has_codes ? std::nullopt : options.dtype;
  const bool has_ones = spec.kind == operator_kind::scan && options.value;
  if (!options.zeros && !has_ones)
    named.push_back({{options.data, data_dtype, rights_of(options.data)}, prepared.data});
  const bool has_updates_first = spec.kind == operator_kind::append;
  if (has_updates_first) named.push_back({{options.updates, options.dtype}, prepared.updates});
  if (options.indices && !options.rows) named.push_back({{*options.indices, std::nullopt}, prepared.indices});
  if (has_updates(spec.kind) && !has_updates_first && !options.value)
    named.push_back({{options.updates, options.dtype}, prepared.updates});
  for (const further_operand& one : further_operands) {
    const std::string* const file = one.file_of(options);
    const bool has_dtype = one.type == (has_codes ? element_type::of_scales : element_type::of_data);
    const std::optional<strew_dtype> dtype = has_dtype ? options.dtype : std::nullopt;
    if (file != nullptr) named.push_back({{*file, dtype, rights_of(*file)}, prepared.*one.loaded});
  }
  return named;
}

// Bytes that are written must not be read as another operand.
outcome check_apart(const operator_options& options, const prepared_call& prepared) {
  if (!options.in_place) return std::nullopt;
  std::vector<const char*> names = {"data", "indices", "updates"};
  for (const further_operand& one : further_operands) names.push_back(one.name);
  const file_operand& written = options.base ? prepared.base : prepared.data;
  const auto inputs = prepared.inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const file_operand& other = *inputs[i];
    if (&other == &written || !written.array.source.is_same_as(other.array.source.descriptor())) continue;
    return file_diagnostic(other.file, {files::failure_kind::system,
                                        formatted("is the file of the {} too: {} cannot be read from a file that is "
                                                  "written in place",
                                                  options.base ? "base" : "data", names[i])});
  }
  return std::nullopt;
}

// Those of regular files first: nobody waits for a pipe to be told what is wrong with a file.
outcome open_operands(const std::vector<named_operand>& named, progress& shown) {
  const auto open = [&](const named_operand& one) {
    shown.before_opening(one.from.name);
    return open_operand(one.from, shown.hooks(), one.into);
  };
  std::vector<const named_operand*> streams;
  for (const named_operand& one : named) {
    files::array_name& name = one.into.name;
    if (auto error = parse_name(one.from.name, name)) return error;
    const files::result<bool> waits = files::is_stream(name.file);
    if (!waits) return file_diagnostic(one.from.name, waits.error());
    if (*waits && name.format->is_read_in_order && one.from.rights == files::access::read) {
      streams.push_back(&one);
    } else if (auto error = open(one)) {
      return error;
    }
  }
  // One process may write several pipes in turn: each is read to its end before the next is opened.
  for (const named_operand* const one : streams) {
    shown.stage(formatted("reading {}", one->from.name));
    if (auto error = open(*one)) return error;
    if (one != streams.back()) {
      if (auto error = file_outcome(one->into.file, files::load_elements(one->into.array, files::loading::read)))
        return error;
    }
  }
  return std::nullopt;
}

// Of codes the base has the type of their values, as weights may have.
void name_factors(const operator_options& options, prepared_call& prepared) {
  const std::optional<strew_dtype> name = options.output_dtype ? options.output_dtype : options.dtype;
  for (const further_operand& one : further_operands) {
    file_operand& factors = prepared.*one.loaded;
    const bool is_of_values = options.has_codes() && one.type == element_type::of_data;
    const bool is_nameless =
        (one.type == element_type::of_factors || is_of_values) && factors.dtype == STREW_DTYPE_OPAQUE;
    if (is_nameless && name && factors.array.type.element_bytes == strew_dtype_bytes(*name)) factors.dtype = *name;
  }
}

void describe_call(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  operator_call& call = prepared.call;
  call.has_indices = options.indices.has_value();
  for (const further_operand& one : further_operands)
    if (one.file_of(options) != nullptr) (call.*one.view).emplace(strew_tensor(STREW_TENSOR_INIT));
  name_factors(options, prepared);
  give_addresses(prepared);
  call.op.kind = spec.op;
  call.op.mode = options.is_exclusive ? std::int32_t{STREW_SCAN_EXCLUSIVE} : options.mode;
  call.op.axis = options.axis;
  call.op.batch_dims = options.batch_dims;
  call.options = native_options(options);
  if (has_segments(spec.kind)) describe_segments(options, prepared);
  if (options.has_codes()) call.quantization = code_layout(options);
}

void describe_positions(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  call_info& info = prepared.info;
  info.position_extents = prepared.indices.array.extents;
  const bool are_rows = has_segments(spec.kind) && !options.indices;
  const auto rank = static_cast<std::int64_t>(prepared.data.array.extents.size());
  if (are_rows)
    info.position_extents = leading_extents(prepared.data.array.extents, std::min(options.batch_dims, rank) + 1);
  if (spec.has_tuples && !info.position_extents.empty()) info.position_extents.pop_back();
  info.positions = options.indices || are_rows ? 1 : 0;
  for (const std::int64_t extent : info.position_extents) info.positions *= static_cast<std::uint64_t>(extent);
}

void describe_info(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  call_info& info = prepared.info;
  info.files.of(STREW_OPERAND_DATA) = prepared.data.file;
  info.files.of(STREW_OPERAND_INDICES) = prepared.indices.file;
  info.files.of(STREW_OPERAND_UPDATES) = prepared.updates.file;
  info.files.of(STREW_OPERAND_OUTPUT) = options.in_place ? prepared.target().file : options.output;
  for (const further_operand& one : further_operands) info.files.of(one.number) = (prepared.*one.loaded).file;
  for (const further_result& one : further_results) info.files.of(one.number) = (options.*one.file).value_or("");
  info.command = spec.name;
  info.kind = spec.kind;
  info.dtype = options.has_codes() ? value_type(options, prepared) : prepared.data.dtype;
  const file_operand& named = options.has_codes() ? prepared.scales : prepared.data;  // by --dtype
  const files::npy_type& type = named.array.type;
  info.has_no_name = named.dtype == STREW_DTYPE_OPAQUE && type.element_bytes == 2 && !is_meaningful(type);
  const auto rank = static_cast<std::int64_t>(prepared.data.array.extents.size());
  const bool has_axis = !spec.has_tuples && !has_segments(spec.kind);
  info.first_axis = !has_axis ? options.batch_dims : options.axis < 0 ? options.axis + rank : options.axis;
  describe_positions(spec, options, prepared);
}

// Of what `gather` takes at the indices of the call.
outcome find_extents(const prepared_call& prepared, const strew_operator& gather, std::vector<std::int64_t>& extents) {
  const operator_call& call = prepared.call;
  strew_error error = STREW_ERROR_INIT;
  std::uint64_t rank = call.data.rank + call.indices.rank;
  extents.resize(rank);
  const strew_status status = strew_shape(&gather, &call.data, &call.indices, rank, extents.data(), &rank, &error);
  if (status != STREW_STATUS_OK) return library_diagnostic(error, prepared.info);
  extents.resize(rank);
  return std::nullopt;
}

// Updates that --value stands for have the extents of what a gather would take there.
outcome describe_updates(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  if (!has_updates(spec.kind)) return std::nullopt;
  if (options.value) {
    strew_operator gather = prepared.call.op;
    gather.kind = spec.op == STREW_OPERATOR_SCATTER            ? STREW_OPERATOR_GATHER
                  : spec.op == STREW_OPERATOR_SCATTER_ELEMENTS ? STREW_OPERATOR_GATHER_ELEMENTS
                                                               : STREW_OPERATOR_GATHER_ND;
    std::vector<std::int64_t> extents;
    if (auto error = find_extents(prepared, gather, extents)) return error;
    if (auto error = make_value(options, prepared.data, extents, prepared.updates)) return error;
    prepared.info.files.of(STREW_OPERAND_UPDATES) = prepared.updates.file;
  }
  prepared.call.updates = prepared.updates.tensor();
  return std::nullopt;
}

// Positions have the extents of the output, counts those of its segments.
void describe_results(const operator_options& options, prepared_call& prepared) {
  const auto rank = static_cast<std::int64_t>(prepared.output_extents.size());
  const std::int64_t segments = rank - count_behind_rows(options, prepared);
  prepared.arg.extents = prepared.output_extents;
  prepared.count.extents = leading_extents(prepared.output_extents, segments);
  for (const further_result& one : further_results) {
    if (!(options.*one.file)) continue;
    strew_tensor& view = (prepared.call.*one.view).emplace(strew_tensor(STREW_TENSOR_INIT));
    view.dtype = STREW_DTYPE_I64;
    view.element_bytes = strew_dtype_bytes(view.dtype);
    view.rank = (prepared.*one.made).extents.size();
    view.extents = (prepared.*one.made).extents.data();
  }
}

outcome describe_output(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  operator_call& call = prepared.call;
  prepared.output_extents = prepared.data.array.extents;
  if (needs_codes(spec)) {
    prepared.output_extents = decoded_extents(options, prepared);
  } else if (spec.kind == operator_kind::gather) {
    if (auto error = find_extents(prepared, call.op, prepared.output_extents)) return error;
  } else if (spec.kind == operator_kind::reduction) {
    prepared.output_extents = reduced_extents(options, prepared);
  } else if (has_segments(spec.kind)) {
    prepared.output_extents = prepared.info.position_extents;
    if (spec.kind == operator_kind::scan) add_behind_rows(options, prepared, prepared.output_extents);
  }
  call.output = call.base ? *call.base : call.data;
  if (options.has_codes()) {
    call.output.dtype = value_type(options, prepared);
    call.output.element_bytes = strew_dtype_bytes(call.output.dtype);
  }
  call.output.data = nullptr;
  // What does not fit is refused with the extents that were asked for, which those strides are not for.
  const bool has_extents_of_target = call.output.rank == prepared.output_extents.size();
  if (!options.in_place || !has_extents_of_target) call.output.strides = nullptr;
  call.output.rank = prepared.output_extents.size();
  call.output.extents = prepared.output_extents.data();
  describe_results(options, prepared);
  return std::nullopt;
}

}  // namespace

outcome prepare(const operator_spec& spec, const operator_options& options, progress& shown, prepared_call& prepared) {
  if (has_segments(spec.kind)) {
    if (auto error = check_segment_options(options)) return error;
    if (auto error = check_scan_options(spec.kind, options)) return error;
  }
  if (options.zeros) {
    if (auto error = make_zeros(options, prepared.data)) return error;
  }
  if (options.rows) {
    if (auto error = make_rows(options, prepared.indices)) return error;
  }
  if (auto error = open_operands(operands_of(spec, options, prepared), shown)) return error;
  if (auto error = check_apart(options, prepared)) return error;
  if (has_updates(spec.kind) && !options.dtype && !options.value) {
    if (auto error = check_same_record(prepared.data, prepared.updates)) return error;
  }
  if (options.base && !options.dtype && !options.has_codes()) {
    if (auto error = check_same_record(prepared.data, prepared.base)) return error;
  }
  if (spec.kind == operator_kind::scan && options.value) {
    if (auto error = make_ones(options, prepared.segments.array.extents, prepared.data)) return error;
  }
  if (spec.kind != operator_kind::product && has_segments(spec.kind)) {
    if (auto error = find_segments(options, shown, prepared)) return error;
  }
  return plan_call(spec, options, prepared);
}

std::vector<const file_operand*> prepared_call::inputs() const {
  std::vector<const file_operand*> all = {&data, &indices, &updates};
  for (const further_operand& one : further_operands) all.push_back(&(this->*one.loaded));
  return all;
}

void give_addresses(prepared_call& prepared) {
  operator_call& call = prepared.call;
  call.data = prepared.data.tensor();
  if (call.has_indices) call.indices = prepared.indices.tensor();
  call.updates = prepared.updates.tensor();
  for (const further_operand& one : further_operands)
    if (call.*one.view) call.*one.view = (prepared.*one.loaded).tensor();
  call.output.data = prepared.output.data();
  for (const further_result& one : further_results)
    if (call.*one.view) (call.*one.view)->data = (prepared.*one.made).memory.data();
}

outcome plan_call(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  describe_call(spec, options, prepared);
  describe_info(spec, options, prepared);
  if (auto error = describe_updates(spec, options, prepared)) return error;
  if (auto error = describe_output(spec, options, prepared)) return error;
  strew_error error = STREW_ERROR_INIT;
  prepared.plan = make_plan(spec.kind, prepared.call, error);
  if (prepared.plan == nullptr) return library_diagnostic(error, prepared.info);
  return std::nullopt;
}

unique_plan make_plan(operator_kind kind, const operator_call& call, strew_error& error) {
  strew_operands all = STREW_OPERANDS_INIT;
  all.data = &call.data;
  all.indices = call.has_indices ? &call.indices : nullptr;
  all.updates = has_updates(kind) ? &call.updates : nullptr;
  all.output = &call.output;
  for (const further_operand& one : further_operands) all.*one.given = call.*one.view ? &*(call.*one.view) : nullptr;
  for (const further_result& one : further_results) all.*one.given = call.*one.view ? &*(call.*one.view) : nullptr;
  strew_operator op = call.op;
  if (call.segmentation) op.segmentation = &*call.segmentation;
  if (call.quantization) op.quantization = &*call.quantization;
  strew_plan* plan = nullptr;
  strew_plan_of(&op, &all, &call.options, &plan, &error);
  return unique_plan(plan);
}

strew_operand_places places_of(operator_kind kind, const operator_call& call) {
  strew_operand_places at = STREW_OPERAND_PLACES_INIT;
  at.data = call.data.data;
  if (call.has_indices) at.indices = call.indices.data;
  if (has_updates(kind)) at.updates = call.updates.data;
  at.output = call.output.data;
  for (const further_operand& one : further_operands)
    if (call.*one.view) at.*one.place = (call.*one.view)->data;
  for (const further_result& one : further_results)
    if (call.*one.view) at.*one.place = (call.*one.view)->data;
  return at;
}

std::string plan_text(const strew_plan* plan, std::size_t (*text_of)(const strew_plan*, char*, std::size_t)) {
  return library_text([&](char* text, std::size_t capacity) { return text_of(plan, text, capacity); });
}

}  // namespace strew::cli
