#include "api/call_key.hpp"

#include <cstddef>
#include <cstring>

#include "base/dtype.hpp"

namespace strew::engine::api {
namespace {

bool has_fill(const strew_options* options) {
  return options != nullptr && options->fill_value != nullptr;
}

// Bytes of the value: given, or of its type; many of a type that is unknown.
std::uint64_t fill_bytes_of(const strew_options& options) {
  if (options.fill_dtype == STREW_DTYPE_OPAQUE) return options.fill_bytes;
  const dtype_info* const about = find_info(options.fill_dtype);
  return about == nullptr ? call_key::max_fill + 1 : static_cast<std::uint64_t>(about->width);
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

// What is done with the words of a call, one after the other. Each function returns whether the call can still be one
// that is remembered, or the one that it is compared with.
class writer {
 public:
  explicit writer(std::uint64_t* to) : begin_(to), to_(to) {}
  bool word(std::uint64_t value) {
    *to_++ = value;
    return true;
  }
  bool list(const std::int64_t* values, std::uint64_t count) {
    for (std::uint64_t d = 0; d < count; ++d) *to_++ = static_cast<std::uint64_t>(values[d]);
    return true;
  }
  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(to_ - begin_); }

 private:
  std::uint64_t* begin_;
  std::uint64_t* to_;
};

// Words that determine how many follow come before them, so that none is read past the end.
class comparer {
 public:
  explicit comparer(const std::uint64_t* with) : with_(with) {}
  bool word(std::uint64_t value) { return *with_++ == value; }
  bool list(const std::int64_t* values, std::uint64_t count) {
    for (std::uint64_t d = 0; d < count; ++d) {
      if (*with_++ != static_cast<std::uint64_t>(values[d])) return false;
    }
    return true;
  }

 private:
  const std::uint64_t* with_;
};

template <class Words>
bool pass_fill(const strew_options& options, Words& to) {
  std::uint64_t bytes[call_key::max_fill / sizeof(std::uint64_t)] = {};
  const std::uint64_t count = fill_bytes_of(options);
  if (count > call_key::max_fill || options.out_of_bounds != STREW_OOB_FILL) return false;
  std::memcpy(bytes, options.fill_value, static_cast<std::size_t>(count));
  return to.word(options.fill_dtype | count << 32U) && to.word(bytes[0]) && to.word(bytes[1]);
}

// No two neighbours in one word: they would be read at once, and wait for the caller's two writes.
template <class Words>
[[gnu::always_inline]] inline bool pass(const strew_options& options, Words& to) {
  return to.word(both(options.reduction, options.negative_indices)) &&
         to.word(both(options.out_of_bounds, options.exclude_self)) &&
         to.word(both(options.accumulate, options.duplicates)) &&
         to.word(both(options.unordered, options.partial_window)) &&
         (options.fill_value == nullptr || pass_fill(options, to));
}

// One word: each entry in four bits, above 0, so that the word has their number too.
template <class Words>
bool pass(const strew_dims& list, Words& to) {
  constexpr std::uint64_t bits = 4, values = (1U << bits) - 1;
  if (list.count > call_key::max_rank) return false;
  std::uint64_t packed = 0;
  for (std::uint64_t n = 0; n < list.count; ++n) {
    const auto entry = static_cast<std::uint64_t>(list.values[n]);
    if (entry >= values) return false;
    packed = packed << bits | (entry + 1);
  }
  return to.word(packed);
}

template <class Words>
bool pass(const strew_gather_dimensions& given, Words& to) {
  const strew_dims& sizes = given.slice_sizes;
  return sizes.count <= call_key::max_rank && to.word(static_cast<std::uint64_t>(given.index_vector_dim)) &&
         to.word(sizes.count) && to.list(sizes.values, sizes.count) && pass(given.offset_dims, to) &&
         pass(given.collapsed_slice_dims, to) && pass(given.operand_batching_dims, to) &&
         pass(given.start_indices_batching_dims, to) && pass(given.start_index_map, to);
}
template <class Words>
bool pass(const strew_scatter_dimensions& given, Words& to) {
  return to.word(static_cast<std::uint64_t>(given.index_vector_dim)) && pass(given.update_window_dims, to) &&
         pass(given.inserted_window_dims, to) && pass(given.input_batching_dims, to) &&
         pass(given.scatter_indices_batching_dims, to) && pass(given.scatter_dims_to_operand_dims, to);
}

template <class Words>
bool pass(const strew_segmentation& given, Words& to) {
  return to.word(static_cast<std::uint64_t>(given.form)) && to.word(both(given.out_of_bounds, given.ids_from_end)) &&
         to.word(both(given.has_padding_index, given.has_padding_segment)) &&
         to.word(static_cast<std::uint64_t>(given.padding_index)) &&
         to.word(static_cast<std::uint64_t>(given.padding_segment)) &&
         to.word(static_cast<std::uint64_t>(given.segment_count));
}

template <class Words>
bool pass(const strew_quantization& given, Words& to) {
  return to.word(both(given.bits, given.packing)) && to.word(static_cast<std::uint64_t>(given.block_size));
}

// Type, rank, whether there are strides and the width in one word, which no view that there is not has. Inline, so that
// the place among the words stays in a register.
template <class Words>
[[gnu::always_inline]] inline bool pass(const strew_tensor* view, Words& to) {
  constexpr std::uint64_t none = 0, widths = std::uint64_t{1} << 26U;
  if (view == nullptr) return to.word(none);
  if (view->rank > call_key::max_rank || view->element_bytes >= widths) return false;
  const bool is_packed = view->strides == nullptr;
  const std::uint64_t rank_and_width = 1U | (is_packed ? 2U : 0U) | view->rank << 2U | view->element_bytes << 6U;
  return to.word(view->dtype | rank_and_width << 32U) && to.list(view->extents, view->rank) &&
         (is_packed || to.list(view->strides, view->rank));
}

// Of at most one dimension.
template <class Words>
bool pass_list(const strew_tensor* view, Words& to) {
  return (view == nullptr || view->rank <= 1) && pass(view, to);
}

bool have_room(const call_form& call) {
  if (call.op.segmentation == nullptr || call.op.quantization == nullptr) return true;
  const auto rank_of = [](const strew_tensor* view) {
    return view == nullptr ? 0 : std::min<std::uint64_t>(view->rank, call_key::max_rank + 1);
  };
  const view_list& of = call.views;
  return rank_of(of.from) + rank_of(of.weights) + rank_of(of.scales) + rank_of(of.zero_points) <=
         call_key::max_rank_of_both;
}

// A separate function: most calls have none.
template <class Words>
[[gnu::noinline]] bool pass_dimensions(const call_form& call, Words& to) {
  const strew_operator& op = call.op;
  return have_room(call) && (op.gather_dimensions == nullptr || pass(*op.gather_dimensions, to)) &&
         (op.scatter_dimensions == nullptr || pass(*op.scatter_dimensions, to)) &&
         (op.segmentation == nullptr ||
          (pass(*op.segmentation, to) && call.views.arg == nullptr && call.views.count == nullptr &&
           pass(call.views.from, to) && pass(call.views.weights, to))) &&
         (op.quantization == nullptr || (pass(*op.quantization, to) && pass(call.views.scales, to) &&
                                         pass(call.views.zero_points, to) && pass_list(call.views.codebook, to)));
}

template <class Words>
[[gnu::always_inline]] inline bool pass(const call_form& call, Words& to) {
  const strew_operator& op = call.op;
  const std::uint32_t parts = static_cast<std::uint32_t>(op.kind) << 4U | (op.quantization != nullptr ? 8U : 0U) |
                              (call.options != nullptr ? 4U : 0U) | (has_fill(call.options) ? 2U : 0U) |
                              (call.is_in_place ? 1U : 0U);
  if (!to.word(parts | static_cast<std::uint64_t>(static_cast<std::uint32_t>(op.mode)) << 32U) ||
      !to.word(static_cast<std::uint64_t>(op.axis)) || !to.word(static_cast<std::uint64_t>(op.batch_dims)))
    return false;
  if (op.gather_dimensions != nullptr || op.scatter_dimensions != nullptr || op.segmentation != nullptr ||
      op.quantization != nullptr) {
    Words rest = to;  // `to` itself stays in registers
    if (!pass_dimensions(call, rest)) return false;
    to = rest;
  }
  if (call.options != nullptr && !pass(*call.options, to)) return false;
  const view_list& of = call.views;
  return pass(of.data, to) && pass(of.indices, to) && pass(of.updates, to) && pass(of.output, to);
}

}  // namespace

call_key::call_key(const call_form& call) {
  if (call.options != nullptr && call.options->solver != nullptr) return;
  writer to(words_.data());
  if (pass(call, to)) size_ = to.count();
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

bool operator==(const call_key& key, const call_form& call) {
  comparer with(key.words_.data());
  return key.size_ != 0 && (call.options == nullptr || call.options->solver == nullptr) && pass(call, with);
}

}  // namespace strew::engine::api
