// The parsed options of a subcommand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.hpp"
#include "fill_number.hpp"
#include "strew/strew.h"

namespace strew::files {
struct file_format;
}

namespace strew::cli {

enum class progress_mode { when_seen, always, never };

// A Vulkan device, by its number in the order of the loader; without one the first that can be used.
struct device_choice {
  std::optional<std::uint32_t> number;
};

// On every subcommand.
struct common_options {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  bool dry_run = false;
  std::uint64_t threads = 0;  // 0 = as many as the machine allows
  progress_mode progress = progress_mode::when_seen;
};

// On every operator.
struct operator_options {
  common_options common;
  std::string data;
  std::optional<std::string> indices;  // an append may have none, and a reduction
  std::string updates;
  std::optional<std::string> segment_ids, offsets, weights,
      base;                          // of a reduction, the first two of all operators of segments
  std::optional<std::string> right;  // of a product
  std::optional<std::string> scales, zero_points, codebook;  // of codes
  std::string output;
  std::optional<std::string> arg, count;           // further results of a reduction
  const files::file_format* format = nullptr;      // of the output, whatever its name
  std::optional<std::vector<std::int64_t>> zeros;  // the extents of data that are one value, not a file
  std::optional<fill_number> init;                 // that value; without it zero
  std::optional<std::vector<std::int64_t>> rows;   // the indices that are written out, not a file
  std::optional<fill_number> value;                // updates, or rows of a scan, that are one value, not a file
  bool in_place = false;                           // write into the file of the data, or of the base
  std::optional<device_choice> device;             // what executes, instead of the processor
  std::optional<std::uint64_t> memory;             // bytes of a scatter between files, block by block
  std::string done;                                // the mark of one in place
  std::string folder;                              // for temporary files of one to a new file
  bool force = false;                              // replace a protected output
  bool reads_all = false;                          // read large inputs instead of mapping them
  std::optional<strew_dtype> dtype;                // type to read the elements of data and updates as
  std::int64_t axis = 0;
  std::int64_t batch_dims = 0;
  std::int32_t mode = STREW_MODE_LINEAR;
  std::int32_t reduction = STREW_REDUCTION_NONE;
  bool exclude_self = false;
  bool is_exclusive = false;  // a scan without the position's own row
  bool include_self = false;
  bool unordered = false;
  std::int32_t accumulate = STREW_ACCUMULATE_WIDE;
  std::int32_t duplicates = STREW_DUPLICATES_ALLOW;
  std::int32_t out_of_bounds = STREW_OOB_ERROR;
  std::int32_t negative_indices = STREW_NEGATIVE_FROM_END;
  std::optional<fill_number> fill;
  std::optional<std::int64_t> num_segments;  // else as the operands tell
  std::int32_t segment_out_of_bounds = STREW_OOB_ERROR;
  std::int32_t segment_negative_indices = STREW_NEGATIVE_INVALID;
  std::optional<std::int64_t> padding_index, padding_segment;
  std::optional<std::int32_t> bits, packing;  // of codes, as the rest; codes.hpp has what they are without
  std::optional<std::int64_t> block_size;
  std::optional<std::int64_t> columns;      // values of a row; else those of the base, or as many as its bytes hold
  std::optional<strew_dtype> output_dtype;  // of the values; else that of the base, or of the scales

  // Whether the data are rows of codes: scales make them some.
  [[nodiscard]] bool has_codes() const { return scales.has_value(); }

  // The operand that an output begins as, which is written in place.
  [[nodiscard]] const std::string& target() const { return base ? *base : data; }
};

// The options of the C ABI. Borrows the fill value.
strew_options native_options(const operator_options& options);

// Of the output, or of a result beside it.
bool is_written_to_standard_output(const operator_options& options);

// Of an operand: as an array in an .npy file, "-", or as raw elements, "-:f32[3,2]".
bool is_standard_input(std::string_view name);

// Options that cannot be combined.
outcome check_operator_options(const operator_options& options, bool has_output);

}  // namespace strew::cli
