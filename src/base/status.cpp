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
  constexpr std::array names = {"call", "data", "indices", "updates", "output", "from", "weights"};
  STREW_ASSERT(static_cast<std::size_t>(where) < names.size());
  return names[static_cast<std::size_t>(where)];
}

const char* name_of(status_code value) {
  constexpr std::array names = {"ok",      "pointer", "type",   "attribute", "shape",   "size",
                                "overlap", "index",   "memory", "cancelled", "internal"};
  const auto at = static_cast<std::size_t>(value);
  return at < names.size() ? names[at] : "unknown";
}

failure make_failure(rule number, operand where, std::string_view text, const sentence_value* values,
                     std::size_t count) {
  return {number, where, formatted("{}: {}: {}", name_of(number), name_of(where), make_sentence(text, values, count)),
          nullptr};
}

}  // namespace strew::engine
