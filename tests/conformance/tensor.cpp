#include "conformance/tensor.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <stdexcept>

#include "conformance/element.hpp"

namespace strew::conformance {

namespace {

constexpr uint64_t string_width = 16;

uint64_t width_of(const std::string& type, strew_dtype dtype) {
  if (dtype != STREW_DTYPE_OPAQUE) return strew_dtype_bytes(dtype);
  return type == "string" ? string_width : 1;
}

uint64_t count_of(const shape& extents) {
  uint64_t count = 1;
  for (const int64_t extent : extents) {
    if (extent < 0) throw std::invalid_argument(fmt::format("an extent of {}", extent));
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count)) {
      throw std::invalid_argument("a shape of more than 2^64 elements");
    }
  }
  return count;
}

bool near(double expected, double actual, tolerance allowed) {
  if (std::isnan(expected) || std::isnan(actual)) return std::isnan(expected) && std::isnan(actual);
  if (expected == actual) return true;
  return std::fabs(expected - actual) <= allowed.absolute + allowed.relative * std::fabs(expected);
}

bool same_part(strew_dtype type, uint64_t expected, uint64_t actual, tolerance allowed) {
  if (expected == actual) return true;
  if (!is_float(type)) return false;
  const oracle::real_format format = format_of(type);
  const double left = format.decode(expected);
  const double right = format.decode(actual);
  if (allowed == tolerance{}) return std::isnan(left) && std::isnan(right);
  return near(left, right, allowed);
}

bool same_element(strew_dtype type, std::span<const unsigned char> expected, std::span<const unsigned char> actual,
                  tolerance allowed) {
  if (type == STREW_DTYPE_OPAQUE) return std::equal(expected.begin(), expected.end(), actual.begin());
  const size_t width = expected.size() / parts_of(type);
  for (size_t part = 0; part < parts_of(type); ++part) {
    const uint64_t left = bits_of(expected.subspan(part * width, width));
    if (!same_part(type, left, bits_of(actual.subspan(part * width, width)), allowed)) return false;
  }
  return true;
}

}  // namespace

unsigned char code_table::code_of(const json& value) {
  const bool zero = value == 0 || value == "" || value == false;
  if (zero && !(value.is_number_float() && std::signbit(value.get<double>()))) return 0;
  const std::string key = value.is_number() ? fmt::format("{}", value.get<double>()) : value.dump();
  const size_t next = codes_.size() + 1;
  const auto found = codes_.find(key);
  if (found != codes_.end()) return found->second;
  if (next > 255) throw std::invalid_argument("more than 256 values of a type that only moves");
  return codes_[key] = static_cast<unsigned char>(next);
}

strew_tensor tensor::view() const {
  strew_tensor t = STREW_TENSOR_INIT;
  t.dtype = dtype;
  t.data = const_cast<unsigned char*>(bytes.data());
  t.element_bytes = width;
  t.rank = extents.size();
  t.extents = extents.data();
  return t;
}

tensor read_tensor(const json& text, code_table& codes) {
  tensor t;
  t.type = text.at("dtype").get<std::string>();
  t.dtype = dtype_of(t.type);
  t.width = width_of(t.type, t.dtype);
  t.extents = text.at("shape").get<shape>();
  const json& values = text.at("values");
  if (count_of(t.extents) != values.size()) {
    throw std::invalid_argument(fmt::format("{} values for {} elements", values.size(), count_of(t.extents)));
  }
  t.bytes.resize(values.size() * t.width);
  for (size_t i = 0; i < values.size(); ++i) {
    const std::span<unsigned char> target = std::span(t.bytes).subspan(i * t.width, t.width);
    if (t.dtype == STREW_DTYPE_OPAQUE) {
      std::fill(target.begin(), target.end(), codes.code_of(values[i]));
    } else {
      write_element(t.dtype, values[i], target);
    }
  }
  return t;
}

tensor blank_tensor(const tensor& like, const shape& extents) {
  tensor t = like;
  t.extents = extents;
  t.bytes.assign(count_of(extents) * t.width, 0xA5);
  return t;
}

std::string difference(const tensor& expected, const tensor& actual, tolerance allowed) {
  const uint64_t width = expected.width;
  for (size_t at = 0; at < expected.bytes.size(); at += width) {
    const std::span left = std::span(expected.bytes).subspan(at, width);
    const std::span right = std::span(actual.bytes).subspan(at, width);
    if (!same_element(expected.dtype, left, right, allowed)) {
      return fmt::format("element {} is {}, expected {}", at / width, text_of(actual.dtype, right),
                         text_of(expected.dtype, left));
    }
  }
  return {};
}

}  // namespace strew::conformance
