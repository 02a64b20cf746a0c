// Texts that the C++ API returns. They convert to std::string, whose header takes longer to compile than all of this
// API.
#ifndef STREW_STRING_HPP
#define STREW_STRING_HPP

#include <concepts>
#include <cstddef>
#include <string_view>

#include "strew/bytes.hpp"
#include "strew/config.hpp"

namespace STREW_NAMESPACE {

namespace detail {

// std::string, whatever its allocator.
template <class S>
concept string_class = requires(const char* begin, std::size_t size) {
  typename S::allocator_type;
  requires std::same_as<typename S::value_type, char>;
  S(begin, size);
};

}  // namespace detail

// A text that owns its characters: std::string text = plan.describe(); or std::cout << plan.describe().
class text {
 public:
  text() = default;
  explicit text(std::string_view from) : characters_(from.size() + 1) {
    for (std::size_t i = 0; i < from.size(); ++i) characters_.data()[i] = from[i];
    characters_.data()[from.size()] = '\0';
  }

  // `write(characters, capacity)` as functions of C that return a text: it returns the length, and writes a final 0.
  template <class Write>
  static text written_by(const Write& write) {
    text made;
    made.characters_ = detail::bytes(write(nullptr, std::size_t{0}) + 1);
    write(made.characters_.data(), made.characters_.size());
    return made;
  }

  std::size_t size() const noexcept { return characters_.size() == 0 ? 0 : characters_.size() - 1; }
  bool empty() const noexcept { return size() == 0; }
  const char* c_str() const noexcept { return characters_.size() == 0 ? "" : characters_.data(); }
  std::string_view view() const noexcept { return {c_str(), size()}; }

  // As of a std::string_view, whose npos is returned if the words do not occur.
  std::size_t find(std::string_view words, std::size_t from = 0) const noexcept { return view().find(words, from); }

  operator std::string_view() const noexcept { return view(); }
  template <detail::string_class S>
  operator S() const {
    return S(c_str(), size());
  }

  friend bool operator==(const text& left, const text& right) noexcept { return left.view() == right.view(); }
  friend bool operator==(const text& left, std::string_view right) noexcept { return left.view() == right; }

  // To a std::ostream.
  template <class Stream>
  requires requires(Stream& to) { to.flush(); }
  friend Stream& operator<<(Stream& to, const text& from) {
    to << from.view();
    return to;
  }

 private:
  detail::bytes characters_;  // with a final 0, unless there are none
};

}  // namespace STREW_NAMESPACE

#endif
