// Conversion of failures to error records.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "api/report.hpp"
#include "strew/text.hpp"

namespace strew::engine::api {
namespace {

static_assert(static_cast<int>(status_code::internal) == STREW_STATUS_INTERNAL &&
              static_cast<int>(status_code::index) == STREW_STATUS_INDEX);
static_assert(static_cast<int>(operand::output) == STREW_OPERAND_OUTPUT);

template <std::size_t N>
void copy_text(char (&to)[N], const char* text) {
  const std::size_t whole = std::strlen(text);
  const std::size_t length = whole < N ? whole : detail::whole_characters(text, N - 1);
  std::memcpy(to, text, length);
  to[length] = '\0';
}

void copy_index(const index_report& from, strew_error& to) {
  to.position = from.position;
  to.other_position = from.other_position;
  to.bad_count = from.bad_count;
  to.component = from.component;
  to.extent = from.extent;
  to.allowed_low = from.low;
  to.allowed_high = from.high;
  to.window = from.window;
  to.coordinate_rank = from.coordinates.size();
  to.tuple_depth = from.tuple.size();
  constexpr std::size_t room = STREW_ERROR_RANK;
  for (std::size_t i = 0; i < std::min(from.coordinates.size(), room); ++i) to.coordinates[i] = from.coordinates[i];
  for (std::size_t i = 0; i < std::min(from.tuple.size(), room); ++i) {
    to.tuple[i] = from.tuple[i].bits;
    to.tuple_negative[i] = from.tuple[i].negative ? 1 : 0;
  }
}

}  // namespace

strew_status report(const failure& bad, strew_error* error) {
  const auto code = static_cast<strew_status>(status_of(bad.number));
  if (error == nullptr) return code;
  *error = strew_error STREW_ERROR_INIT;
  error->status = code;
  error->operand = static_cast<std::int32_t>(bad.where);
  copy_text(error->rule, name_of(bad.number));
  // A failure created without available memory has no text of its own.
  copy_text(error->message, bad.message.empty() ? text_of(bad.number) : bad.message.c_str());
  const bool is_of_index = bad.number == rule::IX1 || bad.number == rule::IX2 || bad.number == rule::OF1;
  STREW_ASSERT((bad.index != nullptr) == is_of_index);
  if (bad.index) copy_index(*bad.index, *error);
  return code;
}

strew_status report_ok(strew_error* error) {
  if (error != nullptr) error->status = STREW_STATUS_OK;
  return STREW_STATUS_OK;
}

}  // namespace strew::engine::api
