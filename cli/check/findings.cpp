#include "check/findings.hpp"

#include <algorithm>
#include <utility>

#include "execute.hpp"
#include "files/shape_bytes.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "load.hpp"

namespace strew::cli {
namespace {

// What the indices address has extents only, and elements of a byte.
outcome describe_data(const check_options& options, file_operand& data) {
  data.file = "--shape";
  data.dtype = STREW_DTYPE_U8;
  data.array.type.element_bytes = strew_dtype_bytes(data.dtype);
  data.array.extents = *options.extents;
  const auto bytes = files::shape_bytes(data.array.type.element_bytes, data.array.extents, files::failure_kind::usage);
  return bytes ? outcome() : file_diagnostic(data.file, bytes.error());
}

outcome open_call(const check_options& options, progress& shown, prepared_call& prepared) {
  if (auto error = describe_data(options, prepared.data)) return error;
  const operand_source from = {*options.call.indices, std::nullopt};
  shown.before_opening(from.name);
  if (auto error = open_operand(from, shown.hooks(), prepared.indices)) return error;
  if (auto error = plan_call(*options.form.plan, options.call, prepared)) return error;
  shown.stage(formatted("reading {}", prepared.indices.file));
  return file_outcome(prepared.indices.file, files::load_elements(prepared.indices.array, files::loading::map));
}

outcome prepare_indices(const check_options& options, prepared_call& prepared, unique_prepared& made) {
  const strew_execution execution = execution_of(options.call);
  strew_error error = STREW_ERROR_INIT;
  strew_prepared* indices = nullptr;
  strew_prepare(prepared.plan.get(), prepared.indices.array.payload.data(), &execution, &indices, &error);
  made.reset(indices);
  if (error.status == STREW_STATUS_OK) return std::nullopt;
  return library_diagnostic(error, prepared.info);
}

// The rest is told of the positions that are in range.
outcome prepare_without_bad(const check_options& options, prepared_call& prepared, unique_prepared& made,
                            index_findings& found) {
  outcome error = prepare_indices(options, prepared, made);
  if (!error || error->kind != strew_status_name(STREW_STATUS_INDEX)) return error;
  // A policy is no option here.
  if (error->hint.starts_with("--out-of-bounds")) error->hint.clear();
  found.bad = std::move(error);
  prepared.call.options.out_of_bounds = STREW_OOB_SKIP;
  strew_error refused = STREW_ERROR_INIT;
  prepared.plan = make_plan(options.form.plan->kind, prepared.call, refused);
  if (prepared.plan == nullptr) return library_diagnostic(refused, prepared.info);
  return prepare_indices(options, prepared, made);
}

addressed_places places_of(const check_options& options, const prepared_call& prepared, index_findings& found) {
  using dimension = addressed_places::dimension;
  const std::vector<std::int64_t>& extents = *options.extents;
  const auto first = static_cast<std::uint64_t>(prepared.info.first_axis);
  const auto batch_dims = static_cast<std::uint64_t>(options.call.batch_dims);
  const std::uint64_t depth =
      options.form.plan->has_tuples ? static_cast<std::uint64_t>(prepared.indices.array.extents.back()) : 1;
  std::vector<dimension> dimensions;
  for (std::uint64_t i = 0; i < extents.size(); ++i) {
    const bool is_member = i >= first && i < first + depth;
    const bool is_coordinate = !is_member && (i < batch_dims || options.form.plan == &gather_elements_spec);
    if (!is_member && !is_coordinate) continue;
    dimensions.push_back({extents[i], is_member ? i - first : i, is_member});
    found.dimensions.push_back(static_cast<std::int64_t>(i));
  }
  return {std::move(dimensions), options.call.negative_indices == STREW_NEGATIVE_FROM_END};
}

// Of all members as they are stored.
void find_ranges(position_walk at, index_findings& found) {
  for (std::uint64_t k = 0; k < at.depth(); ++k) found.ranges.push_back({at.member(k), at.member(k)});
  for (std::uint64_t position = 0; position < found.info.positions && !is_interrupted(); ++position, at.next()) {
    for (std::uint64_t k = 0; k < at.depth(); ++k) {
      const stored_index value = at.member(k);
      member_range& range = found.ranges[k];
      range.lowest = std::min(range.lowest, value);
      range.highest = std::max(range.highest, value);
      found.negatives += value.is_negative ? 1 : 0;
    }
  }
}

// Positions of one place are neighbours when they are sorted by place.
outcome find_repetition(const strew_prepared* prepared, position_walk at, const addressed_places& places,
                        index_findings& found) {
  std::vector<std::uint64_t> order(found.info.positions);
  if (strew_prepared_order(prepared, order.size(), order.data()) == 0) {
    return file_diagnostic("", {files::failure_kind::resources, "no memory to sort the positions"});
  }
  order.resize(order.size() - found.info.skipped);
  const auto place_at = [&](std::size_t i) {
    at.move_to(order[i]);
    return places.place_of(at);
  };
  repetition& told = found.repeated;
  for (std::size_t first = 0, next = 0; first < order.size() && !is_interrupted(); first = next) {
    const std::optional<std::uint64_t> place = place_at(first);
    for (next = first + 1; next < order.size() && place_at(next) == place;) ++next;
    told.places += next - first > 1 ? 1 : 0;
    if (next - first <= told.most_positions) continue;
    told.most_positions = next - first;
    told.first_position = order[first];
    told.most_frequent = places.coordinates_of(place.value_or(0));
  }
  return std::nullopt;
}

outcome look(const check_options& options, progress& shown, prepared_call& prepared, index_findings& found) {
  if (auto error = open_call(options, shown, prepared)) return error;
  shown.stage("checking");
  unique_prepared made;
  if (auto error = prepare_without_bad(options, prepared, made, found)) return error;
  strew_error error = STREW_ERROR_INIT;
  if (strew_prepared_inspect(made.get(), &found.info, &error) != STREW_STATUS_OK)
    return library_diagnostic(error, prepared.info);
  const strew_tensor indices = prepared.indices.tensor();
  found.extents = prepared.indices.array.extents;
  found.dtype = indices.dtype;
  const addressed_places places = places_of(options, prepared, found);
  found.places = places.count();
  if (found.info.positions == 0) return std::nullopt;
  const position_walk first(indices, options.form.plan->has_tuples);
  find_ranges(first, found);
  if (found.info.duplicates == 0) return std::nullopt;
  return find_repetition(made.get(), first, places, found);
}

}  // namespace

outcome find_out(const check_options& options, progress& shown, index_findings& found) {
  prepared_call prepared;
  outcome error = whole_or(options.call, prepared, look(options, shown, prepared, found));
  if (!error && is_interrupted()) error = file_diagnostic("", {files::failure_kind::interrupted, "interrupted"});
  return error;
}

}  // namespace strew::cli
