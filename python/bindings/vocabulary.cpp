#include "vocabulary.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cstdint>
#include <iterator>

#include "strew/words.hpp"

namespace strew::python {
namespace {

constexpr strew_phrase phrases[] = {
    {"its extents are", "its shape is"},
    {"their extents are", "their shape is"},
    {"its extents {} differ from", "its shape {0} differs from"},
    {"the product of its extents", "the product of its sizes"},
    {"the extents", "the shape"},
    {"the extents of the updates", "the shape of the updates"},
    {"batch extent {} is {}, that of data is {}", "batch axis {0} is of size {1}, that of data is of size {2}"},
    {"batching extent {} is {}, that of the operand is {}",
     "batch axis {0} is of size {1}, that of the operand is of size {2}"},
    {"extent {} is {}", "axis {0} is of size {1}"},
    {"slice size {} is {}, the extent is {}", "slice size {0} is {1}, axis {0} is of size {2}"},
    {"over extent {}", "over an axis of size {0}"},
    {"of extent {}", "of an axis of size {0}"},
    {"an extent of {}", "an axis of size {0}"},
    {"axis {} of extent {}", "axis {0} of size {1}"},
};
constexpr const char* operands[] = {""};

// Names of records, by operand.
using record_names = std::array<std::string, STREW_OPERAND_COUNT + 1>;

const char* type_name(void* context, strew_dtype type, std::int32_t operand) {
  if (const char* name = numpy_name(type)) return name;
  const auto& names = *static_cast<const record_names*>(context);
  const auto place = static_cast<std::size_t>(operand);
  return type == STREW_DTYPE_OPAQUE && place < names.size() && !names[place].empty() ? names[place].c_str() : nullptr;
}

}  // namespace

const char* numpy_name(strew_dtype type) {
  return type != STREW_DTYPE_OPAQUE && type < std::size(words::numpy_types) ? words::numpy_types[type] : nullptr;
}

strew_dtype type_named(const std::string& name) {
  strew_dtype type = STREW_DTYPE_BOOL;
  while (numpy_name(type) != nullptr && numpy_name(type) != name) ++type;
  return numpy_name(type) == nullptr ? strew_dtype{STREW_DTYPE_OPAQUE} : type;
}

std::string spoken(const strew_error& record, const nb::dict& types) {
  constexpr const char* subjects[] = {"",       "data",        "indices",  "updates", "output",
                                      "from",   "weights",     "segments", "base",    "right",
                                      "scales", "zero_points", "codebook", "arg",     "count"};
  record_names names;
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (types.contains(subjects[i])) names[i] = nb::cast<std::string>(types[subjects[i]]);
  }
  strew_vocabulary words = STREW_VOCABULARY_INIT;
  words.phrases = phrases;
  words.phrase_count = std::size(phrases);
  words.type_name = &type_name;
  words.context = &names;
  words.operands = operands;
  words.operand_count = std::size(operands);
  words.brackets = "()";
  std::string text(strew_error_text(&record, &words, nullptr, 0) + 1, '\0');
  strew_error_text(&record, &words, text.data(), text.size());
  text.pop_back();
  return text;
}

}  // namespace strew::python
