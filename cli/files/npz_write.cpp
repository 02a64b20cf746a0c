#include <zlib.h>

#include <algorithm>

#include "files/npy_header.hpp"
#include "files/npz.hpp"
#include "files/utf8.hpp"
#include "files/zip_frame.hpp"

namespace strew::files {
namespace {

constexpr std::size_t crc_piece = std::size_t{16} << 20;
constexpr std::size_t longest_name = 60000;

result<std::uint32_t> crc_of(std::string_view header, std::span<const std::byte> elements,
                             const transfer_hooks& hooks) {
  uLong crc = ::crc32(0, reinterpret_cast<const Bytef*>(header.data()), static_cast<uInt>(header.size()));
  while (!elements.empty()) {
    if (hooks.stop && hooks.stop()) return interrupted();
    const std::size_t piece = std::min(elements.size(), crc_piece);
    crc = ::crc32(crc, reinterpret_cast<const Bytef*>(elements.data()), static_cast<uInt>(piece));
    elements = elements.subspan(piece);
  }
  return static_cast<std::uint32_t>(crc);
}

}  // namespace

result<array_frame> frame_npz(const array_name& name, const array_content& content, const transfer_hooks& hooks) {
  const std::string member = name.member.empty() ? std::string(default_member) : name.member;
  if (!is_utf8(member) || member.size() > longest_name) {
    return failure{failure_kind::usage, engine::formatted("'{}' cannot be the name of a member", member)};
  }
  const std::string header = npy_header_text(content.type, content.extents);
  const result<std::uint32_t> crc = crc_of(header, content.elements, hooks);
  if (!crc) return crc.error();
  const zip_frame frame = frame_of_member(member + ".npy", *crc, header.size() + content.elements.size());
  return array_frame{frame.before + header, frame.after};
}

}  // namespace strew::files
