// The versions of the operators as the kernels of the runtime's CPU provider take them: a model that runs there runs
// here.
//
// These kernels serve several versions each and allow in all of them what one of them has, more than ONNX does.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "strew/onnx/versions.hpp"

namespace strew::onnxruntime {

constexpr std::uint32_t allowed_in(const onnx::detail::version& of) noexcept {
  std::uint32_t allowed = of.allows;
  if (of.has(onnx::detail::reduction)) allowed |= onnx::detail::extremes;
  if (!of.is_append()) allowed |= onnx::detail::negatives;
  if (of.is_nd() && of.is_gather()) allowed |= onnx::detail::any_tuples;
  return allowed;
}

// Those of ONNX's own operators, then those of the runtime's.
inline constexpr auto versions = [] {
  using onnx::detail::runtime_versions;
  std::array<onnx::detail::version, std::size(onnx::detail::versions) + std::size(runtime_versions)> made;
  std::copy(std::begin(runtime_versions), std::end(runtime_versions),
            std::copy(std::begin(onnx::detail::versions), std::end(onnx::detail::versions), made.begin()));
  for (onnx::detail::version& one : made) one.allows = allowed_in(one);
  return made;
}();

// The version of an operator that begins with this opset; null if there is none.
constexpr const onnx::detail::version* find_version(std::string_view op_type, std::int64_t since) noexcept {
  const auto found = std::find_if(versions.begin(), versions.end(), [&](const onnx::detail::version& one) {
    return one.op_type == op_type && one.since == since;
  });
  return found == versions.end() ? nullptr : &*found;
}

}  // namespace strew::onnxruntime
