// The cache key of a one-shot call, as words: everything that determines its plan. Equal words mean equal plans.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "api/convert.hpp"

namespace strew::engine::api {

class call_key {
 public:
  static constexpr std::size_t max_rank = 8;  // of an operand; the inline capacity of a plan's lists
  static constexpr std::size_t words_of_options = 4;
  static constexpr std::size_t words_of_operand = 2 + 2 * max_rank;
  static constexpr std::size_t words_of_dimensions = 7 + max_rank;  // StableHLO's: five lists, two numbers, slice sizes
  static constexpr std::size_t max_words = 3 + words_of_options + words_of_dimensions + 4 * words_of_operand;

  // Empty if such a call is not cached: operands of more dimensions, lists of more or that name others, a solver by
  // name, a fill value.
  constexpr call_key() : words_{} {}
  // The operator and the pointers of its lists were checked.
  call_key(const strew_operator& op, const arguments& given, const strew_options* options);

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

 private:
  // Only the used words.
  constexpr void copy(const call_key& other) { std::copy_n(other.words_.begin(), size_, words_.begin()); }

  std::size_t size_ = 0;
  std::array<std::uint64_t, max_words> words_;
};

}  // namespace strew::engine::api
