#include "common/vocabulary.hpp"

#include <cstddef>
#include <cstring>
#include <iterator>

#include "strew/text.hpp"

namespace strew::frontends {
namespace {

constexpr strew_phrase phrases[] = {
    {"rank", "dimension count"},
    {"its extents {} differ from", "its sizes {0} differ from"},
    {"its extents are", "its sizes are"},
    {"their extents are", "their sizes are"},
    {"the extents", "the sizes"},
    {"the extents of the updates", "the sizes of the updates"},
    {"the product of its extents", "the product of its sizes"},
    {"extent {} is {}", "the size of dimension {0} is {1}"},
    {"over extent {}", "over size {0}"},
    {"of extent {}", "of size {0}"},
    {"an extent of {}", "a size of {0}"},
    {"axis {} of extent {}", "dimension {0} of size {1}"},
    {"stride", "byte stride"},
    {"is written, but stride", "it is written, but the byte stride"},
    {"a cell", "an element"},
};

}  // namespace

constinit const strew_vocabulary general_words = {
    sizeof(strew_vocabulary), 1, phrases, std::size(phrases), nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr};

void put_into_words(strew_error& record, const strew_vocabulary& words) {
  char text[sizeof record.message + 4];  // so that the last character can be completed
  const std::size_t length = strew_error_text(&record, &words, text, sizeof text);
  const std::size_t room = sizeof record.message - 1;
  const std::size_t kept = length <= room ? length : detail::whole_characters(text, room);
  std::memcpy(record.message, text, kept);
  record.message[kept] = '\0';
}

bool copy_record(const strew_error& from, strew_error* to) {
  constexpr std::size_t first = offsetof(strew_error, sentence);
  if (to == nullptr) return false;
  const bool is_first = to->version == 1 && to->struct_size == first;
  if (!is_first && !(to->version == 2 && to->struct_size == sizeof *to)) return false;
  constexpr std::size_t head = offsetof(strew_error, status);  // the caller's own
  std::memcpy(&to->status, &from.status, (is_first ? first : sizeof from) - head);
  return true;
}

}  // namespace strew::frontends
