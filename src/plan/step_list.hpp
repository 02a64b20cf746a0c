// The steps of a plan. Most plans have one, which takes no memory of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/assert.hpp"
#include "plan/step.hpp"

namespace strew::engine {

class step_list {
 public:
  // Once, before the first step is added.
  void reserve(std::size_t count) {
    if (count > 1) many_.reserve(count);
  }
  step& add() {
    if (many_.capacity() != 0) return many_.emplace_back();
    STREW_ASSERT(!one_);
    return one_.emplace();
  }

  [[nodiscard]] std::size_t size() const { return one_ ? 1 : many_.size(); }
  [[nodiscard]] const step* begin() const { return one_ ? &*one_ : many_.data(); }
  [[nodiscard]] const step* end() const { return begin() + size(); }
  [[nodiscard]] step* begin() { return one_ ? &*one_ : many_.data(); }
  [[nodiscard]] step* end() { return begin() + size(); }
  const step& operator[](std::size_t i) const {
    STREW_ASSERT(i < size());
    return begin()[i];
  }
  [[nodiscard]] const step& back() const { return one_ ? *one_ : many_.back(); }

 private:
  std::optional<step> one_;
  std::vector<step> many_;
};

}  // namespace strew::engine
