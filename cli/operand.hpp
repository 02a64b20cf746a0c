// An operand from a file, or one value in place of a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "files/array.hpp"
#include "files/array_name.hpp"
#include "strew/strew.h"

namespace strew::cli {

// The strew type of the elements of a file: i32, f64, ... or opaque.
strew_dtype dtype_of(const files::npy_type& type);

// "f32", or "opaque (12 bytes)".
std::string type_text(strew_dtype dtype, std::uint64_t element_bytes);

struct file_operand {
  std::string file;
  files::array_name name;  // parsed when it is opened or before
  files::file_array array;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  bool has_own_type = true;  // not one that --dtype names

  // Borrows from this object. The data pointer is null where nothing was loaded.
  strew_tensor tensor();
};

// Where an operand is, and how it is read.
struct operand_source {
  std::string name;                  // files/array_name.hpp
  std::optional<strew_dtype> dtype;  // the type to read its elements as, of the same width
  files::access rights = files::access::read;
};

outcome parse_name(const std::string& name, files::array_name& parsed);

// Reads what stands before the elements. Parses the name, if `opened` has none.
outcome open_operand(const operand_source& from, const files::transfer_hooks& hooks, file_operand& opened);

// Refuses opaque elements of different types: a record is never stored as another kind of record.
outcome check_same_record(const file_operand& data, const file_operand& updates);

}  // namespace strew::cli
