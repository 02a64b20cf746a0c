#include "files/npz.hpp"

#include <algorithm>
#include <utility>

#include "files/members.hpp"
#include "files/npy.hpp"
#include "files/zip_archive.hpp"

namespace strew::files {
namespace {

constexpr std::string_view npy_suffix = ".npy";

struct opened_archive {
  input_file file;
  zip_archive archive;
  std::vector<std::string> names;  // of the arrays
};

std::string array_of(const std::string& entry) {
  return entry.ends_with(npy_suffix) ? entry.substr(0, entry.size() - npy_suffix.size()) : entry;
}

result<opened_archive> open_archive(const array_name& name, const open_options& options) {
  if (options.rights != access::read) {
    return failure{failure_kind::usage,
                   "members of a .npz file are not written in place: the archive has checksums of them"};
  }
  result<input_file> file = input_file::open(name.file, options.hooks, access::read_anywhere);
  if (!file) return file.error();
  result<zip_archive> archive = zip_archive::open(*file, options.hooks);
  if (!archive) return archive.error();
  std::vector<std::string> names;
  for (const std::string& entry : archive->names()) names.push_back(array_of(entry));
  return opened_archive{std::move(*file), std::move(*archive), std::move(names)};
}

// "a.npy" is accepted for the array a.
std::string wanted_name(const opened_archive& opened, const std::string& member) {
  const bool is_there = std::find(opened.names.begin(), opened.names.end(), member) != opened.names.end();
  return is_there ? member : array_of(member);
}

// A stored member is a part of the file, which can be mapped.
maybe_failure point_into(file_array& array) {
  if (array.is_packed()) return std::nullopt;
  const std::optional<std::uint64_t> place = zip_archive::place_of(*array.member);
  if (!place || *place > array.source.size() || array.offset + array.payload_bytes > array.source.size() - *place) {
    array.encoding = "stored";
    return std::nullopt;
  }
  array.offset += *place;
  return array.source.narrow(array.offset, array.payload_bytes);
}

result<file_array> open_array(const zip_archive& archive, std::size_t number) {
  result<zip_archive::member_bytes> member = archive.read(number);
  if (!member) return member.error();
  file_array array;
  array.member = std::move(member->source);
  if (member->is_deflated) array.encoding = "deflated";
  result<npy_header> header = read_npy_header(*array.member);
  if (!header) return header.error();
  if (auto error = take_npy_header(std::move(*header), *array.member, "member", array)) return *error;
  return array;
}

failure of_member(const std::string& name, failure error) {
  error.message = engine::formatted("member '{}': {}", name, error.message);
  return error;
}

}  // namespace

result<file_array> open_npz(const array_name& name, const open_options& options) {
  result<opened_archive> opened = open_archive(name, options);
  if (!opened) return opened.error();
  const result<std::size_t> chosen = choose_member(opened->names, wanted_name(*opened, name.member), "member");
  if (!chosen) return chosen.error();
  result<file_array> array = open_array(opened->archive, *chosen);
  if (!array) return of_member(opened->names[*chosen], array.error());
  array->member_name = opened->names[*chosen];
  array->source = std::move(opened->file);
  if (auto error = point_into(*array)) return *error;
  return array;
}

result<std::vector<member_entry>> list_npz(const array_name& name, const open_options& options) {
  const result<opened_archive> opened = open_archive(name, options);
  if (!opened) return opened.error();
  std::vector<member_entry> members;
  for (std::size_t i = 0; i < opened->names.size(); ++i) {
    member_entry& entry = members.emplace_back();
    entry.member = opened->names[i];
    result<file_array> array = open_array(opened->archive, i);
    if (!array) {
      entry.error = array.error();
      continue;
    }
    entry.type = std::move(array->type);
    entry.extents = std::move(array->extents);
    entry.payload_bytes = array->payload_bytes;
  }
  return members;
}

}  // namespace strew::files
