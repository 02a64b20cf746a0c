#include "api/call_key.hpp"

#include <cstddef>

namespace strew::engine::api {
namespace {

using view_list = std::array<const strew_tensor*, 4>;

view_list views_of(const arguments& given) {
  return {given.data, given.has_indices ? given.indices : nullptr, given.is_scatter ? given.updates : nullptr,
          given.output};
}

bool is_remembered(const view_list& views, const strew_options* options) {
  if (options != nullptr && (options->solver != nullptr || options->fill_value != nullptr)) return false;
  for (const strew_tensor* view : views) {
    if (view != nullptr && view->rank > call_key::max_rank) return false;
  }
  return true;
}

constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;

// Odd numbers of the sequence of splitmix64.
template <std::size_t Count>
constexpr std::array<std::uint64_t, Count> odd_numbers() {
  std::array<std::uint64_t, Count> made{};
  std::uint64_t state = 0;
  for (std::uint64_t& one : made) {
    state += step;
    std::uint64_t mixed = (state ^ state >> 30U) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EBU;
    one = (mixed ^ mixed >> 31U) | 1U;
  }
  return made;
}
constexpr auto factors = odd_numbers<call_key::max_words>();

std::uint64_t both(std::int32_t low, std::int32_t high) {
  return static_cast<std::uint32_t>(low) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U;
}

// Each returns the position after the words it wrote. Fill values are not read: there are none.
std::uint64_t* write(const strew_options& options, std::uint64_t* to) {
  *to++ = both(options.reduction, options.out_of_bounds);
  *to++ = both(options.negative_indices, options.exclude_self);
  *to++ = both(options.accumulate, options.unordered);
  *to++ = both(options.duplicates, options.partial_window);
  return to;
}

std::uint64_t* write(const std::int64_t* values, std::uint64_t count, std::uint64_t* to) {
  for (std::uint64_t d = 0; d < count; ++d) *to++ = static_cast<std::uint64_t>(values[d]);
  return to;
}

// One word: each entry in four bits, above 0, so that the word has their number too. Null if it does not have the room.
std::uint64_t* write_list(const strew_dims& list, std::uint64_t* to) {
  constexpr std::uint64_t bits = 4, values = (1U << bits) - 1;
  if (to == nullptr || list.count > call_key::max_rank) return nullptr;
  std::uint64_t packed = 0;
  for (std::uint64_t n = 0; n < list.count; ++n) {
    const auto entry = static_cast<std::uint64_t>(list.values[n]);
    if (entry >= values) return nullptr;
    packed = packed << bits | (entry + 1);
  }
  *to++ = packed;
  return to;
}

// Null if such dimensions are not remembered.
std::uint64_t* write(const strew_gather_dimensions& given, std::uint64_t* to) {
  *to++ = static_cast<std::uint64_t>(given.index_vector_dim);
  *to++ = given.slice_sizes.count;
  if (given.slice_sizes.count > call_key::max_rank) return nullptr;
  to = write(given.slice_sizes.values, given.slice_sizes.count, to);
  to = write_list(given.offset_dims, to);
  to = write_list(given.collapsed_slice_dims, to);
  to = write_list(given.operand_batching_dims, to);
  to = write_list(given.start_indices_batching_dims, to);
  return write_list(given.start_index_map, to);
}
std::uint64_t* write(const strew_scatter_dimensions& given, std::uint64_t* to) {
  *to++ = static_cast<std::uint64_t>(given.index_vector_dim);
  to = write_list(given.update_window_dims, to);
  to = write_list(given.inserted_window_dims, to);
  to = write_list(given.input_batching_dims, to);
  to = write_list(given.scatter_indices_batching_dims, to);
  return write_list(given.scatter_dims_to_operand_dims, to);
}

std::uint64_t* write(const strew_tensor& view, std::uint64_t* to) {
  const bool is_packed = view.strides == nullptr;
  *to++ = view.dtype | view.rank << 32U | static_cast<std::uint64_t>(is_packed) << 40U;
  *to++ = view.element_bytes;
  to = write(view.extents, view.rank, to);
  return is_packed ? to : write(view.strides, view.rank, to);
}

}  // namespace

// Words that determine which others follow come first.
call_key::call_key(const strew_operator& op, const arguments& given, const strew_options* options) {
  const view_list views = views_of(given);
  if (!is_remembered(views, options)) return;
  std::uint32_t parts = static_cast<std::uint32_t>(op.kind) << 1U | (options != nullptr ? 1U : 0U);
  parts = parts << 1U | (given.is_in_place() ? 1U : 0U);
  for (const strew_tensor* view : views) parts = parts << 1U | (view != nullptr ? 1U : 0U);
  std::uint64_t* to = words_.data();
  *to++ = parts | static_cast<std::uint64_t>(static_cast<std::uint32_t>(op.mode)) << 32U;
  *to++ = static_cast<std::uint64_t>(op.axis);
  *to++ = static_cast<std::uint64_t>(op.batch_dims);
  if (op.gather_dimensions != nullptr) to = write(*op.gather_dimensions, to);
  if (op.scatter_dimensions != nullptr) to = write(*op.scatter_dimensions, to);
  if (to == nullptr) return;
  if (options != nullptr) to = write(*options, to);
  for (const strew_tensor* view : views) {
    if (view != nullptr) to = write(*view, to);
  }
  size_ = static_cast<std::size_t>(to - words_.data());
}

// A different factor for each word, so that all products are independent; then high bits are mixed into low ones.
std::uint64_t call_key::hash() const {
  std::uint64_t sum = size_;
  for (std::size_t n = 0; n < size_; ++n) sum += words_[n] * factors[n];
  sum = (sum ^ sum >> 32U) * step;
  sum ^= sum >> 29U;
  return sum == 0 ? 1 : sum;
}

// Word by word: vectors would wait for the words of this call, which were just written.
bool operator==(const call_key& left, const call_key& right) {
  if (left.size_ != right.size_) return false;
  std::uint64_t different = 0;
  for (std::size_t n = 0; n < left.size_; ++n) different |= left.words_[n] ^ right.words_[n];
  return different == 0;
}

}  // namespace strew::engine::api
