#include "files/array.hpp"

#include <array>
#include <cerrno>
#include <utility>

#include "files/array_name.hpp"
#include "files/formats.hpp"
#include "files/output.hpp"

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

maybe_failure write_array(const array_name& name, const array_content& content, const transfer_hooks& hooks,
                          protection guard) {
  const result<array_frame> frame = name.format->frame(name, content, hooks);
  if (!frame) return frame.error();
  const std::array<std::span<const std::byte>, 3> parts{std::as_bytes(std::span(frame->before)), content.elements,
                                                        std::as_bytes(std::span(frame->after))};
  return write_file(name.file, parts, hooks, guard);
}

}  // namespace strew::files
