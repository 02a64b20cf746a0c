#include "files/npy.hpp"

#include <algorithm>
#include <array>

#include "files/input.hpp"
#include "files/output.hpp"

namespace strew::files {
namespace {

// Of an array without elements no stride is ever used, and the products could be too large.
std::vector<std::int64_t> strides_of(const npy_header& header) {
  if (!header.is_fortran || header.payload_bytes == 0 || header.extents.size() < 2) return {};
  std::vector<std::int64_t> strides;
  std::int64_t stride = static_cast<std::int64_t>(header.type.element_bytes);
  for (const std::int64_t extent : header.extents) {
    strides.push_back(stride);
    stride *= extent;
  }
  return strides;
}

maybe_failure check_length(const npy_header& header, const input_file& file) {
  if (!file.remaining().has_value() || *file.remaining() == header.payload_bytes) return std::nullopt;
  const std::uint64_t left = *file.remaining();
  const bool is_short = left < header.payload_bytes;
  return refused("{}: the shape requires {} bytes of elements, {} are there",
                 is_short ? "the file is cut short" : "bytes follow the array", header.payload_bytes, left);
}

}  // namespace

result<npy_array> open_npy(const std::string& path, const transfer_hooks& hooks) {
  result<input_file> file = input_file::open(path, hooks);
  if (!file) return file.error();
  result<npy_header> header = read_npy_header(*file);
  if (!header) return header.error();
  if (auto error = check_length(*header, *file)) return *error;
  std::vector<std::int64_t> strides = strides_of(*header);
  return npy_array{std::move(*file), std::move(*header), std::move(strides), {}};
}

bool is_worth_mapping(const npy_array& array) {
  return array.source.remaining().has_value() && array.header.payload_bytes >= least_mapped_bytes;
}

maybe_failure load_elements(npy_array& array, loading how) {
  const std::uint64_t bytes = array.header.payload_bytes;
  if (how != loading::read && is_worth_mapping(array)) {
    const mapping_use use = how == loading::map ? mapping_use::read : mapping_use::write_privately;
    if (auto mapped = array.source.map(bytes, use)) {
      array.payload = elements(std::move(*mapped));
      return std::nullopt;
    }
  }
  buffer memory;
  if (auto error = array.source.read(bytes, memory)) return error;
  array.payload = elements(std::move(memory));
  return array.source.expect_end("the array");
}

maybe_failure load_beginning(npy_array& array) {
  const std::uint64_t bytes = array.header.payload_bytes;
  if (bytes <= beginning_bytes) return load_elements(array, loading::read);
  buffer memory;
  if (auto error = array.source.read(beginning_bytes, memory)) return error;
  array.payload = elements(std::move(memory));
  return std::nullopt;
}

maybe_failure check_whole(const npy_array& array) {
  if (!array.payload.is_mapped()) return std::nullopt;
  if (auto error = array.source.check_unchanged()) return error;
  if (!array.payload.is_lost()) return std::nullopt;
  return failure{failure_kind::system, "cannot be read: the system could not supply a part of it"};
}

maybe_failure write_npy(const std::string& path, const npy_type& type, std::span<const std::int64_t> extents,
                        std::span<const std::byte> elements, const transfer_hooks& hooks, protection guard) {
  const std::string header = npy_header_text(type, extents);
  const std::array<std::span<const std::byte>, 2> parts{std::as_bytes(std::span(header)), elements};
  return write_file(path, parts, hooks, guard);
}

}  // namespace strew::files
