#include "directml/failure.hpp"

namespace strew::frontends::directml {

failure null_pointer(std::int32_t operand, std::string_view name) {
  return invalid(STREW_STATUS_POINTER, operand, "DM1", "{} is null", name);
}

failure out_of_memory() {
  return {E_OUTOFMEMORY, fail(STREW_STATUS_MEMORY, STREW_OPERAND_NONE, "MM1", "memory could not be had")};
}

maybe_failure from_engine(const strew_error& record) {
  switch (record.status) {
    case STREW_STATUS_OK:
      return {};
    case STREW_STATUS_MEMORY:
      return failure{E_OUTOFMEMORY, record};
    case STREW_STATUS_CANCELLED:
      return failure{E_ABORT, record};
    case STREW_STATUS_INTERNAL:
      return failure{E_UNEXPECTED, record};
    default:
      return failure{E_INVALIDARG, record};
  }
}

strew_error& last_error() {
  static thread_local strew_error record = STREW_ERROR_INIT;
  return record;
}

std::string_view tensor_name(std::int32_t operand) {
  constexpr std::string_view names[] = {"", "InputTensor", "IndicesTensor", "UpdatesTensor", "OutputTensor"};
  return operand < 0 || operand > STREW_OPERAND_OUTPUT ? "" : names[operand];
}

}  // namespace strew::frontends::directml
