// Failures inside strew: values with the rule, the operand and the numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "base/small_vector.hpp"

namespace strew::engine {

enum class status_code : std::int32_t {
  ok = 0,
  pointer = 1,
  type = 2,
  attribute = 3,
  shape = 4,
  size = 5,
  overlap = 6,
  index = 7,
  memory = 8,
  cancelled = 9,
  internal = 10
};

enum class rule : std::uint8_t {
#define STREW_RULE(name, status, text) name,
#include "base/rules.def"
#undef STREW_RULE
};

// An index as stored: 64 bits, sign-extended when its type is signed.
struct index_value {
  std::uint64_t bits = 0;
  bool negative = false;

  operator sentence_value() const {
    return negative ? sentence_value(static_cast<std::int64_t>(bits)) : sentence_value(bits);
  }
};

using index_tuple = small_vector<index_value>;

// The first bad position of an index operand, or its first bad offset, and the number of all bad ones; of a pair of
// duplicates the later one.
struct index_report {
  std::uint64_t position = 0;
  std::uint64_t other_position = 0;  // only with rule IX2
  std::uint64_t bad_count = 0;
  std::uint64_t component = 0;
  std::int64_t extent = 0;
  std::int64_t low = 0;
  std::int64_t high = -1;
  std::int64_t window = 1;  // with negatives from the end, (-window, 0) is excluded from the range
  small_vector<std::int64_t> coordinates;
  index_tuple tuple;
};

// A sentence with its values, which it owns.
struct told_sentence {
  std::string_view text;  // constant
  std::vector<sentence_value> values;
  std::vector<std::int64_t> numbers;
  std::string texts;
};

struct failure {
  rule number;
  operand where = operand::none;
  std::string message;
  std::shared_ptr<const index_report> index;       // only with rules IX1, IX2 and OF1
  std::shared_ptr<const told_sentence> told = {};  // what the message says; null where it was not made here
};

// Empty: success.
using status = std::optional<failure>;

template <class T>
using result = basic_result<T, failure>;

status_code status_of(rule number);
const char* name_of(rule number);
const char* text_of(rule number);
std::size_t rule_count();
const char* name_of(operand where);
const char* name_of(status_code value);

// A copy of the sentence's values, in memory of its own.
[[gnu::cold]] std::shared_ptr<const told_sentence> keep(std::string_view text, const sentence_value* values,
                                                        std::size_t count);
[[gnu::cold]] failure make_failure(rule number, operand where, std::string_view text, const sentence_value* values,
                                   std::size_t count);

// A failure whose message is "ND3: indices: <sentence>".
template <class... Values>
failure fail(rule number, operand where, told<Values...> text, const Values&... values) {
  const sentence_value all[] = {sentence_value(values)..., sentence_value()};
  return make_failure(number, where, text.text(), all, sizeof...(Values));
}

}  // namespace strew::engine
