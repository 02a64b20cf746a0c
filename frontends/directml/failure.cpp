#include "directml/failure.hpp"

#include <iterator>

#include "common/vocabulary.hpp"

namespace strew::frontends::directml {
namespace {

// Axis, the attribute, counts all dimensions; axis k of the engine is one of those that are meaningful.
constexpr strew_phrase phrases[] = {
    {"data", "InputTensor"},
    {"indices", "IndicesTensor"},
    {"output", "OutputTensor"},
    {"batch_dims", "BatchDimensionCount"},
    {"data of rank", "InputDimensionCount"},
    {"indices of rank", "IndicesDimensionCount"},
    {"batch_dims {} + index depth {} exceed the rank {} of data",
     "BatchDimensionCount {0} + tuple length {1} exceeds InputDimensionCount {2} of InputTensor"},
    {"batch_dims 0 + index depth {} exceed the rank {} of data",
     "tuple length {0} exceeds InputDimensionCount {1} of InputTensor"},
    {"batch extent {} is {}, that of data is {}", "the size of batch dimension {0} is {1}, that of InputTensor is {2}"},
    {"axis", "dimension"},
    {"indices choose the places", "IndicesTensor choose the places"},
    {"updates are combined with the old values", "UpdatesTensor is combined with the old values"},
    {"a workspace", "a temporary resource"},
    {"the workspace", "the temporary resource"},
};
constexpr const char* type_words[] = {nullptr,  nullptr,  "INT8",   "INT16",   "INT32", "INT64",   "UINT8",
                                      "UINT16", "UINT32", "UINT64", "FLOAT16", nullptr, "FLOAT32", "FLOAT64"};
const char* type_name(void*, strew_dtype type, std::int32_t) {
  return type < std::size(type_words) ? type_words[type] : nullptr;
}
constexpr const char* operands[] = {"", "InputTensor", "IndicesTensor", "UpdatesTensor", "OutputTensor"};

constexpr strew_vocabulary words = {sizeof(strew_vocabulary),
                                    1,
                                    phrases,
                                    std::size(phrases),
                                    type_name,
                                    nullptr,
                                    operands,
                                    std::size(operands),
                                    nullptr,
                                    STREW_TEXT_RULE | STREW_TEXT_OPERAND,
                                    &general_words};

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
  put_into_words(made.record, words);
  return made;
}

strew_error& last_error() {
  static thread_local strew_error record = STREW_ERROR_INIT;
  return record;
}

std::string_view tensor_name(std::int32_t operand) {
  return operand < 0 || operand > STREW_OPERAND_OUTPUT ? "" : operands[operand];
}

}  // namespace strew::frontends::directml
