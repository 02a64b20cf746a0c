// An operand from a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "files/npy.hpp"
#include "strew/strew.h"

namespace strew::cli {

// The strew type of the elements of a file: i32, f64, ... or opaque.
strew_dtype dtype_of(const files::npy_type& type);

// "f32", or "opaque (12 bytes)".
std::string type_text(strew_dtype dtype, std::uint64_t element_bytes);

struct file_operand {
  std::string file;
  files::npy_array array;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  bool has_own_type = true;  // not one that --dtype names

  // Borrows from this object. The data pointer is null where nothing was loaded.
  strew_tensor tensor();
};

// Reads the header of `file`. `dtype`, if given, is the type to read its elements as, of the same width.
outcome open_operand(const std::string& file, std::optional<strew_dtype> dtype, const files::transfer_hooks& hooks,
                     file_operand& opened);

// Refuses opaque elements of different types: a record is never stored as another kind of record.
outcome check_same_record(const file_operand& data, const file_operand& updates);

}  // namespace strew::cli
