#include "onnx/releases.hpp"

namespace strew::cli {

std::int64_t ir_version_of(std::int64_t opset) {
  struct release {
    std::int64_t opset, ir_version;
  };
  constexpr release releases[] = {{1, 3},  {9, 4},   {10, 5},  {11, 6},  {12, 7},  {15, 8},
                                  {19, 9}, {21, 10}, {23, 11}, {24, 12}, {25, 13}, {28, 14}};
  std::int64_t found = 0;
  for (const release& one : releases) {
    if (one.opset <= opset) found = one.ir_version;
  }
  return found;
}

std::string_view output_name(std::string_view op_type) {
  return op_type == "TensorScatter" ? "present_cache" : "output";
}

}  // namespace strew::cli
