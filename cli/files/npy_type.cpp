#include "files/npy_type.hpp"

#include <bit>
#include <charconv>
#include <set>
#include <string_view>

namespace strew::files {
namespace {

// Of this library: .safetensors, raw files and those of ONNX are read and written as they lie in memory too.
static_assert(std::endian::native == std::endian::little, "'<' is taken as the byte order of this machine");

constexpr std::uint64_t widest_element = 0x7FFFFFFF;

failure refused_object() {
  return refused(
      "the elements are Python objects (descr '|O'), which a file holds as pickles: pickles run code when "
      "they are read, so strew never reads them");
}

struct type_code {
  char order = '|';
  char kind = 'V';
  std::uint64_t number = 0;
  std::string_view unit;  // "[ns]" of a date
};

result<type_code> parse_code(std::string_view text) {
  const auto unknown = [&] { return refused("the descr '{}' names no element type", text); };
  type_code code;
  std::string_view rest = text;
  if (!rest.empty() && std::string_view("<>|=").find(rest.front()) != std::string_view::npos) {
    code.order = rest.front();
    rest.remove_prefix(1);
  }
  if (rest.empty()) return unknown();
  code.kind = rest.front();
  rest.remove_prefix(1);
  if (code.kind == 'O') return refused_object();
  if (std::string_view("biufcVSUMm").find(code.kind) == std::string_view::npos) return unknown();
  const char* last = rest.data() + rest.size();
  const auto [end, status] = std::from_chars(rest.data(), last, code.number);
  if (status != std::errc() || code.number > widest_element) return unknown();
  code.unit = rest.substr(static_cast<std::size_t>(end - rest.data()));
  const bool is_date = code.kind == 'M' || code.kind == 'm';
  const bool is_unit = code.unit.size() > 2 && code.unit.front() == '[' && code.unit.back() == ']';
  if (!code.unit.empty() && !(is_date && is_unit)) return unknown();
  return code;
}

bool is_known_width(const type_code& code) {
  const std::uint64_t n = code.number;
  switch (code.kind) {
    case 'b':
      return n == 1;
    case 'i':
    case 'u':
      return n == 1 || n == 2 || n == 4 || n == 8;
    case 'f':
      return n == 1 || n == 2 || n == 4 || n == 8 || n == 12 || n == 16;
    case 'c':
      return n == 8 || n == 16 || n == 24 || n == 32;
    case 'M':
    case 'm':
      return n == 8;
    default:
      return n > 0;
  }
}

// Numbers that the arithmetic has no type for are moved as bytes.
bool is_countable(const type_code& code) {
  switch (code.kind) {
    case 'b':
    case 'i':
    case 'u':
      return true;
    case 'f':
      return code.number == 2 || code.number == 4 || code.number == 8;
    case 'c':
      return code.number == 8 || code.number == 16;
    default:
      return false;
  }
}

// Inside a record the byte order does not matter: a record only moves, and its descr moves with it.
result<npy_type> type_of_code(std::string_view text, bool inside_record) {
  result<type_code> code = parse_code(text);
  if (!code) return code.error();
  const bool is_bytes = code->kind == 'V' || code->kind == 'S';
  const std::uint64_t bytes = code->kind == 'U' ? 4 * code->number : code->number;
  if (!is_known_width(*code) || bytes > widest_element) {
    return refused("the descr '{}' names elements of {} bytes, which its kind does not have", text, bytes);
  }
  const bool has_order = bytes > 1 && !is_bytes;
  if (code->order == '>' && has_order && !inside_record) {
    return refused(
        "the elements are big-endian (descr '{}'); strew reads little-endian files: "
        "a.astype(a.dtype.newbyteorder('<')) in NumPy converts",
        text);
  }
  npy_type type;
  type.kind = is_countable(*code) ? code->kind : 'V';
  type.element_bytes = bytes;
  type.canonical = engine::formatted("{}{}{}", std::string_view(&code->kind, 1), code->number, code->unit);
  type.code = code->kind;
  if (!code->unit.empty()) type.unit = code->unit.substr(1, code->unit.size() - 2);
  type.is_big_endian = code->order == '>' && has_order;
  return type;
}

result<npy_type> type_of_record(const literal& fields);

result<npy_type> type_inside(const literal& descr) {
  if (descr.kind == literal_kind::text) return type_of_code(descr.text, true);
  if (descr.kind == literal_kind::list) return type_of_record(descr);
  return refused("a field's type is neither a string nor a list: {}", descr.source);
}

// (3,) or (2, 3) or 3 after a field's type: so many elements of it.
result<std::uint64_t> field_count(const literal& shape) {
  std::uint64_t count = 1;
  const literal* first = shape.kind == literal_kind::tuple ? shape.items.data() : &shape;
  const std::size_t rank = shape.kind == literal_kind::tuple ? shape.items.size() : 1;
  for (std::size_t i = 0; i < rank; ++i) {
    const literal& extent = first[i];
    if (extent.kind != literal_kind::integer || extent.integer < 0) {
      return refused("a field's shape is not made of extents: {}", shape.source);
    }
    if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(extent.integer), &count) || count > widest_element) {
      return refused("a field's shape is too large: {}", shape.source);
    }
  }
  return count;
}

maybe_failure add_field(const literal& field, npy_type& record, std::set<std::string_view>& names) {
  if (field.kind != literal_kind::tuple || field.items.size() < 2 || field.items.size() > 3) {
    return refused("a field is not (name, type) or (name, type, shape): {}", field.source);
  }
  // A field may carry a title: ((title, name), type).
  const literal& given = field.items[0];
  const bool is_titled = given.kind == literal_kind::tuple && given.items.size() == 2;
  const literal& name = is_titled ? given.items[1] : given;
  if (name.kind != literal_kind::text || (is_titled && given.items[0].kind != literal_kind::text)) {
    return refused("a field's name is not a string: {}", field.source);
  }
  if (!name.text.empty() && !names.insert(name.text).second) {
    return refused("the field '{}' comes twice", name.text);
  }
  result<npy_type> type = type_inside(field.items[1]);
  if (!type) return type.error();
  std::uint64_t count = 1;
  if (field.items.size() == 3) {
    result<std::uint64_t> counted = field_count(field.items[2]);
    if (!counted) return counted.error();
    count = *counted;
  }
  const std::uint64_t offset = record.element_bytes;
  // Both factors are at most 2^31, so neither the product nor the sum wraps.
  record.element_bytes += count * type->element_bytes;
  if (record.element_bytes > widest_element) return refused("a record has more than 2147483647 bytes");
  record.fields.push_back({std::string(name.text), std::move(*type), offset, count});
  return std::nullopt;
}

result<npy_type> type_of_record(const literal& fields) {
  npy_type record;
  std::set<std::string_view> names;
  for (const literal& field : fields.items) {
    if (auto error = add_field(field, record, names)) return *error;
  }
  if (record.element_bytes == 0) return refused("the descr {} has no bytes", fields.source);
  record.canonical = canonical_text(fields);
  return record;
}

}  // namespace

result<npy_type> parse_npy_type(const literal& descr) {
  if (descr.kind != literal_kind::text && descr.kind != literal_kind::list) {
    return refused("the descr is neither a string nor a list of fields: {}", descr.source);
  }
  result<npy_type> type = descr.kind == literal_kind::text ? type_of_code(descr.text, false) : type_of_record(descr);
  if (type) type->descr = std::string(descr.source);
  return type;
}

}  // namespace strew::files
