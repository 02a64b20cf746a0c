// Tensors of the case files as packed bytes.
//
// Types that strew computes with have its element types. All others (4 bits and less, 8-bit floats, strings) only move,
// so each distinct value gets a code: one byte, or a record of 16 for strings. Code 0 is the zero of the type.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "strew/strew.h"

namespace strew::conformance {

using json = nlohmann::json;
using shape = std::vector<int64_t>;

// The codes of one case: equal values have equal codes in all its tensors.
class code_table {
 public:
  // Throws std::invalid_argument beyond 256 values.
  unsigned char code_of(const json& value);

 private:
  std::map<std::string, unsigned char> codes_;
};

struct tensor {
  std::string type;
  strew_dtype dtype = STREW_DTYPE_OPAQUE;
  uint64_t width = 0;
  shape extents;
  std::vector<unsigned char> bytes;

  // Borrows; the struct is writable through it, as the C ABI has one type for inputs and outputs.
  strew_tensor view() const;
};

// Throws std::invalid_argument or a json::exception where the text is not a tensor.
tensor read_tensor(const json& text, code_table& codes);

// Every byte is 0xA5.
tensor blank_tensor(const tensor& like, const shape& extents);

struct tolerance {
  double absolute = 0;
  double relative = 0;
  bool operator==(const tolerance&) const = default;
};

// Empty, or the first difference. A NaN equals any NaN; without a tolerance all else is compared by its bits.
std::string difference(const tensor& expected, const tensor& actual, tolerance allowed);

}  // namespace strew::conformance
