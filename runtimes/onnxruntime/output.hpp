// The output of a node, made when its extents are known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "onnxruntime/abi.hpp"
#include "onnxruntime/failure.hpp"

namespace strew::onnxruntime {

// Made by the engine, its extents are those that it found or, where it works in batches, those that the node has in the
// graph.
struct node_output {
  const abi::host& at;
  abi::kernel_context* context;
  const std::vector<std::int64_t>* in_graph = nullptr;
  void* memory = nullptr;
  abi::status* failure = nullptr;

  abi::status* make(std::span<const std::int64_t> extents) noexcept {
    abi::value* made = nullptr;
    STREW_TRY(abi::get_output(at, context, 0, extents.data(), extents.size(), &made));
    return abi::get_mutable_data(at, made, &memory);
  }
  static void* make_output(void* self, const std::int64_t* extents, std::uint64_t rank) noexcept {
    auto& output = *static_cast<node_output*>(self);
    output.failure = output.in_graph != nullptr ? output.make(*output.in_graph)
                                                : output.make({extents, static_cast<std::size_t>(rank)});
    return output.failure == nullptr ? output.memory : nullptr;
  }
};

}  // namespace strew::onnxruntime
