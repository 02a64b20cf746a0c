// The cache key of a one-shot call, as words: everything that determines its plan. Equal words mean equal plans.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "api/convert.hpp"

namespace strew::engine::api {

// A call as far as it determines a plan; of checked structs, or of ones that can be read.
struct call_form {
  const strew_operator& op;
  const view_list& views;
  const strew_options* options;  // null: the operator's own defaults
  bool is_in_place;
};

class call_key {
 public:
  static constexpr std::size_t max_rank = 8;   // of an operand; the inline capacity of a plan's lists
  static constexpr std::size_t max_fill = 16;  // bytes of a fill value
  static constexpr std::size_t words_of_options = 4 + 1 + max_fill / sizeof(std::uint64_t);
  static constexpr std::size_t words_of_operand = 1 + 2 * max_rank;
  static constexpr std::size_t words_of_dimensions = 7 + max_rank;  // StableHLO's: five lists, two numbers, slice sizes
  static constexpr std::size_t words_of_segmentation = 6 + 2 * words_of_operand;  // with indices and weights
  // With scales, zero points and a codebook of one dimension.
  static constexpr std::size_t words_of_quantization = 2 + 2 * words_of_operand + 3;
  static constexpr std::size_t max_words =
      3 + words_of_options + std::max(words_of_segmentation, words_of_quantization) + 4 * words_of_operand;
  // Of quantised segments: that of indices, weights, scales and zero points together, whose words are in that room.
  static constexpr std::size_t max_rank_of_both = 12;
  static_assert(6 + 2 + 3 + 4 + 2 * max_rank_of_both <= words_of_segmentation);

  // Empty if such a call is not cached: operands of more dimensions, each or together, or of very long elements, lists
  // of more or that name others, a solver by name, a fill value of more bytes, further results.
  constexpr call_key() : words_{} {}
  explicit call_key(const call_form& call);

  constexpr call_key(const call_key& other) : size_(other.size_) { copy(other); }
  constexpr call_key& operator=(const call_key& other) {
    size_ = other.size_;
    copy(other);
    return *this;
  }
  ~call_key() = default;

  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const call_key& left, const call_key& right);
  // Whether call_key(call) is this one, without making it. An empty one is of no call.
  friend bool operator==(const call_key& key, const call_form& call);

 private:
  // Only the used words.
  constexpr void copy(const call_key& other) { std::copy_n(other.words_.begin(), size_, words_.begin()); }

  std::size_t size_ = 0;
  std::array<std::uint64_t, max_words> words_;
};

}  // namespace strew::engine::api
