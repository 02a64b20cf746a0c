// The element type of an array in a file: what NumPy calls a descr, for every format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/literal.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_field;

struct npy_type {
  char kind = 'V';  // b i u f c of the widths with arithmetic; E: bfloat16; V: bytes that are only moved
  std::uint64_t element_bytes = 0;  // at least 1
  std::string descr;                // as spelled in the file, for a file made from this one
  std::string canonical;            // equal types have equal texts, however they are spelled
  std::string name;                 // "BF16": in its file, where that is not a descr
  bool is_utf8 = false;             // descr is UTF-8 (a file of version 3.0), else Latin-1
  // What the bytes mean to NumPy.
  char code = 'V';                // the letter of the descr: S U M m, or as kind
  std::string unit;               // of M and m: "ns", "25s"; may be empty
  bool is_big_endian = false;     // only inside a record
  std::vector<npy_field> fields;  // of a record
};

struct npy_field {
  std::string name;  // empty: padding
  npy_type type;
  std::uint64_t offset = 0;
  std::uint64_t count = 1;
};

// Strings, dates, long doubles and records are V. Big-endian numbers and Python objects are refused.
result<npy_type> parse_npy_type(const literal& descr);

}  // namespace strew::files
