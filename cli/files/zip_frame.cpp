#include "files/zip_frame.hpp"

namespace strew::files {
namespace {

constexpr std::uint32_t local_signature = 0x04034B50;
constexpr std::uint32_t entry_signature = 0x02014B50;
constexpr std::uint32_t end_signature = 0x06054B50;
constexpr std::uint32_t end64_signature = 0x06064B50;
constexpr std::uint32_t locator_signature = 0x07064B50;
constexpr std::uint64_t too_large = 0xFFFFFFFF;  // and the mark of a size that is elsewhere
constexpr std::uint64_t plain_version = 20;
constexpr std::uint64_t zip64_version = 45;
constexpr std::uint64_t utf8_names = 0x0800;
constexpr std::uint64_t first_day = 0x0021;  // 1980-01-01: equal arrays make equal files

class zip_record {
 public:
  zip_record& add(std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) text_ += static_cast<char>(value >> (8 * i) & 0xFF);
    return *this;
  }
  zip_record& add(std::string_view bytes) {
    text_ += bytes;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct zip_entry {
  std::string_view name;
  std::uint32_t crc;
  std::uint64_t bytes;

  bool is_large() const { return bytes >= too_large; }
  std::uint64_t version() const { return is_large() ? zip64_version : plain_version; }
  std::uint64_t size_field() const { return is_large() ? too_large : bytes; }
  // Both sizes, where their fields are too small.
  std::string extra() const {
    zip_record record;
    if (is_large()) record.add(1, 2).add(16, 2).add(bytes, 8).add(bytes, 8);
    return record.text();
  }
};

// The fields that local header and directory share: from the version to the length of the extra fields.
void add_shared(zip_record& record, const zip_entry& entry) {
  record.add(entry.version(), 2).add(utf8_names, 2).add(0, 2).add(0, 2).add(first_day, 2).add(entry.crc, 4);
  record.add(entry.size_field(), 4).add(entry.size_field(), 4).add(entry.name.size(), 2).add(entry.extra().size(), 2);
}

std::string zip_end(std::uint64_t directory_at, std::uint64_t directory_bytes) {
  zip_record record;
  const bool is_far = directory_at >= too_large;
  if (is_far) {
    const std::uint64_t here = directory_at + directory_bytes;
    record.add(end64_signature, 4).add(44, 8).add(zip64_version, 2).add(zip64_version, 2).add(0, 4).add(0, 4);
    record.add(1, 8).add(1, 8).add(directory_bytes, 8).add(directory_at, 8);
    record.add(locator_signature, 4).add(0, 4).add(here, 8).add(1, 4);
  }
  record.add(end_signature, 4).add(0, 2).add(0, 2).add(1, 2).add(1, 2).add(directory_bytes, 4);
  record.add(is_far ? too_large : directory_at, 4).add(0, 2);
  return record.text();
}

}  // namespace

zip_frame frame_of_member(std::string_view name, std::uint32_t crc, std::uint64_t bytes) {
  const zip_entry entry = {name, crc, bytes};
  zip_record local;
  local.add(local_signature, 4);
  add_shared(local, entry);
  local.add(name).add(entry.extra());
  zip_record directory;
  directory.add(entry_signature, 4).add(entry.version(), 2);
  add_shared(directory, entry);
  directory.add(0, 2).add(0, 2).add(0, 2).add(0, 4).add(0, 4).add(name).add(entry.extra());
  const std::uint64_t directory_at = local.text().size() + bytes;
  return {local.text(), directory.text() + zip_end(directory_at, directory.text().size())};
}

}  // namespace strew::files
