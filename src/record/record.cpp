#include "record/record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

#include "strew/text.hpp"

namespace strew::engine {
namespace {

static_assert(static_cast<int>(status_code::internal) == STREW_STATUS_INTERNAL &&
              static_cast<int>(status_code::index) == STREW_STATUS_INDEX);
static_assert(static_cast<int>(operand::output) == STREW_OPERAND_OUTPUT);

template <std::size_t N>
void copy_text(char (&to)[N], const char* text) {
  const std::size_t whole = std::strlen(text);
  const std::size_t length = whole < N ? whole : strew::detail::whole_characters(text, N - 1);
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

// What a caller of version 1 has room for.
constexpr std::size_t first_error = offsetof(strew_error, sentence);

void copy_value(const sentence_value& from, strew_error& to, strew_error_value& made, std::size_t& numbers,
                std::size_t& letters) {
  made = {static_cast<std::int32_t>(from.kind) + STREW_VALUE_INTEGER, static_cast<std::int32_t>(from.of),
          from.is_unsigned ? 1U : 0U, from.count, static_cast<std::int64_t>(from.bits)};
  if (from.numbers != nullptr) {
    made.number = static_cast<std::int64_t>(numbers);
    made.count = std::min<std::uint64_t>(from.count, STREW_ERROR_NUMBERS - numbers);
    std::copy_n(from.numbers, made.count, to.numbers + numbers);
    numbers += static_cast<std::size_t>(made.count);
  } else if (from.has_text()) {
    const std::size_t room = STREW_ERROR_TEXTS - letters;
    made.number = static_cast<std::int64_t>(letters);
    if (from.count > room) made.count = strew::detail::whole_characters(from.text, room);
    std::copy_n(from.text, made.count, to.texts + letters);
    letters += static_cast<std::size_t>(made.count);
  }
}

void copy_sentence(const told_sentence& from, strew_error& to) {
  to.sentence = from.text.data();  // a literal: it ends with a 0
  to.sentence_number = number_of(from.text);
  to.value_count = static_cast<std::uint32_t>(from.values.size());
  std::size_t numbers = 0, letters = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(from.values.size(), STREW_ERROR_VALUES); ++i)
    copy_value(from.values[i], to, to.values[i], numbers, letters);
}

sentence_value value_of(const strew_error& error, const strew_error_value& given) {
  sentence_value made;
  made.kind = static_cast<sentence_value::value_kind>(given.kind - STREW_VALUE_INTEGER);
  made.of = static_cast<operand>(given.operand);
  made.is_unsigned = given.is_unsigned != 0;
  made.count = given.count;
  made.bits = static_cast<std::uint64_t>(given.number);
  if (given.kind == STREW_VALUE_LIST || given.kind == STREW_VALUE_TUPLE) made.numbers = error.numbers + given.number;
  if (made.has_text()) made.text = error.texts + given.number;
  return made;
}

bool is_within(const strew_error_value& given, std::uint64_t places) {
  const auto begin = static_cast<std::uint64_t>(given.number);
  return begin <= places && given.count <= places - begin;
}

// Of a record that the library made this is so; another one is not read.
bool is_whole(const strew_error_value& given) {
  switch (given.kind) {
    case STREW_VALUE_INTEGER:
    case STREW_VALUE_TYPE:
    case STREW_VALUE_OPERAND:
      return true;
    case STREW_VALUE_LIST:
    case STREW_VALUE_TUPLE:
      return is_within(given, STREW_ERROR_NUMBERS);
    case STREW_VALUE_TEXT:
    case STREW_VALUE_WORDS:
      return is_within(given, STREW_ERROR_TEXTS);
    default:
      return false;
  }
}

rule rule_named(std::string_view name) {
  for (std::size_t n = 0; n < rule_count(); ++n)
    if (name == name_of(static_cast<rule>(n))) return static_cast<rule>(n);
  return rule::IN1;
}

std::shared_ptr<const told_sentence> told_of(const strew_error& error) {
  if (!has_sentence(error)) return nullptr;
  const std::vector<sentence_value> values = values_of(error);
  return keep(error.sentence, values.data(), values.size());
}

}  // namespace

strew_status report(const failure& bad, strew_error* error) {
  const auto code = static_cast<strew_status>(status_of(bad.number));
  if (error == nullptr) return code;
  const bool is_first = error->version == 1;
  std::memset(&error->status, 0, (is_first ? first_error : sizeof *error) - offsetof(strew_error, status));
  error->status = code;
  error->operand = static_cast<std::int32_t>(bad.where);
  copy_text(error->rule, name_of(bad.number));
  // A failure created without available memory has no text of its own.
  copy_text(error->message, bad.message.empty() ? text_of(bad.number) : bad.message.c_str());
  const bool is_of_index = bad.number == rule::IX1 || bad.number == rule::IX2 || bad.number == rule::OF1;
  STREW_ASSERT((bad.index != nullptr) == is_of_index);
  if (bad.index) copy_index(*bad.index, *error);
  if (!is_first && bad.told) copy_sentence(*bad.told, *error);
  return code;
}

failure failure_of(const strew_error& error) {
  failure made{rule_named(error.rule), static_cast<operand>(error.operand), error.message, nullptr, told_of(error)};
  if (made.number != rule::IX1) return made;
  auto report = std::make_shared<index_report>();
  report->position = error.position;
  report->bad_count = error.bad_count;
  report->component = error.component;
  report->extent = error.extent;
  report->low = error.allowed_low;
  report->high = error.allowed_high;
  report->window = error.window;
  for (std::uint64_t n = 0; n < error.coordinate_rank && n < STREW_ERROR_RANK; ++n)
    report->coordinates.push_back(error.coordinates[n]);
  for (std::uint64_t n = 0; n < error.tuple_depth && n < STREW_ERROR_RANK; ++n)
    report->tuple.push_back({error.tuple[n], error.tuple_negative[n] != 0});
  made.index = std::move(report);
  return made;
}

bool has_sentence(const strew_error& error) {
  if (!is_known_record(error) || error.version != 2 || error.sentence == nullptr) return false;
  const std::string_view text = error.sentence;
  const auto count = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '{'));
  return number_of(text) == error.sentence_number && count == error.value_count && count <= STREW_ERROR_VALUES &&
         std::all_of(error.values, error.values + count, is_whole);
}

std::vector<sentence_value> values_of(const strew_error& error) {
  std::vector<sentence_value> values;
  for (std::uint32_t n = 0; n < error.value_count; ++n) values.push_back(value_of(error, error.values[n]));
  return values;
}

}  // namespace strew::engine
