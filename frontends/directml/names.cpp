// Rules and operators by name.
#include "common/failure.hpp"
#include "strew/directml.h"

namespace {

constexpr strew::frontends::rule_row rules[] = {
#define STREW_RULE(number, text) {#number, text},
#include "directml/rules.def"
#undef STREW_RULE
};

}  // namespace

const char* strew_directml_rule_name(std::uint64_t number) {
  return strew::frontends::find_rule_name(rules, number);
}

const char* strew_directml_rule_text(const char* rule) {
  return strew::frontends::find_rule_text(rules, rule);
}

const char* strew_directml_operator_name(std::int32_t operator_type) {
  switch (operator_type) {
    case DML_OPERATOR_GATHER:
      return "DML_OPERATOR_GATHER";
    case DML_OPERATOR_GATHER_ELEMENTS:
      return "DML_OPERATOR_GATHER_ELEMENTS";
    case DML_OPERATOR_GATHER_ND:
      return "DML_OPERATOR_GATHER_ND";
    case DML_OPERATOR_GATHER_ND1:
      return "DML_OPERATOR_GATHER_ND1";
    case DML_OPERATOR_SCATTER:
      return "DML_OPERATOR_SCATTER";
    case DML_OPERATOR_SCATTER_ND:
      return "DML_OPERATOR_SCATTER_ND";
    default:
      return nullptr;
  }
}
