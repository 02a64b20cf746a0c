// Prints a digest of what the library stores and reports for drawn problems: each operator with each element type,
// reduction, index type and policy, over values with NaN, infinities and subnormals. Two machines or compilers whose
// lines are equal compute the same bits.
#include <fmt/format.h>

#include "digest/call.hpp"
#include "digest/values.hpp"

namespace {

using namespace strew::digest;

constexpr int repetitions = 24;
constexpr int reduction_count = 10;

struct element {
  strew_dtype type;
  uint64_t width;
};
constexpr element elements[] = {
    {STREW_BOOL, 1}, {STREW_I8, 1},  {STREW_I16, 2},   {STREW_I32, 4},    {STREW_I64, 8},     {STREW_U8, 1},
    {STREW_U16, 2},  {STREW_U32, 4}, {STREW_U64, 8},   {STREW_F16, 2},    {STREW_BF16, 2},    {STREW_F32, 4},
    {STREW_F64, 8},  {STREW_C64, 8}, {STREW_C128, 16}, {STREW_OPAQUE, 3}, {STREW_OPAQUE, 16}, {STREW_OPAQUE, 40}};

struct tally {
  uint64_t calls = 0;
  uint64_t accepted = 0;
};

strew_options draw_options(drawing& draw, bool scatters, int32_t reduction) {
  strew_options o = STREW_OPTIONS_INIT;
  o.reduction = reduction;
  o.out_of_bounds = static_cast<int32_t>(draw.between(STREW_OOB_ERROR, scatters ? STREW_OOB_SKIP : STREW_OOB_FILL));
  o.negative_indices = static_cast<int32_t>(draw.between(0, 1));
  o.partial_window = static_cast<int32_t>(draw.between(0, 1));
  if (!scatters) return o;
  o.exclude_self = static_cast<int32_t>(draw.between(0, 1));
  o.accumulate = static_cast<int32_t>(draw.between(0, 1));
  o.duplicates = draw.once_in(8) ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
  return o;
}

strew_tensor view(std::vector<unsigned char>& bytes, element type, const shape& extents) {
  strew_tensor t = STREW_TENSOR_INIT;
  t.dtype = type.type;
  t.element_bytes = type.width;
  t.data = bytes.data();
  t.rank = extents.size();
  t.extents = extents.data();
  return t;
}

// A value that fits the extents that are addressed, more or less.
int64_t typical_extent(const problem& p) {
  int64_t smallest = 6;
  for (const int64_t extent : p.data) smallest = extent < smallest ? extent : smallest;
  return smallest;
}

void run(drawing& draw, operation op, element type, int32_t reduction, fnv& digest, tally& counts) {
  const problem p = draw_problem(op, draw);
  const strew_options options = draw_options(draw, p.is_scatter(), reduction);
  const auto index_type = static_cast<strew_dtype>(draw.between(STREW_I8, STREW_U64));
  const element index{index_type, strew_dtype_bytes(index_type)};
  const shape& out = p.is_scatter() ? p.data : p.direct;
  auto data = draw_elements(draw, type.type, type.width, count_of(p.data));
  auto updates = draw_elements(draw, type.type, type.width, p.is_scatter() ? count_of(p.direct) : 0);
  auto indices = draw_indices(draw, index_type, typical_extent(p), count_of(p.indices));
  std::vector<unsigned char> output(static_cast<uint64_t>(count_of(out)) * type.width, 0xA5);
  const operands with{view(data, type, p.data), view(indices, index, p.indices), view(updates, type, p.direct),
                      view(output, type, out)};
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = call(p, with, options, error);
  digest.add(&status, sizeof status);
  digest.add(error.message, sizeof error.message);
  digest.add(output);
  ++counts.calls;
  counts.accepted += status == STREW_OK ? 1 : 0;
}

fnv digest_of(operation op, tally& counts) {
  fnv digest;
  drawing draw(static_cast<uint64_t>(op) + 1);
  const bool reduces = op >= operation::scatter && op != operation::tensor_scatter;
  for (const element type : elements) {
    for (int32_t reduction = 0; reduction < (reduces ? reduction_count : 1); ++reduction) {
      for (int i = 0; i < repetitions * (reduces ? 1 : 4); ++i) run(draw, op, type, reduction, digest, counts);
    }
  }
  return digest;
}

}  // namespace

int main() {
  fnv all;
  for (int i = 0; i < operation_count; ++i) {
    const auto op = static_cast<operation>(i);
    tally counts;
    const uint64_t value = digest_of(op, counts).value();
    fmt::print("{:<18} {:016x}  {} calls, {} accepted\n", name_of(op), value, counts.calls, counts.accepted);
    all.add(&value, sizeof value);
  }
  fmt::print("{:<18} {:016x}\n", "all", all.value());
  return 0;
}
