#include "base/status.hpp"

#include <array>
#include <cstddef>

namespace strew::engine {
namespace {

struct entry {
  status_code kind;
  const char* name;
  const char* text;
};

constexpr std::array rules = {
#define STREW_RULE(name, status_name, text) entry{status_code::status_name, #name, text},
#include "base/rules.def"
#undef STREW_RULE
};

const entry& at(rule number) {
  STREW_ASSERT(static_cast<std::size_t>(number) < rules.size());
  return rules[static_cast<std::size_t>(number)];
}

}  // namespace

status_code status_of(rule number) {
  return at(number).kind;
}
const char* name_of(rule number) {
  return at(number).name;
}
const char* text_of(rule number) {
  return at(number).text;
}
std::size_t rule_count() {
  return rules.size();
}

const char* name_of(operand where) {
  return wording().operand_name(where);
}

const char* name_of(status_code value) {
  constexpr std::array names = {"ok",      "pointer", "type",   "attribute", "shape",   "size",
                                "overlap", "index",   "memory", "cancelled", "internal"};
  const auto at = static_cast<std::size_t>(value);
  return at < names.size() ? names[at] : "unknown";
}

std::shared_ptr<const told_sentence> keep(std::string_view text, const sentence_value* values, std::size_t count) {
  auto told = std::make_shared<told_sentence>();
  told->text = text;
  told->values.assign(values, values + count);
  std::size_t numbers = 0, letters = 0;
  for (const sentence_value& value : told->values) {
    numbers += value.numbers != nullptr ? static_cast<std::size_t>(value.count) : 0;
    letters += value.has_text() ? static_cast<std::size_t>(value.count) : 0;
  }
  told->numbers.reserve(numbers);  // so that places in them stay
  told->texts.reserve(letters);
  for (sentence_value& value : told->values) {
    const auto size = static_cast<std::size_t>(value.count);
    if (value.numbers != nullptr) {
      const std::int64_t* const from = value.numbers;
      value.numbers = told->numbers.data() + told->numbers.size();
      told->numbers.insert(told->numbers.end(), from, from + size);
    } else if (value.has_text()) {
      const char* const from = value.text;
      value.text = told->texts.data() + told->texts.size();
      told->texts.append(from, size);
    }
  }
  return told;
}

failure make_failure(rule number, operand where, std::string_view text, const sentence_value* values,
                     std::size_t count) {
  return {number, where,
          formatted("{}: {}: {}", name_of(number), name_of(where), make_sentence(text, values, wording())), nullptr,
          keep(text, values, count)};
}

}  // namespace strew::engine
