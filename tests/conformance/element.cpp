#include "conformance/element.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace strew::conformance {

namespace {

[[noreturn]] void refuse(const json& value, strew_dtype type) {
  throw std::invalid_argument(fmt::format("{} is no value of {}", value.dump(), strew_dtype_name(type)));
}

double number_of(const json& value, strew_dtype type) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  refuse(value, type);
}

// Two's complement, cut to the width by the writer.
uint64_t integer_of(const json& value, strew_dtype type) {
  const uint64_t bits = 8 * strew_dtype_bytes(type);
  const bool is_signed = type >= STREW_DTYPE_I8 && type <= STREW_DTYPE_I64;
  if (value.is_number_unsigned()) {
    const auto magnitude = value.get<uint64_t>();
    if (magnitude > ~uint64_t{0} >> (64 - bits + (is_signed ? 1 : 0))) refuse(value, type);
    return magnitude;
  }
  if (!value.is_number_integer() || !is_signed) refuse(value, type);
  const auto number = value.get<int64_t>();
  if (number < INT64_MIN >> (64 - bits)) refuse(value, type);
  return static_cast<uint64_t>(number);
}

uint64_t bool_of(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value == 0 || value == 1) return value == 1 ? 1 : 0;
  refuse(value, STREW_DTYPE_BOOL);
}

void write_bits(uint64_t bits, std::span<unsigned char> target) {
  for (size_t i = 0; i < target.size(); ++i) target[i] = static_cast<unsigned char>(bits >> (8 * i));
}

}  // namespace

strew_dtype dtype_of(const std::string& name) {
  static const std::map<std::string, strew_dtype> types = {
      {"bool", STREW_DTYPE_BOOL},      {"i1", STREW_DTYPE_BOOL},     {"int8", STREW_DTYPE_I8},
      {"int16", STREW_DTYPE_I16},      {"int32", STREW_DTYPE_I32},   {"int64", STREW_DTYPE_I64},
      {"uint8", STREW_DTYPE_U8},       {"uint16", STREW_DTYPE_U16},  {"uint32", STREW_DTYPE_U32},
      {"uint64", STREW_DTYPE_U64},     {"float16", STREW_DTYPE_F16}, {"bfloat16", STREW_DTYPE_BF16},
      {"float32", STREW_DTYPE_F32},    {"float64", STREW_DTYPE_F64}, {"complex64", STREW_DTYPE_C64},
      {"complex128", STREW_DTYPE_C128}};
  const auto found = types.find(name);
  if (found == types.end()) return STREW_DTYPE_OPAQUE;
  return found->second;
}

bool is_float(strew_dtype type) {
  return type >= STREW_DTYPE_F16 && type <= STREW_DTYPE_C128;
}

uint64_t parts_of(strew_dtype type) {
  return type == STREW_DTYPE_C64 || type == STREW_DTYPE_C128 ? 2 : 1;
}

oracle::real_format format_of(strew_dtype type) {
  return oracle::format_of(static_cast<oracle::element>(type));
}

uint64_t bits_of(std::span<const unsigned char> stored) {
  uint64_t bits = 0;
  for (size_t i = 0; i < stored.size(); ++i) bits |= uint64_t{stored[i]} << (8 * i);
  return bits;
}

void write_element(strew_dtype type, const json& value, std::span<unsigned char> target) {
  if (type == STREW_DTYPE_BOOL) return write_bits(bool_of(value), target);
  if (!is_float(type)) return write_bits(integer_of(value, type), target);
  const oracle::real_format format = format_of(type);
  if (parts_of(type) == 1) return write_bits(format.encode(number_of(value, type)), target);
  if (!value.is_array() || value.size() != 2) refuse(value, type);
  const size_t half = target.size() / 2;
  write_bits(format.encode(number_of(value[0], type)), target.first(half));
  write_bits(format.encode(number_of(value[1], type)), target.last(half));
}

std::string text_of(strew_dtype type, std::span<const unsigned char> stored) {
  if (type == STREW_DTYPE_OPAQUE) return fmt::format("code {}", stored[0]);
  if (is_float(type)) {
    const oracle::real_format format = format_of(type);
    const size_t part = stored.size() / parts_of(type);
    const std::string real = fmt::format("{}", format.decode(bits_of(stored.first(part))));
    return parts_of(type) == 1 ? real : fmt::format("[{}, {}]", real, format.decode(bits_of(stored.last(part))));
  }
  const uint64_t bits = bits_of(stored);
  const uint64_t unused = 64 - 8 * stored.size();
  const bool is_signed = type >= STREW_DTYPE_I8 && type <= STREW_DTYPE_I64;
  return is_signed ? fmt::format("{}", static_cast<int64_t>(bits << unused) >> unused) : fmt::format("{}", bits);
}

}  // namespace strew::conformance
