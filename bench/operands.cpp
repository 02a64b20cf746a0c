#include "operands.hpp"

#include <array>
#include <cstring>
#include <new>

#include "cases/random.hpp"
#include "evict.hpp"
#include "indices.hpp"

namespace bench {
namespace {

// A cache line, so that alignment does not favour any case.
constexpr std::size_t alignment = 64;

std::size_t bytes_for(std::int64_t elements, strew_dtype type) {
  return static_cast<std::size_t>(elements) * strew_dtype_bytes(type);
}

strew_tensor describe(strew_dtype type, const block& memory, const std::vector<std::int64_t>& extents,
                      const std::vector<std::int64_t>* strides) {
  strew_tensor tensor = STREW_TENSOR_INIT;
  tensor.dtype = type;
  tensor.data = memory.data();
  tensor.rank = extents.size();
  tensor.extents = extents.data();
  tensor.strides = strides ? strides->data() : nullptr;
  return tensor;
}

// Small integers, whose sums stay finite after any number of repetitions.
template <class T>
void fill(const block& target, std::uint64_t seed) {
  strew::cases::random_source from(seed);
  T* values = static_cast<T*>(target.data());
  for (std::size_t i = 0; i < target.bytes() / sizeof(T); ++i) values[i] = static_cast<T>(from.bits() & 3);
}

// The same numbers by their bits.
void fill_bits(const block& target, std::uint64_t seed, const std::array<std::uint16_t, 4>& numbers) {
  strew::cases::random_source from(seed);
  auto* values = static_cast<std::uint16_t*>(target.data());
  for (std::size_t i = 0; i < target.bytes() / sizeof *values; ++i) values[i] = numbers[from.bits() & 3];
}

// What calls of new shapes add.
std::int64_t spare_elements(const description& about) {
  return about.by == frontend::new_call ? (new_shapes - 1) * data_strides(about)[0] : 0;
}

}  // namespace

block::block(std::size_t bytes)
    : memory_(std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment)), bytes_(bytes) {
  if (!memory_) throw std::bad_alloc();
  std::memset(memory_.get(), 0, bytes);
}

operands::operands(const description& about)
    : about_(about),
      strides_(data_strides(about)),
      direct_(direct_extents(about)),
      data_block_(bytes_for(data_elements(about) + spare_elements(about), about.element)),
      index_block_(bytes_for(product(about.indices), about.index)),
      direct_block_(bytes_for(product(direct_), about.element)) {
  for (std::int64_t& stride : strides_) stride *= static_cast<std::int64_t>(strew_dtype_bytes(about.element));
  if (is_scatter(about.op) && !about.in_place) output_block_ = block(data_block_.bytes());
  write_indices(about, index_block_.data());
  fill_values(data_block_, 2);
  if (is_scatter(about.op)) fill_values(direct_block_, 3);

  data_ = describe(about.element, data_block_, about_.data, &strides_);
  indices_ = describe(about.index, index_block_, about_.indices, nullptr);
  updates_ = describe(about.element, direct_block_, direct_, nullptr);
  output_ = is_scatter(about.op) ? data_ : updates_;
  if (output_block_.data()) output_.data = output_block_.data();
}

memory operands::addresses() const {
  return {data_.data, indices_.data, is_scatter(about_.op) ? updates_.data : nullptr, output_.data};
}

void operands::reset() {
  const bool is_in_place = output_.data == data_.data;
  is_in_place ? fill_values(data_block_, 2) : static_cast<void>(std::memset(output_.data, 0xA5, written_bytes()));
}

void operands::evict() const {
  for (const block* one : {&data_block_, &index_block_, &direct_block_, &output_block_})
    bench::evict(one->data(), one->bytes());
}

std::size_t operands::written_bytes() const {
  return is_scatter(about_.op) ? data_block_.bytes() : direct_block_.bytes();
}

void operands::fill_values(const block& target, std::uint64_t seed) const {
  switch (about_.element) {
    case STREW_DTYPE_F32:
      return fill<float>(target, seed);
    case STREW_DTYPE_F64:
      return fill<double>(target, seed);
    case STREW_DTYPE_I32:
      return fill<std::int32_t>(target, seed);
    case STREW_DTYPE_F16:
      return fill_bits(target, seed, {0, 0x3C00, 0x4000, 0x4200});
    case STREW_DTYPE_BF16:
      return fill_bits(target, seed, {0, 0x3F80, 0x4000, 0x4040});
    default:
      return fill<std::uint8_t>(target, seed);
  }
}

}  // namespace bench
