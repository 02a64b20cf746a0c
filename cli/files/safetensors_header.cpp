#include "files/safetensors_header.hpp"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "files/escape.hpp"
#include "files/json_cursor.hpp"
#include "files/shape_bytes.hpp"

namespace strew::files {
namespace {

constexpr std::uint64_t longest_json = 100'000'000;  // as in the reference implementation
constexpr std::uint64_t length_bytes = 8;
constexpr std::size_t most_extents = 256;
constexpr std::string_view metadata_key = "__metadata__";

// Reads "[" integers "]".
maybe_failure read_integers(json_cursor& json, std::vector<std::int64_t>& into) {
  if (auto error = json.expect('[')) return error;
  if (json.take(']')) return std::nullopt;
  do {
    const result<std::int64_t> value = json.integer();
    if (!value) return value.error();
    into.push_back(*value);
    if (into.size() > most_extents) return json.unexpected("a list has more than {} numbers", most_extents);
  } while (json.take(','));
  return json.expect(']');
}

// Calls entry(key) for each member of an object, at its value.
template <class Entry>
maybe_failure read_object(json_cursor& json, const Entry& entry) {
  if (auto error = json.expect('{')) return error;
  if (json.take('}')) return std::nullopt;
  do {
    result<std::string> key = json.string();
    if (!key) return key.error();
    if (auto error = json.expect(':')) return error;
    if (auto error = entry(std::move(*key))) return error;
  } while (json.take(','));
  return json.expect('}');
}

maybe_failure read_metadata(json_cursor& json) {
  return read_object(json, [&](const std::string&) -> maybe_failure {
    const result<std::string> value = json.string();
    return value ? std::nullopt : maybe_failure(value.error());
  });
}

maybe_failure take_offsets(const tensor_entry& tensor, const std::vector<std::int64_t>& offsets) {
  if (offsets.size() == 2 && offsets[0] <= offsets[1]) return std::nullopt;
  return refused("tensor '{}': data_offsets are {}, not a beginning and an end", tensor.name, shape_text(offsets));
}

maybe_failure read_tensor(json_cursor& json, tensor_entry& tensor) {
  std::vector<std::int64_t> offsets;
  bool has_dtype = false;
  bool has_shape = false;
  bool has_offsets = false;
  const auto take_field = [&](const std::string& key) -> maybe_failure {
    bool* const is_there = key == "dtype"          ? &has_dtype
                           : key == "shape"        ? &has_shape
                           : key == "data_offsets" ? &has_offsets
                                                   : nullptr;
    if (is_there == nullptr) return refused("tensor '{}' has an unknown key '{}'", tensor.name, key);
    if (std::exchange(*is_there, true)) return refused("tensor '{}': the key '{}' comes twice", tensor.name, key);
    if (is_there == &has_shape) return read_integers(json, tensor.extents);
    if (is_there == &has_offsets) return read_integers(json, offsets);
    result<std::string> dtype = json.string();
    if (!dtype) return dtype.error();
    tensor.dtype = std::move(*dtype);
    return std::nullopt;
  };
  if (auto error = read_object(json, take_field)) return error;
  const char* const missing = !has_dtype ? "dtype" : !has_shape ? "shape" : !has_offsets ? "data_offsets" : nullptr;
  if (missing != nullptr) return refused("tensor '{}' has no key '{}'", tensor.name, missing);
  if (auto error = take_offsets(tensor, offsets)) return error;
  tensor.begin = static_cast<std::uint64_t>(offsets[0]);
  tensor.end = static_cast<std::uint64_t>(offsets[1]);
  return std::nullopt;
}

maybe_failure read_tensors(std::string_view text, std::vector<tensor_entry>& tensors) {
  json_cursor json(text);
  bool has_metadata = false;
  const auto take_tensor = [&](std::string name) -> maybe_failure {
    if (name == metadata_key) {
      if (std::exchange(has_metadata, true)) return refused("the key '{}' comes twice", name);
      return read_metadata(json);
    }
    tensor_entry& tensor = tensors.emplace_back();
    tensor.name = std::move(name);
    return read_tensor(json, tensor);
  };
  if (auto error = read_object(json, take_tensor)) return error;
  return json.expect_end();
}

maybe_failure check_names(const std::vector<tensor_entry>& tensors) {
  std::unordered_set<std::string_view> names;
  for (const tensor_entry& tensor : tensors) {
    if (!names.insert(tensor.name).second) return refused("the tensor '{}' comes twice", tensor.name);
  }
  return std::nullopt;
}

// Sorted by their beginnings.
maybe_failure check_places(const std::vector<tensor_entry>& tensors, std::uint64_t data_bytes) {
  std::uint64_t end = 0;
  for (const tensor_entry& tensor : tensors) {
    if (tensor.end > data_bytes) {
      return refused("tensor '{}' ends at byte {} of the elements, of which the file has {}", tensor.name, tensor.end,
                     data_bytes);
    }
    if (tensor.begin != end) {
      return refused("tensor '{}' begins at byte {} of the elements, {}: the one before ends at {}", tensor.name,
                     tensor.begin, tensor.begin < end ? "inside another" : "after a gap", end);
    }
    end = tensor.end;
  }
  if (end == data_bytes) return std::nullopt;
  return refused("{} bytes follow the last tensor, which ends at byte {} of the elements", data_bytes - end, end);
}

}  // namespace

result<safetensors_header> parse_safetensors_header(std::string_view text, std::uint64_t data_bytes) {
  safetensors_header header;
  if (auto error = read_tensors(text, header.tensors)) return *error;
  if (auto error = check_names(header.tensors)) return *error;
  std::sort(header.tensors.begin(), header.tensors.end(), [](const tensor_entry& left, const tensor_entry& right) {
    return std::pair(left.begin, left.end) < std::pair(right.begin, right.end);
  });
  if (auto error = check_places(header.tensors, data_bytes)) return *error;
  return header;
}

result<safetensors_header> read_safetensors_header(byte_source& file) {
  buffer bytes;
  if (file.remaining().value_or(0) < length_bytes) return refused("not a .safetensors file: too short");
  if (auto error = file.read(length_bytes, bytes)) return *error;
  std::uint64_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8 | std::to_integer<std::uint64_t>(bytes.data()[i]);
  if (length > longest_json) {
    return refused("the header says it has {} bytes; at most {} are read: is it a .safetensors file?", length,
                   longest_json);
  }
  if (auto error = file.read(length, bytes)) return *error;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  result<safetensors_header> header = parse_safetensors_header(text, *file.remaining());
  if (header) header->header_bytes = length_bytes + length;
  return header;
}

std::string safetensors_header_text(std::string_view name, std::string_view dtype,
                                    std::span<const std::int64_t> extents, std::uint64_t data_bytes) {
  std::string json = "{\"" + escaped(name, escapes::json) + "\":{";
  json += engine::formatted("\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":[0,{}]", dtype, shape_text(extents),
                            data_bytes);
  json += "}}";
  while (json.size() % length_bytes != 0) json += ' ';
  std::string out;
  for (std::size_t i = 0; i < length_bytes; ++i) out += static_cast<char>(json.size() >> (8 * i) & 0xFF);
  return out + json;
}

}  // namespace strew::files
