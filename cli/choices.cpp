#include "choices.hpp"

#include <string_view>

#include "formatted.hpp"

namespace strew::cli {
namespace {

bool is_policy_of(operator_kind kind, std::int32_t policy) {
  return policy != (kind == operator_kind::gather ? STREW_OOB_SKIP : STREW_OOB_FILL);
}

std::string_view policy_text(operator_kind kind, std::int32_t policy) {
  switch (policy) {
    case STREW_OOB_ERROR:
      return "refuse (error, the default)";
    case STREW_OOB_CLAMP:
      return "use the nearest valid one (clamp)";
    case STREW_OOB_WRAP:
      return "count round (wrap)";
    case STREW_OOB_SKIP:
      return kind == operator_kind::reduction ? "leave the position out (skip)"
             : has_segments(kind)             ? "write 0 for the position (skip)"
                                              : "drop the update (skip)";
    case STREW_OOB_FILL:
      return "write the fill value (fill)";
    default:
      return "or believe that there is none (assume)";
  }
}

}  // namespace

std::vector<choice> policies_of(operator_kind kind) {
  std::vector<choice> made;
  for (const choice& one : policies) {
    if (is_policy_of(kind, one.value)) made.push_back(one);
  }
  return made;
}

std::string policies_text(operator_kind kind) {
  std::vector<std::string> texts;
  for (const choice& one : policies_of(kind)) texts.emplace_back(policy_text(kind, one.value));
  return join(texts, ", ");
}

std::vector<choice> dtype_names() {
  std::vector<choice> made(std::begin(element_types), std::end(element_types));
  for (const choice& one : choices(words::numpy_types)) {
    const std::string_view name = one.name;
    if (!name.empty() && name != words::types[one.value]) made.push_back(one);
  }
  return made;
}

std::string numpy_name(strew_dtype type) {
  const bool is_of_another_package =
      type == STREW_DTYPE_BF16 || type == STREW_DTYPE_F8_E4M3 || type == STREW_DTYPE_F8_E5M2;
  return is_of_another_package || type >= std::size(words::numpy_types) ? "" : words::numpy_types[type];
}

}  // namespace strew::cli
