#include "files/array.hpp"

#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include "files/array_name.hpp"
#include "files/formats.hpp"
#include "files/output.hpp"
#include "platform/files.hpp"

namespace strew::files {
namespace {

byte_source& source_of(file_array& array) {
  return array.member ? *array.member : array.source;
}

mapping_use use_of(loading how) {
  if (how == loading::map) return mapping_use::read;
  return how == loading::map_privately ? mapping_use::write_privately : mapping_use::write;
}

maybe_failure map_to_write(file_array& array) {
  if (array.is_packed()) {
    return failure{failure_kind::system,
                   engine::formatted("cannot be written in place: its elements are {}", array.encoding)};
  }
  if (!array.source.is_regular()) return failure{failure_kind::system, "cannot be written in place: it is no file"};
  errno = 0;
  auto mapped = array.source.map(array.payload_bytes, mapping_use::write);
  if (!mapped) return system_failure("cannot be mapped to be written in place", errno);
  array.payload = elements(std::move(*mapped));
  return std::nullopt;
}

maybe_failure write_text_at(int file, std::uint64_t offset, std::string_view text) {
  while (!text.empty()) {
    const std::int64_t count = platform::write_at(file, offset, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure("cannot be written", errno);
    text.remove_prefix(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return std::nullopt;
}

}  // namespace

bool is_worth_mapping(const file_array& array) {
  return !array.is_packed() && array.source.is_regular() && array.payload_bytes >= least_mapped_bytes;
}

maybe_failure load_elements(file_array& array, loading how) {
  const std::uint64_t bytes = array.payload_bytes;
  if (array.payload.data() != nullptr) return std::nullopt;
  if (how == loading::map_to_write && bytes > 0) return map_to_write(array);
  if (how != loading::read && is_worth_mapping(array)) {
    if (auto mapped = array.source.map(bytes, use_of(how))) {
      array.payload = elements(std::move(*mapped));
      return std::nullopt;
    }
  }
  buffer memory;
  if (auto error = source_of(array).read(bytes, memory)) return error;
  array.payload = elements(std::move(memory));
  return source_of(array).expect_end("the array");
}

maybe_failure load_beginning(file_array& array) {
  if (array.payload_bytes <= beginning_bytes) return load_elements(array, loading::read);
  buffer memory;
  if (auto error = source_of(array).read(beginning_bytes, memory)) return error;
  array.payload = elements(std::move(memory));
  return std::nullopt;
}

maybe_failure check_whole(const file_array& array) {
  if (!array.payload.is_mapped()) return std::nullopt;
  if (auto error = array.source.check_unchanged()) return error;
  if (!array.payload.is_lost()) return std::nullopt;
  return failure{failure_kind::system, "cannot be read: the system could not supply a part of it"};
}

maybe_failure check_written(const file_array& array) {
  if (!array.payload.is_mapped()) return std::nullopt;
  if (auto error = array.source.check_not_shorter()) return error;
  if (!array.payload.is_lost()) return std::nullopt;
  return failure{failure_kind::resources,
                 "cannot be written: the system could not take a part of it; the disk is full or has failed"};
}

maybe_failure bring_to_the_disk(const file_array& array) {
  const bool is_done = array.payload.sync();
  const int why = errno;
  if (auto error = check_written(array)) return error;
  return is_done ? std::nullopt : maybe_failure(system_failure("cannot be written to the disk", why));
}

std::optional<failed_file> write_arrays(std::span<const array_to_write> all, const transfer_hooks& hooks,
                                        protection guard) {
  std::vector<array_frame> frames;
  for (const array_to_write& one : all) {
    result<array_frame> frame = one.name.format->frame(one.name, one.content, hooks);
    if (!frame) return failed_file{frames.size(), frame.error()};
    frames.push_back(std::move(*frame));
  }
  std::vector<std::array<std::span<const std::byte>, 3>> parts;
  for (std::size_t i = 0; i < all.size(); ++i)
    parts.push_back({std::as_bytes(std::span(frames[i].before)), all[i].content.elements,
                     std::as_bytes(std::span(frames[i].after))});
  std::vector<file_content> contents;
  for (std::size_t i = 0; i < all.size(); ++i) contents.push_back({all[i].name.file, parts[i]});
  return write_files(contents, hooks, guard);
}

maybe_failure write_array(const array_name& name, const array_content& content, const transfer_hooks& hooks,
                          protection guard) {
  const array_to_write only[] = {{name, content}};
  auto failed = write_arrays(only, hooks, guard);
  return failed ? maybe_failure(std::move(failed->why)) : std::nullopt;
}

result<file_place> elements_place(const file_array& array) {
  const auto unusable = [](const char* why) {
    return failure{failure_kind::system, engine::formatted("cannot be used in parts: {}", why)};
  };
  if (array.is_packed())
    return failure{failure_kind::system,
                   engine::formatted("cannot be used in parts: its elements are {}", array.encoding)};
  if (!array.source.is_regular()) return unusable("it is no file");
  if (!array.strides.empty()) return unusable("its elements are in Fortran's order");
  if (auto error = array.source.expect_all(array.payload_bytes, "the array")) return *error;
  return file_place{array.source.descriptor(), array.source.position()};
}

maybe_failure fill_array(const array_name& name, const array_content& content,
                         const std::function<maybe_failure(const file_place&)>& fill, const transfer_hooks& hooks,
                         protection guard) {
  if (name.format->frames_by_elements)
    return failure{failure_kind::usage, engine::formatted("a .{} file is not written in parts", name.format->name)};
  const result<array_frame> frame = name.format->frame(name, content, hooks);
  if (!frame) return frame.error();
  const std::uint64_t first = frame->before.size(), behind = first + content.elements.size();
  const auto fill_all = [&](int file) -> maybe_failure {
    if (auto error = write_text_at(file, 0, frame->before)) return error;
    if (auto error = fill({file, first})) return error;
    return write_text_at(file, behind, frame->after);
  };
  return fill_file(name.file, behind + frame->after.size(), fill_all, hooks, guard);
}

}  // namespace strew::files
