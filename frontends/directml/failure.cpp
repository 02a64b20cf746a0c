#include "directml/failure.hpp"

#include "common/terms.hpp"

namespace strew::frontends::directml {
namespace {

// Axis, the attribute, counts all dimensions; axis k of the engine is one of those that are meaningful.
constexpr term terms[] = {
    {"data", "InputTensor"},
    {"indices", "IndicesTensor"},
    {"updates", "UpdatesTensor"},
    {"output", "OutputTensor"},
    {"batch_dims", "BatchDimensionCount"},
    {"data of rank", "InputDimensionCount"},
    {"indices of rank", "IndicesDimensionCount"},
    {"exceed the rank", "exceeds InputDimensionCount"},
    {"axis", "dimension"},
    {"a workspace", "a temporary resource"},
    {"the workspace", "the temporary resource"},
    {"f16", "FLOAT16"},
    {"f32", "FLOAT32"},
    {"f64", "FLOAT64"},
    {"i8", "INT8"},
    {"i16", "INT16"},
    {"i32", "INT32"},
    {"i64", "INT64"},
    {"u8", "UINT8"},
    {"u16", "UINT16"},
    {"u32", "UINT32"},
    {"u64", "UINT64"},
};

HRESULT result_of(strew_status status) {
  switch (status) {
    case STREW_STATUS_MEMORY:
      return E_OUTOFMEMORY;
    case STREW_STATUS_CANCELLED:
      return E_ABORT;
    case STREW_STATUS_INTERNAL:
      return E_UNEXPECTED;
    default:
      return E_INVALIDARG;
  }
}

}  // namespace

failure null_pointer(std::int32_t operand, std::string_view name) {
  return invalid(STREW_STATUS_POINTER, operand, "DM1", "{} is null", name);
}

failure out_of_memory() {
  return {E_OUTOFMEMORY, fail(STREW_STATUS_MEMORY, STREW_OPERAND_NONE, "MM1", "memory could not be had")};
}

maybe_failure from_engine(const strew_error& record) {
  if (record.status == STREW_STATUS_OK) return {};
  failure made{result_of(record.status), record};
  translate(made.record, {terms, general_terms});
  return made;
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
