#include "files/onnx_external.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "files/platform/status.hpp"
#include "files/shape_bytes.hpp"
#include "platform/paths.hpp"
#include "strew_onnx.pb.h"

namespace strew::files {
namespace {

struct external_place {
  std::string location;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;
  bool has_checksum = false;
};

result<std::uint64_t> decimal_number(const std::string& key, const std::string& text) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, status] = std::from_chars(text.data(), last, number);
  if (status == std::errc() && end == last) return number;
  return refused("the {} of its external data is '{}', not a number of bytes", key, text);
}

maybe_failure take_entry(const onnx_files::Entry& entry, external_place& place) {
  const std::string& key = entry.key();
  if (key == "location") place.location = entry.value();
  if (key == "checksum") place.has_checksum = true;
  if (key != "offset" && key != "length") return std::nullopt;
  const result<std::uint64_t> number = decimal_number(key, entry.value());
  if (!number) return number.error();
  if (key == "offset") {
    place.offset = *number;
  } else {
    place.length = *number;
  }
  return std::nullopt;
}

// Refuses what leads out of a folder by its text alone.
maybe_failure check_location_text(const std::string& location) {
  if (location.empty()) return refused("its external data have no location");
  if (location.find('\0') != std::string::npos) return refused("the location of its external data has a null byte");
  if (platform::path_of(location).has_root_path()) {
    return refused("its external data are in '{}', an absolute path; a location is relative to the folder of the file",
                   location);
  }
  std::string_view rest = location;
  while (!rest.empty()) {
    const std::size_t slash = std::min(rest.find_first_of(platform::separators), rest.size());
    if (rest.substr(0, slash) == "..") {
      return refused("its external data are in '{}', which leads out of the folder of the file by '..'", location);
    }
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  return std::nullopt;
}

result<external_place> place_of_entries(const onnx_files::Tensor& tensor) {
  external_place place;
  std::set<std::string_view> keys;
  for (const onnx_files::Entry& entry : tensor.external_data()) {
    if (!keys.insert(entry.key()).second) return refused("its external data have the key '{}' twice", entry.key());
    if (auto error = take_entry(entry, place)) return *error;
  }
  if (auto error = check_location_text(place.location)) return *error;
  return place;
}

failure in_external(const std::string& location, failure error) {
  error.message = engine::formatted("its external data '{}': {}", location, error.message);
  return error;
}

// With all links resolved.
result<std::string> resolved(const std::string& path) {
  std::string found = files::real_path(path);
  if (found.empty()) return system_failure("cannot be found", errno);
  return found;
}

result<std::string> path_inside(const std::string& folder, const std::string& location) {
  result<std::string> root = resolved(folder);
  if (!root) return root.error();
  result<std::string> file = resolved(folder + "/" + location);
  if (!file) return file.error();
  if (platform::separators.find(root->back()) == std::string_view::npos) *root += platform::separators.front();
  if (file->starts_with(*root)) return file;
  return refused("a link leads out of the folder of the file, to '{}'", *file);
}

result<input_file> open_inside(const std::string& folder, const std::string& location, const open_options& options) {
  const result<std::string> path = path_inside(folder, location);
  if (!path) return path.error();
  return input_file::open(*path, options.hooks, in_any_order(options.rights));
}

maybe_failure check_place(const external_place& place, const onnx_array& array, std::uint64_t size) {
  if (place.offset > size) return refused("has {} bytes, the elements begin at byte {}", size, place.offset);
  const std::uint64_t left = size - place.offset;
  const std::uint64_t length = place.length.value_or(left);
  if (length > left) {
    return refused("has {} bytes, too few for the {} bytes from byte {} on", size, length, place.offset);
  }
  if (length == array.payload_bytes) return std::nullopt;
  return refused("{} of {} bytes each require {} bytes, {} are there", shape_text(array.extents),
                 array.type.element_bytes, array.payload_bytes, length);
}

}  // namespace

result<file_array> open_onnx_external(const onnx_files::Tensor& tensor, onnx_array array, const std::string& folder,
                                      const open_options& options) {
  const result<external_place> place = place_of_entries(tensor);
  if (!place) return place.error();
  if (place->has_checksum && options.rights != access::read) {
    return failure{failure_kind::usage, "is not written in place: it has a checksum of its external data"};
  }
  result<input_file> file = open_inside(folder, place->location, options);
  if (!file) return in_external(place->location, file.error());
  if (auto error = check_place(*place, array, file->size())) return in_external(place->location, *error);
  if (auto error = file->narrow(place->offset, array.payload_bytes)) return in_external(place->location, *error);
  file_array made;
  made.source = std::move(*file);
  made.type = std::move(array.type);
  made.extents = std::move(array.extents);
  made.payload_bytes = array.payload_bytes;
  made.offset = place->offset;
  return made;
}

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.find_last_of(platform::separators);
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

}  // namespace strew::files
