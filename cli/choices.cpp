#include "choices.hpp"

#include <string_view>

#include "formatted.hpp"

namespace strew::cli {
namespace {

bool is_policy_of(operator_kind kind, std::int32_t policy) {
  return policy != (kind == operator_kind::gather ? STREW_OOB_SKIP : STREW_OOB_FILL);
}

constexpr choice of_numpy[] = {
    {"int8", STREW_DTYPE_I8},       {"int16", STREW_DTYPE_I16},      {"int32", STREW_DTYPE_I32},
    {"int64", STREW_DTYPE_I64},     {"uint8", STREW_DTYPE_U8},       {"uint16", STREW_DTYPE_U16},
    {"uint32", STREW_DTYPE_U32},    {"uint64", STREW_DTYPE_U64},     {"float16", STREW_DTYPE_F16},
    {"bfloat16", STREW_DTYPE_BF16}, {"float32", STREW_DTYPE_F32},    {"float64", STREW_DTYPE_F64},
    {"complex64", STREW_DTYPE_C64}, {"complex128", STREW_DTYPE_C128}};

std::string_view policy_text(std::int32_t policy) {
  switch (policy) {
    case STREW_OOB_ERROR:
      return "refuse (error, the default)";
    case STREW_OOB_CLAMP:
      return "use the nearest valid one (clamp)";
    case STREW_OOB_WRAP:
      return "count round (wrap)";
    case STREW_OOB_SKIP:
      return "drop the update (skip)";
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
  for (const choice& one : policies_of(kind)) texts.emplace_back(policy_text(one.value));
  return join(texts, ", ");
}

std::vector<choice> dtype_names() {
  std::vector<choice> made;
  for (strew_dtype type = STREW_DTYPE_OPAQUE; type <= STREW_DTYPE_C128; ++type) {
    made.push_back({strew_dtype_name(type), static_cast<std::int32_t>(type)});
  }
  made.insert(made.end(), std::begin(of_numpy), std::end(of_numpy));
  return made;
}

std::string numpy_name(strew_dtype type) {
  if (type == STREW_DTYPE_BOOL) return "bool";
  if (type == STREW_DTYPE_BF16) return "";
  for (const choice& one : of_numpy) {
    if (one.value == static_cast<std::int32_t>(type)) return one.name;
  }
  return "";
}

}  // namespace strew::cli
