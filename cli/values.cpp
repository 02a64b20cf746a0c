#include "values.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "element_text.hpp"
#include "formatted.hpp"
#include "stored_text.hpp"

namespace strew::cli {
namespace {

constexpr std::uint64_t max_elements = 64;
constexpr std::uint64_t first_elements = 16;  // printed of a larger array
constexpr std::int64_t first_blocks = 6;      // printed of each dimension except the last of a larger array
constexpr std::uint64_t widest_opaque = 16;   // as hexadecimal digits
constexpr std::uint64_t widest_element = 1024;
constexpr std::size_t max_dimensions = 32;
constexpr std::size_t widest_value_line = 96;  // without the closing brackets
constexpr std::size_t first_indent = 2;

static_assert(max_elements * widest_element <= files::beginning_bytes);

bool is_small(const files::file_array& array) {
  return array.payload_bytes / array.type.element_bytes <= max_elements;
}

bool has_meaning(const file_operand& found) {
  return found.has_own_type && is_meaningful(found.array.type);
}

bool is_printable(const file_operand& found) {
  const files::file_array& array = found.array;
  return array.type.element_bytes <= (has_meaning(found) ? widest_element : widest_opaque) &&
         array.extents.size() <= max_dimensions;
}

class printer {
 public:
  printer(const file_operand& found, bool is_for_json)
      : found_(found), is_for_json_(is_for_json), width_(found.array.type.element_bytes) {
    const std::uint64_t payload = found.array.payload_bytes;
    readable_ = is_small(found.array) ? payload : first_elements * width_;
    std::int64_t stride = static_cast<std::int64_t>(width_);
    strides_ = found.array.strides;
    if (!strides_.empty()) return;
    strides_.resize(extents().size());
    for (std::size_t i = strides_.size(); i-- > 0;) {
      strides_[i] = stride;
      stride *= extents()[i];
    }
  }

  // The text of the dimensions from `dimension` on; their first element is at `offset`.
  std::string block(std::size_t dimension, std::uint64_t offset, std::size_t indent) const {
    if (dimension == extents().size()) return element(offset);
    std::vector<std::string> inner;
    for (std::int64_t i = 0; i < extents()[dimension]; ++i) {
      const std::uint64_t at = offset + static_cast<std::uint64_t>(i * strides_[dimension]);
      const bool is_enough = !is_small(found_.array) && dimension + 1 < extents().size() && i == first_blocks;
      if (is_enough || at + width_ > readable_) {
        inner.emplace_back("...");
        break;
      }
      inner.push_back(block(dimension + 1, at, indent + 1));
    }
    return formatted("[{}]", joined(inner, dimension + 1 == extents().size(), indent + 1));
  }

 private:
  const std::vector<std::int64_t>& extents() const { return found_.array.extents; }

  std::string element(std::uint64_t offset) const {
    const std::byte* const bytes = found_.array.payload.data() + offset;
    if (has_meaning(found_)) {
      return stored_text(found_.array.type, bytes, is_for_json_ ? text_form::json : text_form::words);
    }
    std::string text = element_text(found_.dtype, bytes, width_);
    return is_for_json_ && !is_json(found_.dtype, text) ? formatted("\"{}\"", text) : text;
  }

  // On one line if that is short enough; else one block per line, or lines filled with elements.
  std::string joined(const std::vector<std::string>& inner, bool are_elements, std::size_t indent) const {
    const std::string line = join(inner, ", ");
    const bool is_short = indent + line.size() < widest_value_line && line.find('\n') == std::string::npos;
    if (is_for_json_ || is_short) return line;
    const std::string next_line = ",\n" + std::string(indent, ' ');
    if (!are_elements) return join(inner, next_line);
    std::string text;
    std::size_t used = indent;
    for (const std::string& element : inner) {
      const bool is_full = used + element.size() + 2 > widest_value_line;
      if (!text.empty()) text += is_full ? next_line : ", ";
      used = (is_full ? indent : used + 2) + element.size();
      text += element;
    }
    return text;
  }

  const file_operand& found_;
  bool is_for_json_;
  std::uint64_t width_;
  std::uint64_t readable_;  // bytes of the elements that are shown
  std::vector<std::int64_t> strides_;
};

}  // namespace

std::string values_text(const file_operand& found) {
  const files::file_array& array = found.array;
  if (array.payload_bytes == 0) return "[]";
  return is_printable(found) ? printer(found, false).block(0, 0, first_indent) : "";
}

std::string values_json(const file_operand& found) {
  const files::file_array& array = found.array;
  if (array.payload_bytes == 0) return "[]";
  return is_printable(found) && is_small(array) ? printer(found, true).block(0, 0, 0) : "";
}

}  // namespace strew::cli
