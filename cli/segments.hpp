// The operands and options of segment-reduce, segment-scan and sddmm that other operators have not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "prepare.hpp"

namespace strew::cli {

// The file of ids or offsets; null: neither is given.
const std::string* segments_of(const operator_options& options);

// Options that cannot be combined, or are missing.
outcome check_segment_options(const operator_options& options);
outcome check_scan_options(operator_kind kind, const operator_options& options);

// Where nothing else tells how many segments there are, the ids are read, and the largest one is the last segment.
outcome find_segments(const operator_options& options, progress& shown, prepared_call& prepared);

// Into prepared.call.
void describe_segments(const operator_options& options, prepared_call& prepared);

// Of the output. What does not fit together the library refuses.
std::vector<std::int64_t> reduced_extents(const operator_options& options, const prepared_call& prepared);

// The extents of a row, decoded if it has codes, are added to those of what has one in each place.
void add_behind_rows(const operator_options& options, const prepared_call& prepared, std::vector<std::int64_t>& made);

// How many dimensions of the data, and of the output, stand behind the rows.
std::int64_t count_behind_rows(const operator_options& options, const prepared_call& prepared);

// The first `count` of them, or all if there are not so many.
std::vector<std::int64_t> leading_extents(const std::vector<std::int64_t>& extents, std::int64_t count);

}  // namespace strew::cli
