#include "files/safetensors.hpp"

#include <algorithm>
#include <utility>

#include "files/members.hpp"
#include "files/safetensors_header.hpp"
#include "files/shape_bytes.hpp"
#include "files/type_names.hpp"
#include "files/utf8.hpp"

namespace strew::files {
namespace {

struct opened_file {
  input_file file;
  safetensors_header header;
};

result<opened_file> open_file(const array_name& name, const open_options& options) {
  result<input_file> file = input_file::open(name.file, options.hooks, in_any_order(options.rights));
  if (!file) return file.error();
  result<safetensors_header> header = read_safetensors_header(*file);
  if (!header) return header.error();
  return opened_file{std::move(*file), std::move(*header)};
}

// Type and size of a tensor, checked against its place.
result<npy_type> checked_type(const tensor_entry& tensor) {
  result<npy_type> type = type_of_safetensors(tensor.dtype);
  if (!type) return refused("tensor '{}': {}", tensor.name, type.error().message);
  const result<std::uint64_t> bytes = shape_bytes(type->element_bytes, tensor.extents);
  if (!bytes) return refused("tensor '{}': {}", tensor.name, bytes.error().message);
  if (tensor.end - tensor.begin == *bytes) return type;
  return refused("tensor '{}': {} of {} require {} bytes, its data_offsets {} and {} have {}", tensor.name,
                 shape_text(tensor.extents), tensor.dtype, *bytes, tensor.begin, tensor.end, tensor.end - tensor.begin);
}

}  // namespace

result<file_array> open_safetensors(const array_name& name, const open_options& options) {
  result<opened_file> opened = open_file(name, options);
  if (!opened) return opened.error();
  const std::vector<tensor_entry>& tensors = opened->header.tensors;
  std::vector<std::string> names;
  names.reserve(tensors.size());
  for (const tensor_entry& tensor : tensors) names.push_back(tensor.name);
  const result<std::size_t> chosen = choose_member(names, name.member, "tensor");
  if (!chosen) return chosen.error();
  const tensor_entry& tensor = tensors[*chosen];
  result<npy_type> type = checked_type(tensor);
  if (!type) return type.error();
  file_array array;
  array.offset = opened->header.header_bytes + tensor.begin;
  array.payload_bytes = tensor.end - tensor.begin;
  array.source = std::move(opened->file);
  if (auto error = array.source.narrow(array.offset, array.payload_bytes)) return *error;
  array.type = std::move(*type);
  array.extents = tensor.extents;
  array.member_name = tensor.name;
  return array;
}

result<std::vector<member_entry>> list_safetensors(const array_name& name, const open_options& options) {
  const result<opened_file> opened = open_file(name, options);
  if (!opened) return opened.error();
  std::vector<member_entry> members;
  for (const tensor_entry& tensor : opened->header.tensors) {
    member_entry& entry = members.emplace_back();
    entry.member = tensor.name;
    result<npy_type> type = checked_type(tensor);
    if (!type) {
      entry.error = type.error();
      continue;
    }
    entry.type = std::move(*type);
    entry.extents = tensor.extents;
    entry.payload_bytes = tensor.end - tensor.begin;
  }
  return members;
}

result<array_frame> frame_safetensors(const array_name& name, const array_content& content, const transfer_hooks&) {
  const std::string member = name.member.empty() ? std::string(default_member) : name.member;
  const std::string dtype = safetensors_name(content.type);
  if (dtype.empty()) {
    return failure{failure_kind::usage, engine::formatted("a .safetensors file has no name for elements of the type {}",
                                                          content.type.descr)};
  }
  if (!is_utf8(member) || member == "__metadata__") {
    return failure{failure_kind::usage, engine::formatted("'{}' cannot be the name of a tensor", member)};
  }
  return array_frame{safetensors_header_text(member, dtype, content.extents, content.elements.size()), {}};
}

}  // namespace strew::files
