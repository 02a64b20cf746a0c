// The rules of this frontend by number and by name.
#include <cstdint>
#include <iterator>

#include "common/failure.hpp"
#include "strew/bnns.h"

namespace strew::frontends::bnns {
namespace {

constexpr rule_row rules[] = {
#define STREW_RULE(number, text) {#number, text},
#include "bnns/rules.def"
#undef STREW_RULE
};

}  // namespace
}  // namespace strew::frontends::bnns

const char* strew_bnns_rule_name(std::uint64_t number) {
  using strew::frontends::bnns::rules;
  return number < std::size(rules) ? rules[number].name : nullptr;
}

const char* strew_bnns_rule_text(const char* rule) {
  return strew::frontends::find_rule_text(strew::frontends::bnns::rules, rule);
}
