// A short list of extents or strides.
#ifndef STREW_DIMENSIONS_HPP
#define STREW_DIMENSIONS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strew::detail {

// A fixed number of integers, held inline up to eight of them.
class dimensions {
 public:
  static constexpr std::size_t inline_count = 8;

  dimensions() = default;
  explicit dimensions(std::span<const std::int64_t> values) : count_(values.size()) {
    if (count_ > inline_count) {
      long_.assign(values.begin(), values.end());
    } else {
      std::copy(values.begin(), values.end(), short_.begin());
    }
  }

  std::size_t size() const noexcept { return count_; }
  const std::int64_t* data() const noexcept { return count_ > inline_count ? long_.data() : short_.data(); }
  std::span<const std::int64_t> values() const noexcept { return {data(), count_}; }

 private:
  std::size_t count_ = 0;
  std::array<std::int64_t, inline_count> short_{};
  std::vector<std::int64_t> long_;
};

}  // namespace strew::detail

#endif
