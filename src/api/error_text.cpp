// Messages of records in the words of a vocabulary.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "api/convert.hpp"
#include "api/text.hpp"
#include "record/record.hpp"

namespace strew::engine::api {
namespace {

class vocabulary_words : public wording {
 public:
  explicit vocabulary_words(const strew_vocabulary& given) : given_(given) {}

  [[nodiscard]] const char* phrase(std::string_view engine) const override {
    for (const strew_vocabulary* in = &given_; in != nullptr && is_known(*in); in = in->more) {
      for (std::uint64_t n = 0; in->phrases != nullptr && n < in->phrase_count; ++n) {
        if (in->phrases[n].engine == engine) return in->phrases[n].own;
      }
    }
    return nullptr;
  }
  [[nodiscard]] std::string type_name(const sentence_value& value) const override {
    const auto type = static_cast<strew_dtype>(value.bits);
    const char* const own = given_.type_name == nullptr
                                ? nullptr
                                : given_.type_name(given_.context, type, static_cast<std::int32_t>(value.of));
    return own != nullptr ? own : wording::type_name(value);
  }
  [[nodiscard]] const char* operand_name(operand value) const override {
    const auto number = static_cast<std::uint64_t>(value);
    const bool is_named = given_.operands != nullptr && number < given_.operand_count;
    const char* const own = is_named ? given_.operands[number] : nullptr;
    return own != nullptr ? own : wording::operand_name(value);
  }
  [[nodiscard]] const char* brackets() const override {
    return given_.brackets != nullptr ? given_.brackets : wording::brackets();
  }

 private:
  const strew_vocabulary& given_;
};

std::string text_of(const strew_error& error, const wording& words, std::uint64_t parts) {
  std::string text;
  if ((parts & STREW_TEXT_RULE) != 0) text += std::string(error.rule) + ": ";
  const std::string name = words.operand_name(static_cast<operand>(error.operand));
  if ((parts & STREW_TEXT_OPERAND) != 0 && !name.empty()) text += name + ": ";
  return text += make_sentence(error.sentence, values_of(error).data(), words);
}

}  // namespace
}  // namespace strew::engine::api

size_t strew_error_text(const strew_error* error, const strew_vocabulary* vocabulary, char* text, size_t capacity) {
  using namespace strew::engine::api;
  if (error == nullptr) return write_text("", text, capacity);
  const char* const end = std::find(error->message, error->message + sizeof error->message, '\0');
  const std::string_view message(error->message, static_cast<size_t>(end - error->message));
  const bool is_worded = vocabulary != nullptr && is_known(*vocabulary) && strew::engine::has_sentence(*error);
  try {
    if (is_worded) return write_text(text_of(*error, vocabulary_words(*vocabulary), vocabulary->parts), text, capacity);
  } catch (...) {  // there is no memory: the message is at hand
  }
  return write_text(message, text, capacity);
}
