// The element type of a .npy file, from its descr.
#pragma once

#include <cstdint>
#include <string>

#include "files/literal.hpp"
#include "files/result.hpp"

namespace strew::files {

struct npy_type {
  char kind = 'V';                  // b i u f c of the widths with arithmetic; V: bytes that are only moved
  std::uint64_t element_bytes = 0;  // at least 1
  std::string descr;                // as spelled in the file, for a file made from this one
  std::string canonical;            // equal types have equal texts, however they are spelled
  bool is_utf8 = false;             // descr is UTF-8 (a file of version 3.0), else Latin-1
};

// Strings, dates, long doubles and records are V. Big-endian numbers and Python objects are refused.
result<npy_type> parse_npy_type(const literal& descr);

}  // namespace strew::files
