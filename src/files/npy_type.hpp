// The element type of a .npy file: what its descr says.
#pragma once

#include <cstdint>
#include <string>

#include "files/literal.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_type {
  char kind = 'V';                  // b i u f c of the widths that can be counted with; V: bytes that only move
  std::uint64_t element_bytes = 0;  // at least 1
  std::string descr;                // as the file spells it, for a file made from this one
  std::string canonical;            // equal types have equal texts, however they are spelled
  bool is_utf8 = false;             // descr is UTF-8 (a file of version 3.0), else Latin-1
};

// Strings, dates, long doubles and records are V. Big-endian numbers and Python objects are refused.
result<npy_type> parse_npy_type(const literal& descr);

}  // namespace strew::files
