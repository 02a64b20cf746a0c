// strew_torch_register: the one function that the library exports.
#include <cstdint>
#include <exception>
#include <string>

#include "export.hpp"
#include "torch/codes.hpp"
#include "torch/dtypes.hpp"
#include "torch/index_put.hpp"
#include "torch/operators.hpp"
#include "torch/segments.hpp"
#include "torch/shim.hpp"

namespace strew::torch {
namespace {

// PyTorch 2.10: by whose rules values on the stack are written.
constexpr std::uint64_t stack_version = (std::uint64_t{2} << 56U) | (std::uint64_t{10} << 48U);

// The library objects live as long as the process: to delete one would remove its operators.
void register_operators() {
  library_handle definitions = nullptr, kernels = nullptr;
  STREW_TORCH_CALL(aoti_torch_library_init_def, "strew", __FILE__, __LINE__, &definitions);
  STREW_TORCH_CALL(aoti_torch_library_init_impl, "strew", "CPU", __FILE__, __LINE__, &kernels);
  for (const operator_row& row : operators) {
    STREW_TORCH_CALL(aoti_torch_library_def, definitions, schema_of(row).c_str());
    STREW_TORCH_CALL(torch_library_impl, kernels, row.name, row.function, stack_version);
  }
  const auto add = [&](const own_operator& row) {
    STREW_TORCH_CALL(aoti_torch_library_def, definitions, row.schema);
    STREW_TORCH_CALL(torch_library_impl, kernels, row.name, row.function, stack_version);
  };
  for (const own_operator& row : index_operators) add(row);
  for (const own_operator& row : segment_operators) add(row);
  for (const own_operator& row : code_operators) add(row);
}

std::string try_to_register() {
  if (const char* const why = load_shim()) return why;
  if (const char* const missing = load_dtypes()) return std::string("libtorch_cpu lacks ") + missing;
  try {
    register_operators();
  } catch (const std::exception& refused) {
    return std::string(refused.what()) + "; is another library registered as torch.ops.strew?";
  }
  return {};
}

}  // namespace
}  // namespace strew::torch

// Registers the operators torch.ops.strew.* with the PyTorch that is loaded, once. Null, or in a sentence why not.
extern "C" STREW_RUNTIME_EXPORT const char* strew_torch_register() {
  static const std::string refusal = strew::torch::try_to_register();
  return refusal.empty() ? nullptr : refusal.c_str();
}
