#include <cstdint>
#include <iterator>

#include "src/failure.hpp"

namespace strew::vulkan {
namespace {

constexpr frontends::rule_row rules[] = {
#define STREW_RULE(number, text) {#number, text},
#include "src/rules.def"
#undef STREW_RULE
};

}  // namespace
}  // namespace strew::vulkan

const char* strew_vulkan_rule_name(std::uint64_t number) {
  return strew::frontends::find_rule_name(strew::vulkan::rules, number);
}

const char* strew_vulkan_rule_text(const char* rule) {
  return strew::frontends::find_rule_text(strew::vulkan::rules, rule);
}
