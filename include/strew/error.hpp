// The error record, and the exceptions that contain it.
#ifndef STREW_ERROR_HPP
#define STREW_ERROR_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string_view>

#include "strew/config.hpp"
#include "strew/numbers.hpp"
#include "strew/sentence.hpp"
#include "strew/strew.h"
#include "strew/string.hpp"
#include "strew/text.hpp"
#if !STREW_HAS_EXCEPTIONS
#include <cstdio>
#include <cstdlib>
#endif

namespace STREW_NAMESPACE {

// Kinds of failure, in the order in which they are checked: the first one is reported.
enum class status : strew_status {
  ok = STREW_STATUS_OK,
  pointer = STREW_STATUS_POINTER,
  type = STREW_STATUS_TYPE,
  attribute = STREW_STATUS_ATTRIBUTE,
  shape = STREW_STATUS_SHAPE,
  size = STREW_STATUS_SIZE,
  overlap = STREW_STATUS_OVERLAP,
  index = STREW_STATUS_INDEX,
  memory = STREW_STATUS_MEMORY,
  cancelled = STREW_STATUS_CANCELLED,  // the only status after which the output is unspecified
  internal = STREW_STATUS_INTERNAL
};

// The operand an error is about.
enum class operand : std::int32_t {
  none = STREW_OPERAND_NONE,
  data = STREW_OPERAND_DATA,
  indices = STREW_OPERAND_INDICES,
  updates = STREW_OPERAND_UPDATES,
  output = STREW_OPERAND_OUTPUT,
  from = STREW_OPERAND_FROM,          // of a problem: the indices of updates
  weights = STREW_OPERAND_WEIGHTS,    // of segment_reduce, and of a problem
  segments = STREW_OPERAND_SEGMENTS,  // of segment_reduce, segment_scan, sddmm
  base = STREW_OPERAND_BASE,          // of segment_reduce
  right = STREW_OPERAND_RIGHT,        // of sddmm
  scales = STREW_OPERAND_SCALES,      // of gather_block_quantized and segment_reduce, as are the next two
  zero_points = STREW_OPERAND_ZERO_POINTS,
  codebook = STREW_OPERAND_CODEBOOK,
  arg = STREW_OPERAND_ARG,  // of segment_reduce, as is count
  count = STREW_OPERAND_COUNT
};

// One member of an index tuple as it was stored, before negatives are counted from the end.
struct stored_index {
  std::uint64_t bits;  // sign-extended if the index type is signed
  bool is_negative;

  // The number in decimal, of either sign.
  strew::text text() const {
    detail::sentence digits;
    is_negative ? digits << static_cast<std::int64_t>(bits) : digits << bits;
    return strew::text(digits.view());
  }
};

template <class T>
class result;

// A failure with all its values. A plain value: copying it neither allocates nor throws.
// The index fields (position ... stored) are valid only if code() is status::index.
class error_record {
 public:
  explicit error_record(const strew_error& record) noexcept : record_(record) {}

  // A failure detected by the C++ API itself: message and rule number are truncated to the size of the record.
  error_record(status code, std::string_view sentence, std::string_view rule = {},
               strew::operand about = strew::operand::none) noexcept
      : record_(STREW_ERROR_INIT) {
    record_.status = static_cast<strew_status>(code);
    record_.operand = static_cast<std::int32_t>(about);
    constexpr std::size_t room = sizeof record_.message - 1;
    copy(sentence.substr(0, room), record_.message);
    if (sentence.size() > room) record_.message[detail::whole_characters(record_.message, room)] = '\0';
    copy(rule.substr(0, sizeof record_.rule - 1), record_.rule);
  }

  status code() const noexcept { return static_cast<status>(record_.status); }
  strew::operand operand() const noexcept { return static_cast<strew::operand>(record_.operand); }

  // The number of the broken rule, such as "ND3"; empty if no numbered rule was broken.
  std::string_view rule() const noexcept { return record_.rule; }

  // One sentence with the values, UTF-8.
  std::string_view message() const noexcept { return record_.message; }

  // The same for functions of C.
  const char* what() const noexcept { return record_.message; }

  // Row-major number of the first bad position in the index shape without the tuple dimension.
  std::uint64_t position() const noexcept { return record_.position; }

  // For rule "IX2" only, when duplicates are refused: the first position that wrote a cell also written by position().
  // Numbered like position().
  std::uint64_t other_position() const noexcept { return record_.other_position; }

  // Number of bad positions.
  std::uint64_t count() const noexcept { return record_.bad_count; }

  // The first bad member of that position's tuple.
  std::uint64_t component() const noexcept { return record_.component; }

  // Extent, in elements, of the dimension that this member addresses.
  std::int64_t extent() const noexcept { return record_.extent; }

  // Places that the member covers along that dimension: 1 except in operators with windows.
  std::int64_t window() const noexcept { return record_.window; }

  // The values that were allowed, both ends included; none is allowed if high < low. With low < 0, where negatives
  // count from the end, values in (-window(), 0) are not allowed.
  std::int64_t allowed_low() const noexcept { return record_.allowed_low; }
  std::int64_t allowed_high() const noexcept { return record_.allowed_high; }

  // position() as coordinates; only the first STREW_ERROR_RANK are listed.
  template <class Span = std::span<const std::int64_t>>  // compiled only where it is called
  Span coordinates() const noexcept {
    return {record_.coordinates, listed(record_.coordinate_rank)};
  }

  // Members of the tuple at position(); only the first STREW_ERROR_RANK are listed.
  std::size_t tuple_size() const noexcept { return listed(record_.tuple_depth); }
  stored_index tuple(std::size_t member) const noexcept {
    return {record_.tuple[member], record_.tuple_negative[member] != 0};
  }

  // The record of the C ABI.
  const strew_error& native() const noexcept { return record_; }

 private:
  template <class T>
  friend class result;

  // What a call needs to be set. Only a failure writes the rest, of more than 1 KiB, which costs more than small calls.
  struct of_no_failure {};
  explicit error_record(of_no_failure) noexcept {
    record_.struct_size = sizeof record_;
    record_.version = 2;
    record_.status = STREW_STATUS_OK;
  }

  static void copy(std::string_view from, char* to) noexcept {
    for (const char letter : from) *to++ = letter;
  }
  static std::size_t listed(std::uint64_t whole) noexcept {
    constexpr std::size_t most = STREW_ERROR_RANK;
    return whole < most ? detail::cast<std::size_t>(whole) : most;
  }

  strew_error record_;
};

// Thrown by every throwing form. The output is byte for byte unchanged, unless code() is status::cancelled or the
// execution discards it (on_error::discard).
class error : public std::exception {
 public:
  explicit error(const error_record& record) noexcept : record_(record) {}

  // The message: one sentence with the values.
  const char* what() const noexcept override { return record_.what(); }

  status code() const noexcept { return record_.code(); }
  const error_record& record() const noexcept { return record_; }

 private:
  error_record record_;
};

// An index outside its extent under out_of_bounds::error, whose record() contains position, tuple, member and range;
// or, under duplicates::error, two positions that write one cell, both of which record() contains.
class index_error : public error {
 public:
  using error::error;
};

#if STREW_HAS_EXCEPTIONS
// Throws the exception for the record: index_error for status::index, else error.
[[noreturn]] inline void raise(const error_record& record) {
  if (record.code() == status::index) throw index_error(record);
  throw error(record);
}
#endif

namespace detail {

// A view that cannot be made. Without exceptions this ends the program, as it would in a container of the standard
// library.
[[noreturn]] inline void refuse(const error_record& record) {
#if STREW_HAS_EXCEPTIONS
  raise(record);
#else
  std::fprintf(stderr, "strew: %s\n", record.what());
  std::abort();
#endif
}

}  // namespace detail

}  // namespace STREW_NAMESPACE

#endif
