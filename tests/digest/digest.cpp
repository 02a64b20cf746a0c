// Prints a digest of what the library stores and reports for generated cases: each operator with each element type
// and reduction, over every index type, policy and layout, and values with NaN, infinities and subnormals. Two machines
// or compilers whose lines are equal compute the same bits. With --numbers the lines are those of every byte order: of
// the elements of the output as numbers, not of all bytes, and without the calls whose numbers depend on it.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cases/call.hpp"
#include "cases/generate.hpp"
#include "cases/overlap.hpp"

namespace {

using namespace strew::cases;
namespace oracle = strew::oracle;

constexpr int repetitions = 24;
constexpr int reduction_count = 10;

constexpr element_choice elements[] = {{STREW_DTYPE_BOOL, 1},   {STREW_DTYPE_I8, 1},      {STREW_DTYPE_I16, 2},
                                       {STREW_DTYPE_I32, 4},    {STREW_DTYPE_I64, 8},     {STREW_DTYPE_U8, 1},
                                       {STREW_DTYPE_U16, 2},    {STREW_DTYPE_U32, 4},     {STREW_DTYPE_U64, 8},
                                       {STREW_DTYPE_F16, 2},    {STREW_DTYPE_BF16, 2},    {STREW_DTYPE_F32, 4},
                                       {STREW_DTYPE_F64, 8},    {STREW_DTYPE_C64, 8},     {STREW_DTYPE_C128, 16},
                                       {STREW_DTYPE_OPAQUE, 3}, {STREW_DTYPE_OPAQUE, 16}, {STREW_DTYPE_OPAQUE, 40}};

bool only_numbers = false;

class fnv {  // FNV-1a, 64 bits
 public:
  void add_number(uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i) {
      const auto byte = static_cast<unsigned char>(value >> (8 * i));
      add(&byte, 1);
    }
  }
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

// Elements that share a part of their bytes are numbers of the machine, and so is a fill value that is given as bytes.
bool has_numbers_everywhere(const test_case& p) {
  if (p.has_fill && p.fill_type == STREW_DTYPE_OPAQUE && p.data.type != STREW_DTYPE_OPAQUE) return false;
  return (p.place == output_place::own || is_in_place(p)) && std::ranges::all_of(operands_of(p), [&](operand_number n) {
           const view& of = view_of(p, n);
           const auto is_whole = [&](int64_t stride) { return stride % width_of(of) == 0; };
           return !shares_bytes_with_itself(of) || std::ranges::all_of(of.strides, is_whole);
         });
}

void add_elements(fnv& digest, const oracle::tensor& of) {
  const size_t parts = oracle::is_complex(of.type) ? 2 : 1;
  oracle::for_each_coordinate(of.extents, [&](const oracle::coordinate& c) {
    const oracle::bytes all = of.at(c);
    if (of.type == oracle::element::opaque) return digest.add(all.data(), all.size());
    const size_t width = all.size() / parts;
    for (size_t from = 0; from < all.size(); from += width)
      digest.add_number(oracle::read_integer(oracle::element::u64, all.subspan(from, width)), width);
  });
}

void run(test_case p, fnv& digest, tally& counts) {
  if (only_numbers && !has_numbers_everywhere(p)) return;
  p.threads = 1;
  arena memory = make_arena(p);
  bool is_written = false;
  for (const answer& got : call(p, memory)) {
    digest.add_number(static_cast<uint64_t>(got.status), sizeof got.status);
    digest.add(got.error.message, sizeof got.error.message);
    ++counts.calls;
    counts.accepted += got.status == STREW_STATUS_OK ? 1 : 0;
    is_written = got.status == STREW_STATUS_OK;
  }
  if (only_numbers && is_written) add_elements(digest, memory.tensor_of(p, output_operand));
  if (only_numbers) return;
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

int main(int count, char** arguments) {
  only_numbers = count > 1 && std::string_view(arguments[1]) == "--numbers";
  fnv all;
  uint64_t seed = 0;
  for (const operator_kind op : all_operators()) {
    tally counts;
    const uint64_t value = digest_of(op, ++seed, counts).value();
    fmt::print("{:<18} {:016x}  {} calls, {} accepted\n", name_of(op), value, counts.calls, counts.accepted);
    all.add_number(value, sizeof value);
  }
  fmt::print("{:<18} {:016x}\n", "all", all.value());
  return 0;
}
