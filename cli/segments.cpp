#include "segments.hpp"

#include <algorithm>
#include <limits>

#include "check/position_walk.hpp"
#include "codes.hpp"
#include "interrupt.hpp"
#include "load.hpp"

namespace strew::cli {
namespace {

bool are_counted_in_ids(const operator_options& options) {
  return options.segment_ids && !options.num_segments && !options.base;
}

bool is_integer(strew_dtype dtype) {
  return dtype >= STREW_DTYPE_I8 && dtype <= STREW_DTYPE_U64;
}

// One more than the largest id, as far as an extent can be.
std::int64_t segments_in(const file_operand& ids, const strew_tensor& view) {
  const std::uint64_t elements = ids.array.payload_bytes / ids.array.type.element_bytes;
  if (elements == 0) return 0;
  position_walk at(view, false);
  stored_index largest = at.member(0);
  for (std::uint64_t position = 1; position < elements && !is_interrupted(); ++position) {
    at.next();
    largest = std::max(largest, at.member(0));
  }
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return largest.is_negative ? 0 : static_cast<std::int64_t>(std::min(largest.bits, most - 1) + 1);
}

std::int64_t segment_count(const operator_options& options, const prepared_call& prepared, std::size_t batch) {
  if (prepared.segment_count) return *prepared.segment_count;
  const std::vector<std::int64_t>& base = prepared.base.array.extents;
  if (options.base && batch < base.size()) return base[batch];
  const std::vector<std::int64_t>& segments = prepared.segments.array.extents;
  return segments.empty() ? 0 : std::max<std::int64_t>(segments.back() - 1, 0);
}

void take_padding(const std::optional<std::int64_t>& given, std::int32_t& is_given, std::int64_t& value) {
  is_given = given ? 1 : 0;
  value = given.value_or(0);
}

}  // namespace

const std::string* segments_of(const operator_options& options) {
  if (options.segment_ids) return &*options.segment_ids;
  return options.offsets ? &*options.offsets : nullptr;
}

outcome check_segment_options(const operator_options& options) {
  if (options.segment_ids && options.offsets)
    return usage_diagnostic("--segments and --offsets say the same in two ways",
                            "--segments has the id of each position, --offsets where each segment begins");
  if (segments_of(options) == nullptr && !options.indices)
    return usage_diagnostic("nothing says which segment a row is of",
                            "--segments has the id of each position, --offsets where each segment begins");
  if (segments_of(options) == nullptr && options.num_segments)
    return usage_diagnostic("--num-segments: the segments are the rows of the last dimension of the indices");
  if (options.in_place && !options.base)
    return usage_diagnostic("--in-place writes into the file of the base, and there is no --base");
  return std::nullopt;
}

outcome check_scan_options(operator_kind kind, const operator_options& options) {
  if (kind != operator_kind::scan || !options.value || (options.segment_ids && !options.indices)) return std::nullopt;
  return usage_diagnostic("--value is the row of each id of --segments, without --indices");
}

outcome find_segments(const operator_options& options, progress& shown, prepared_call& prepared) {
  prepared.segment_count = options.num_segments;
  if (!are_counted_in_ids(options) || !is_integer(prepared.segments.dtype)) return std::nullopt;
  file_operand& ids = prepared.segments;
  if (auto error = load_operand(options, shown, ids)) return error;
  prepared.segment_count = segments_in(ids, ids.tensor());
  return file_outcome(ids.file, files::check_whole(ids.array));
}

void describe_segments(const operator_options& options, prepared_call& prepared) {
  strew_segmentation& by = prepared.call.segmentation.emplace(strew_segmentation(STREW_SEGMENTATION_INIT));
  by.form = options.segment_ids ? STREW_SEGMENTS_IDS : options.offsets ? STREW_SEGMENTS_OFFSETS : STREW_SEGMENTS_GROUPS;
  by.out_of_bounds = options.segment_out_of_bounds;
  by.ids_from_end = options.segment_negative_indices == STREW_NEGATIVE_FROM_END ? 1 : 0;
  take_padding(options.padding_index, by.has_padding_index, by.padding_index);
  take_padding(options.padding_segment, by.has_padding_segment, by.padding_segment);
  if (prepared.call.op.kind == STREW_OPERATOR_SEGMENT_SCAN) by.segment_count = prepared.segment_count.value_or(0);
}

std::vector<std::int64_t> reduced_extents(const operator_options& options, const prepared_call& prepared) {
  const std::vector<std::int64_t>& rows = prepared.data.array.extents;
  const auto rank = static_cast<std::int64_t>(rows.size());
  if (options.batch_dims < 0 || options.batch_dims >= rank) return rows;
  const auto batch = static_cast<std::size_t>(options.batch_dims);
  std::vector<std::int64_t> made = leading_extents(rows, options.batch_dims);
  if (segments_of(options) != nullptr) {
    made.push_back(segment_count(options, prepared, batch));
  } else {
    const std::vector<std::int64_t>& positions = prepared.indices.array.extents;
    made = leading_extents(positions, static_cast<std::int64_t>(positions.size()) - 1);
  }
  add_behind_rows(options, prepared, made);
  return made;
}

void add_behind_rows(const operator_options& options, const prepared_call& prepared, std::vector<std::int64_t>& made) {
  const std::vector<std::int64_t>& rows = prepared.data.array.extents;
  const std::int64_t count = count_behind_rows(options, prepared);
  made.insert(made.end(), rows.end() - count, rows.end());
  if (options.has_codes() && count > 0) made.back() = columns_of(options, prepared);
}

std::int64_t count_behind_rows(const operator_options& options, const prepared_call& prepared) {
  const auto rank = static_cast<std::int64_t>(prepared.data.array.extents.size());
  return options.batch_dims < 0 || options.batch_dims >= rank ? 0 : rank - options.batch_dims - 1;
}

std::vector<std::int64_t> leading_extents(const std::vector<std::int64_t>& extents, std::int64_t count) {
  const auto rank = static_cast<std::int64_t>(extents.size());
  return {extents.begin(), extents.begin() + std::clamp<std::int64_t>(count, 0, rank)};
}

}  // namespace strew::cli
