// GatherND whose data and indices have different batch extents. ONNX has no such node, and strew refuses it (ND4); the
// kernel of the runtime's CPU provider does not compare them. It counts the batch entries of the data and gives each
// its share of all tuples, in their order: with data of one entry all tuples look there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "strew/view.hpp"

namespace strew::onnxruntime {

// The same elements with one batch dimension, in which data and indices agree.
struct batches {
  const_view data, indices;
  std::vector<std::int64_t> output;  // the extents of the output as the node has it: J[:-1] + D[b+k:]
};

// None where the batch extents are equal, where ranks do not fit, and where tuples are left over: these the runtime
// refuses too, or, before it did, read past the data for them.
std::optional<batches> regroup(const const_view& data, const const_view& indices, std::int64_t batch_dims);

}  // namespace strew::onnxruntime
