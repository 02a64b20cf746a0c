#include "element_text.hpp"

#include <cstring>

#include "element_number.hpp"
#include "formatted.hpp"

namespace strew::cli {
namespace {

template <class T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Decimal digits that distinguish all values of f16 and of bf16.
constexpr int digits_f16 = 5;
constexpr int digits_bf16 = 4;

template <class T>
std::string complex_text(const std::byte* bytes) {
  return formatted("{}{:+}i", load<T>(bytes), load<T>(bytes + sizeof(T)));
}

std::string record_text(const std::byte* bytes, std::uint64_t element_bytes) {
  std::string text = "0x";
  for (std::uint64_t i = 0; i < element_bytes; ++i) text += formatted("{:02x}", std::to_integer<unsigned>(bytes[i]));
  return text;
}

template <class T>
std::string number_text(const std::byte* bytes) {
  return formatted("{}", load<T>(bytes));
}

}  // namespace

std::string element_text(strew_dtype dtype, const std::byte* bytes, std::uint64_t element_bytes) {
  switch (dtype) {
    case STREW_DTYPE_BOOL:
      return load<std::uint8_t>(bytes) != 0 ? "true" : "false";
    case STREW_DTYPE_I8:
      return formatted("{}", static_cast<int>(load<std::int8_t>(bytes)));
    case STREW_DTYPE_I16:
      return number_text<std::int16_t>(bytes);
    case STREW_DTYPE_I32:
      return number_text<std::int32_t>(bytes);
    case STREW_DTYPE_I64:
      return number_text<std::int64_t>(bytes);
    case STREW_DTYPE_U8:
      return formatted("{}", static_cast<unsigned>(load<std::uint8_t>(bytes)));
    case STREW_DTYPE_U16:
      return number_text<std::uint16_t>(bytes);
    case STREW_DTYPE_U32:
      return number_text<std::uint32_t>(bytes);
    case STREW_DTYPE_U64:
      return number_text<std::uint64_t>(bytes);
    case STREW_DTYPE_F16:
      return formatted("{:.{}g}", from_f16(load<std::uint16_t>(bytes)), digits_f16);
    case STREW_DTYPE_BF16:
      return formatted("{:.{}g}", from_bf16(load<std::uint16_t>(bytes)), digits_bf16);
    case STREW_DTYPE_F32:
      return number_text<float>(bytes);
    case STREW_DTYPE_F64:
      return number_text<double>(bytes);
    case STREW_DTYPE_C64:
      return complex_text<float>(bytes);
    case STREW_DTYPE_C128:
      return complex_text<double>(bytes);
    default:
      return record_text(bytes, element_bytes);
  }
}

bool is_json(strew_dtype dtype, const std::string& text) {
  if (dtype == STREW_DTYPE_OPAQUE || dtype >= STREW_DTYPE_C64) return false;  // records, pairs, floats of 8 bits
  return text.find("inf") == std::string::npos && text.find("nan") == std::string::npos;
}

}  // namespace strew::cli
