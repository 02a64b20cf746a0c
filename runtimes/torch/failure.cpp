#include "torch/failure.hpp"

#include <iterator>
#include <new>
#include <stdexcept>
#include <string>

#include "strew/words.hpp"

namespace strew::torch {
namespace {

// PyTorch's words: dimensions and their sizes, shapes as lists, its names of types.
constexpr strew_phrase phrases[] = {
    {"its extents are", "its shape is"},
    {"their extents are", "their shape is"},
    {"its extents {} differ from", "its shape {0} differs from"},
    {"the product of its extents", "the product of its sizes"},
    {"batch extent {} is {}, that of data is {}", "batch dimension {0} is of size {1}, that of data is of size {2}"},
    {"extent {} is {}", "dimension {0} is of size {1}"},
    {"over extent {}", "over a dimension of size {0}"},
    {"of extent {}", "of a dimension of size {0}"},
    {"axis {} of extent {}", "dimension {0} of size {1}"},
};
constexpr const char* operands[] = {""};

const char* type_name(void*, strew_dtype type, std::int32_t) {
  return type != STREW_DTYPE_OPAQUE && type < std::size(words::numpy_types) ? words::numpy_types[type] : nullptr;
}

constexpr strew_vocabulary words = {sizeof words, 1,
                                    phrases,      std::size(phrases),
                                    type_name,    nullptr,
                                    operands,     std::size(operands),
                                    nullptr,      STREW_TEXT_RULE | STREW_TEXT_OPERAND,
                                    nullptr};

}  // namespace

void check(strew_status status, const strew_error& record) {
  if (status == STREW_STATUS_OK) return;
  if (status == STREW_STATUS_MEMORY) throw std::bad_alloc();
  std::string message(strew_error_text(&record, &words, nullptr, 0) + 1, '\0');
  strew_error_text(&record, &words, message.data(), message.size());
  message.pop_back();
  if (status == STREW_STATUS_INDEX) throw std::out_of_range(message);
  throw std::runtime_error(message);
}

}  // namespace strew::torch
