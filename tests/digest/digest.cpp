// Prints a digest of what the library stores and reports for generated cases: each operator with each element type
// and reduction, over every index type, policy and layout, and values with NaN, infinities and subnormals. Two machines
// or compilers whose lines are equal compute the same bits.
#include <fmt/format.h>

#include "cases/call.hpp"
#include "cases/generate.hpp"

namespace {

using namespace strew::cases;

constexpr int repetitions = 24;
constexpr int reduction_count = 10;

constexpr element_choice elements[] = {{STREW_DTYPE_BOOL, 1},   {STREW_DTYPE_I8, 1},      {STREW_DTYPE_I16, 2},
                                       {STREW_DTYPE_I32, 4},    {STREW_DTYPE_I64, 8},     {STREW_DTYPE_U8, 1},
                                       {STREW_DTYPE_U16, 2},    {STREW_DTYPE_U32, 4},     {STREW_DTYPE_U64, 8},
                                       {STREW_DTYPE_F16, 2},    {STREW_DTYPE_BF16, 2},    {STREW_DTYPE_F32, 4},
                                       {STREW_DTYPE_F64, 8},    {STREW_DTYPE_C64, 8},     {STREW_DTYPE_C128, 16},
                                       {STREW_DTYPE_OPAQUE, 3}, {STREW_DTYPE_OPAQUE, 16}, {STREW_DTYPE_OPAQUE, 40}};

class fnv {  // FNV-1a, 64 bits
 public:
  void add(const void* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) value_ = (value_ ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001B3u;
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xCBF29CE484222325u;
};

struct tally {
  uint64_t calls = 0;
  uint64_t accepted = 0;
};

void run(test_case p, fnv& digest, tally& counts) {
  p.threads = 1;
  arena memory = make_arena(p);
  for (const answer& got : call(p, memory)) {
    digest.add(&got.status, sizeof got.status);
    digest.add(got.error.message, sizeof got.error.message);
    ++counts.calls;
    counts.accepted += got.status == STREW_STATUS_OK ? 1 : 0;
  }
  for (const auto& buffer : memory.buffers) digest.add(buffer.data(), buffer.size());
}

fnv digest_of(operator_kind op, uint64_t seed, tally& counts) {
  fnv digest;
  random_source draw(seed);
  constraints spec = {.operators = {op}, .breaks_rules = false};
  const bool reduces = is_scatter(op) && op != operator_kind::tensor_scatter;
  for (const element_choice& element : elements) {
    spec.element = element;
    for (int32_t reduction = STREW_REDUCTION_NONE; reduction < (reduces ? reduction_count : 1); ++reduction) {
      spec.reduction = reduction;
      for (int i = 0; i < repetitions * (reduces ? 1 : 4); ++i) run(generate(draw, spec), digest, counts);
    }
  }
  return digest;
}

}  // namespace

int main() {
  fnv all;
  uint64_t seed = 0;
  for (const operator_kind op : all_operators()) {
    tally counts;
    const uint64_t value = digest_of(op, ++seed, counts).value();
    fmt::print("{:<18} {:016x}  {} calls, {} accepted\n", name_of(op), value, counts.calls, counts.accepted);
    all.add(&value, sizeof value);
  }
  fmt::print("{:<18} {:016x}\n", "all", all.value());
  return 0;
}
