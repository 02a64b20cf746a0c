// The kernels of shaders/, compiled: which module a variant is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "host/schedule.hpp"

namespace strew::vulkan {

// How sums and products of one width are computed; see floats.glsl.
enum class arithmetic : std::uint8_t { integers, guarded, promised, flushing };

// Of f32 and f64.
struct arithmetic_pair {
  arithmetic single = arithmetic::integers;
  arithmetic wide = arithmetic::integers;
};

struct shader_module {
  const char* name;
  std::span<const std::uint32_t> words;
};

// Null if there is none.
const shader_module* find_module(const std::string& name);
// "probe_guarded_32".
std::string probe_name(arithmetic by, int width);
const shader_module& module_of(const variant& of, const arithmetic_pair& by);
const char* name_of(arithmetic by);

}  // namespace strew::vulkan
