// The element types by name, as raw files and .safetensors files spell them.
#pragma once

#include <string>
#include <string_view>

#include "files/npy_type.hpp"

namespace strew::files {

// "f32", NumPy's "float32", or "V12", 12 bytes without a meaning. Refuses others.
result<npy_type> type_of_name(std::string_view name);

// "F32", "BF16". Refuses those that it has not.
result<npy_type> type_of_safetensors(std::string_view name);
// "F32"; empty for a type that the format has not.
std::string safetensors_name(const npy_type& type);

}  // namespace strew::files
