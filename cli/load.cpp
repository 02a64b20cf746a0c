#include "load.hpp"

#include <utility>
#include <vector>

#include "execute.hpp"
#include "files/platform/replace.hpp"
#include "formatted.hpp"
#include "operand_table.hpp"
#include "platform/files.hpp"

namespace strew::cli {
namespace {

bool is_in_place(const operator_spec& spec, const operator_options& options, const prepared_call& prepared) {
  return has_target(spec, prepared) && (options.in_place || prepared.target().array.strides.empty());
}

// Whether an output replaces the file of the operand.
bool is_replaced(const operator_options& options, const file_operand& operand) {
  const std::string& file = operand.name.file;
  bool is_output = files::is_same_output(options.output, file);
  for (const further_result& one : further_results)
    is_output = is_output || (options.*one.file && files::is_same_output(*(options.*one.file), file));
  return is_output;
}

// An output that is written directly may be the file that an input is mapped from.
files::loading way_of(const operator_options& options, const file_operand& operand, files::loading mapped) {
  const bool is_output =
      is_written_to_standard_output(options) && operand.array.source.is_same_as(platform::standard_output);
  const bool stays_mapped = files::are_mapped_replaced || !is_replaced(options, operand);
  return !options.reads_all && !is_output && stays_mapped ? mapped : files::loading::read;
}

bool are_indices(const prepared_call& prepared, const file_operand& operand) {
  return &operand == &prepared.indices || &operand == &prepared.segments;
}

// Indices of a write in place are read: where a mapped file becomes shorter, places that nobody named would be written.
files::loading choose_way(const operator_spec& spec, const operator_options& options, const prepared_call& prepared,
                          const file_operand& operand) {
  using files::loading;
  const bool is_target = is_in_place(spec, options, prepared) && &operand == &prepared.target();
  if (is_target && options.in_place && !options.common.dry_run) return loading::map_to_write;
  if (options.in_place && are_indices(prepared, operand)) return loading::read;
  return way_of(options, operand, is_target ? loading::map_privately : loading::map);
}

// The bytes that one position of a gather or reduction takes in a row, of data in C order: an element, or a slice
// behind the dimensions that are addressed.
std::uint64_t piece_bytes(const operator_spec& spec, const operator_options& options, const prepared_call& prepared) {
  const std::vector<std::int64_t>& extents = prepared.data.array.extents;
  auto first = static_cast<std::uint64_t>(prepared.info.first_axis) + 1;
  if (spec.has_tuples) first = static_cast<std::uint64_t>(options.batch_dims + prepared.indices.array.extents.back());
  if (spec.op == STREW_OPERATOR_GATHER_ELEMENTS) first = extents.size();
  std::uint64_t bytes = prepared.data.array.type.element_bytes;
  for (std::uint64_t i = first; i < extents.size(); ++i) bytes *= static_cast<std::uint64_t>(extents[i]);
  return bytes;
}

// How many pieces positions take, each one in every place of the dimensions between those of batches and the rows.
std::uint64_t pieces_of(const operator_options& options, const prepared_call& prepared) {
  std::uint64_t pieces = prepared.info.positions;
  for (std::int64_t d = options.batch_dims; d < prepared.info.first_axis; ++d)
    pieces *= static_cast<std::uint64_t>(prepared.data.array.extents[static_cast<std::size_t>(d)]);
  return pieces;
}

// An operand that the call has.
bool is_given(const file_operand& operand) {
  return !operand.file.empty();
}

bool is_loaded(const file_operand& operand) {
  return operand.array.payload.data() != nullptr;
}

outcome load_one(progress& shown, files::loading way, file_operand& operand) {
  if (is_loaded(operand)) return std::nullopt;
  shown.stage(formatted("reading {}", operand.file));
  return file_outcome(operand.file, files::load_elements(operand.array, way));
}

std::uint64_t bytes_to_read(const file_operand& operand, files::loading way) {
  const bool is_mapped =
      way == files::loading::map_to_write || (way != files::loading::read && files::is_worth_mapping(operand.array));
  return is_loaded(operand) || is_mapped ? 0 : operand.array.payload_bytes;
}

// A scatter into packed data is executed in place, on the data that are loaded. Any other output is allocated.
outcome give_memory(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  const auto give = [&](std::int32_t operand, std::uint64_t bytes, files::buffer& memory) {
    if (memory.resize(bytes)) return outcome();
    return outcome(file_diagnostic(prepared.info.files.of(operand),
                                   {files::failure_kind::resources, formatted("no memory for its {} bytes", bytes)}));
  };
  for (const further_result& one : further_results) {
    if (!(prepared.call.*one.view)) continue;
    result_array& made = prepared.*one.made;
    if (auto error = give(one.number, packed_bytes(*(prepared.call.*one.view)), made.memory)) return error;
  }
  if (is_in_place(spec, options, prepared)) return std::nullopt;
  return give(STREW_OPERAND_OUTPUT, output_bytes(prepared), prepared.output);
}

// Addresses stand in for elements that are not loaded: the check reads the indices only.
outcome check_indices(const operator_spec& spec, const operator_options& options, const prepared_call& prepared) {
  const auto address = [](const file_operand& operand, std::optional<files::mapping>& stand_in) -> const std::byte* {
    if (is_loaded(operand)) return operand.array.payload.data();
    stand_in = files::mapping::of_nothing(operand.array.payload_bytes);
    return stand_in ? stand_in->data() : nullptr;
  };
  std::optional<files::mapping> no_data;
  std::optional<files::mapping> no_updates;
  operand_addresses at;
  at.data = address(prepared.data, no_data);
  at.indices = prepared.indices.array.payload.data();
  if (has_updates(spec.kind)) at.updates = address(prepared.updates, no_updates);
  // Where there are not so many addresses the execution checks them.
  if (at.data == nullptr || (has_updates(spec.kind) && at.updates == nullptr)) return std::nullopt;
  at.output = is_in_place(spec, options, prepared) ? at.data : prepared.output.data();
  return check(options, prepared, at);
}

}  // namespace

// They fit in 63 bits: this was checked when the plan was made.
std::uint64_t packed_bytes(const strew_tensor& packed) {
  std::uint64_t bytes = packed.element_bytes;
  for (std::uint64_t d = 0; d < packed.rank; ++d) bytes *= static_cast<std::uint64_t>(packed.extents[d]);
  return bytes;
}

std::uint64_t output_bytes(const prepared_call& prepared) {
  return packed_bytes(prepared.call.output);
}

outcome load(const operator_spec& spec, const operator_options& options, progress& shown, prepared_call& prepared) {
  if (auto error = give_memory(spec, options, prepared)) return error;
  const auto way = [&](const file_operand& operand) { return choose_way(spec, options, prepared, operand); };
  std::vector<file_operand*> later = {&prepared.updates, &prepared.data};
  for (const further_operand& one : further_operands)
    if (one.number != STREW_OPERAND_SEGMENTS) later.push_back(&(prepared.*one.loaded));
  std::erase_if(later, [](const file_operand* one) { return !is_given(*one); });
  for (file_operand* const one : {&prepared.indices, &prepared.segments}) {
    if (!is_given(*one)) continue;
    if (auto error = load_one(shown, way(*one), *one)) return error;
  }
  // The execution checks them too, so that it pays only before longer reading.
  std::uint64_t rest = 0;
  for (const file_operand* const one : later) rest += bytes_to_read(*one, way(*one));
  if (rest > prepared.indices.array.payload_bytes && has_plain_operands(spec)) {
    if (auto error = check_indices(spec, options, prepared)) return error;
  }
  for (file_operand* const one : later) {
    if (auto error = load_one(shown, way(*one), *one)) return error;
  }
  return std::nullopt;
}

outcome load_operand(const operator_options& options, progress& shown, file_operand& operand) {
  return load_one(shown, way_of(options, operand, files::loading::map), operand);
}

outcome check_indices_only(const operator_spec& spec, const operator_options& options, progress& shown,
                           prepared_call& prepared) {
  if (auto error = load_operand(options, shown, prepared.indices)) return error;
  return check_indices(spec, options, prepared);
}

void advise_reads(const operator_spec& spec, const operator_options& options, const prepared_call& prepared) {
  const files::file_array& data = prepared.data.array;
  const std::uint64_t output = output_bytes(prepared);
  if (has_updates(spec.kind) || !data.strides.empty() || output == 0 || !options.indices) return;
  const std::uint64_t piece = piece_bytes(spec, options, prepared);
  const std::uint64_t pieces = has_plain_operands(spec) ? output / piece : pieces_of(options, prepared);
  if (files::is_little(pieces, piece, data.payload_bytes)) data.payload.expect_random_reads();
}

outcome whole_or(const operator_options& options, const prepared_call& prepared, outcome otherwise) {
  for (const file_operand* const operand : prepared.inputs()) {
    const bool is_written = operand == &prepared.target() && options.in_place && !options.common.dry_run;
    const auto error = is_written ? files::check_written(operand->array) : files::check_whole(operand->array);
    if (error) return file_diagnostic(operand->file, *error);
  }
  return otherwise;
}

}  // namespace strew::cli
