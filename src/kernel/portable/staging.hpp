// Rows one after the other, gathered in a buffer of which whole lines are stored past the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/portable/prefetch.hpp"
#include "kernel/portable/stream.hpp"

namespace strew::kernel {

constexpr std::size_t max_staged_row = max_prefetch_row;

class staging {
 public:
  // `first`: where the first row goes.
  explicit staging(std::byte* first)
      : line_(first - reinterpret_cast<std::uintptr_t>(first) % line_bytes), begin_(first), end_(first) {}

  // The place for a row that goes to `to`, no earlier than the one before it.
  std::byte* place(const std::byte* to) { return buffer_ + (to - line_); }

  // The row up to `end` is in its place.
  void add(std::byte* end) {
    end_ = end;
    if (end_ - line_ >= static_cast<std::ptrdiff_t>(staged_bytes)) store_lines();
  }

  void finish() { std::memcpy(begin_, buffer_ + (begin_ - line_), static_cast<std::size_t>(end_ - begin_)); }

 private:
  static constexpr std::size_t staged_bytes = 4096;

  void store_lines() {
    const auto whole = static_cast<std::size_t>(end_ - line_) / line_bytes * line_bytes;
    std::byte* const next = line_ + whole;
    const std::byte* from = buffer_;
    if (begin_ != line_) {  // what is before it in its line is another's
      std::memcpy(begin_, buffer_ + (begin_ - line_), line_bytes - static_cast<std::size_t>(begin_ - line_));
      line_ += line_bytes;
      from += line_bytes;
    }
    stream(line_, from, static_cast<std::size_t>(next - line_));
    std::memcpy(buffer_, buffer_ + whole, line_bytes);
    line_ = next;
    begin_ = next;
  }

  std::byte* line_;   // of the beginning of the buffer
  std::byte* begin_;  // of what is not stored yet, and its end
  std::byte* end_;
  alignas(line_bytes) std::byte buffer_[staged_bytes + max_staged_row + line_bytes];
};

}  // namespace strew::kernel
