#include "bnns/last_error.hpp"

#include <cstddef>
#include <iterator>

#include "common/vocabulary.hpp"

namespace strew::frontends::bnns {
namespace {

constexpr const char* type_words[] = {nullptr,  "Boolean", "Int8",   "Int16",   "Int32",    "Int64",   "UInt8",
                                      "UInt16", "UInt32",  "UInt64", "Float16", "BFloat16", "Float32", "Float64"};
const char* type_name(void*, strew_dtype type, std::int32_t) {
  return type < std::size(type_words) ? type_words[type] : nullptr;
}
constexpr strew_phrase phrases[] = {
    {"batch extent {} is {}, that of data is {}", "the size of batch dimension {0} is {1}, that of <data> is {2}"},
    {"batch_dims {} + index depth {} exceed the rank {} of data",
     "batch_dims {0} + tuple length {1} exceeds the dimension count {2} of <data>"},
    {"batch_dims 0 + index depth {} exceed the rank {} of data",
     "tuple length {0} exceeds the dimension count {1} of <data>"},
    {"axis {} of extent {}", "axis {0} of size {1}"},
    {"data of rank", "<data> of dimension count"},
    {"indices of rank", "indices of dimension count"},
};
constexpr strew_vocabulary shared = {
    sizeof(strew_vocabulary), 1, phrases, std::size(phrases), nullptr, nullptr, nullptr, 0, nullptr, 0, &general_words};

// A scatter works in place: the engine's data are the output.
constexpr strew_phrase of_gather[] = {{"data", "input"}}, of_scatter[] = {{"data", "output"}, {"updates", "input"}};
constexpr const char* operands_of_gather[] = {"", "input", "indices", nullptr, "output"};
constexpr const char* operands_of_scatter[] = {"", "output", "indices", "input", "output"};

template <std::size_t Phrases, std::size_t Operands>
constexpr strew_vocabulary words_of(const strew_phrase (&own)[Phrases], const char* const (&operands)[Operands]) {
  return {sizeof(strew_vocabulary),
          1,
          own,
          Phrases,
          type_name,
          nullptr,
          operands,
          Operands,
          nullptr,
          STREW_TEXT_RULE | STREW_TEXT_OPERAND,
          &shared};
}
constexpr strew_vocabulary words_of_gather = words_of(of_gather, operands_of_gather);
constexpr strew_vocabulary words_of_scatter = words_of(of_scatter, operands_of_scatter);

}  // namespace

strew_error& last_error() {
  thread_local strew_error last = STREW_ERROR_INIT;
  return last;
}

int conclude(strew_status status, bool is_scatter) {
  if (status == STREW_STATUS_OK) return 0;
  put_into_words(last_error(), is_scatter ? words_of_scatter : words_of_gather);
  return -1;
}

int conclude(const strew_error& failure) {
  last_error() = failure;
  return -1;
}

}  // namespace strew::frontends::bnns

int strew_bnns_last_error(strew_error* record) {
  // Of a success the engine sets only the status: what an earlier failure left is not copied.
  static constexpr strew_error none = STREW_ERROR_INIT;
  const strew_error& last = strew::frontends::bnns::last_error();
  return strew::frontends::copy_record(last.status == STREW_STATUS_OK ? none : last, record) ? 0 : -1;
}
