// The elements of an array: bytes on the heap, or a mapping of its file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "files/buffer.hpp"
#include "files/mapping.hpp"

namespace strew::files {

class elements {
 public:
  elements() = default;
  explicit elements(buffer memory) : memory_(std::move(memory)) {}
  explicit elements(mapping mapped) : mapped_(std::move(mapped)) {}
  elements(elements&&) noexcept = default;
  elements& operator=(elements&&) noexcept = default;

  std::byte* data() { return mapped_ ? mapped_->data() : memory_.data(); }
  const std::byte* data() const { return mapped_ ? mapped_->data() : memory_.data(); }
  std::size_t size() const { return mapped_ ? mapped_->size() : memory_.size(); }
  std::span<const std::byte> bytes() const { return {data(), size()}; }
  bool is_mapped() const { return mapped_.has_value(); }
  void expect_random_reads() const {
    if (mapped_) mapped_->expect_random_reads();
  }
  // Of elements that are written in their file (files/mapping.hpp).
  bool sync() const { return !mapped_ || mapped_->sync(); }
  // Only of mapped elements (files/mapping.hpp).
  bool is_lost() const { return mapped_ && mapped_->is_lost(); }

 private:
  buffer memory_;
  std::optional<mapping> mapped_;
};

}  // namespace strew::files
