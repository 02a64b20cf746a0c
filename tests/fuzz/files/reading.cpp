#include "fuzz/files/reading.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "files/array.hpp"
#include "files/shape_bytes.hpp"
#include "fuzz/shared/require.hpp"

namespace strew::fuzz {
namespace {

class memory_file {
 public:
  explicit memory_file(const std::string& bytes) : number_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    STREW_REQUIRE(number_ >= 0 && ::write(number_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  ~memory_file() { ::close(number_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }

 private:
  int number_;
};

const files::file_format& format_of(std::string_view name) {
  for (const files::file_format* one : files::formats_by_suffix()) {
    if (one->name == name) return *one;
  }
  return files::npy_format();
}

void verify_failure(const files::failure& failure) {
  STREW_REQUIRE(!failure.message.empty() && failure.kind != files::failure_kind::interrupted);
}

void verify_elements(const files::array_name& name, const std::string& expected, files::loading how) {
  auto again = name.format->open(name, {});
  STREW_REQUIRE(static_cast<bool>(again));
  const bool is_loaded = !files::load_elements(*again, how);
  STREW_REQUIRE(is_loaded && again->payload.size() == expected.size());
  STREW_REQUIRE(expected.empty() || std::memcmp(again->payload.data(), expected.data(), expected.size()) == 0);
  STREW_REQUIRE(!files::check_whole(*again));
}

void verify_one(const files::array_name& name) {
  auto opened = name.format->open(name, {});
  if (!opened) return verify_failure(opened.error());
  files::file_array& array = *opened;
  const auto bytes = files::shape_bytes(array.type.element_bytes, array.extents);
  STREW_REQUIRE(bytes && *bytes == array.payload_bytes && array.type.element_bytes > 0);
  STREW_REQUIRE(array.strides.empty() || array.strides.size() == array.extents.size());
  if (auto error = files::load_elements(array, files::loading::read)) return verify_failure(*error);
  STREW_REQUIRE(array.payload.size() == array.payload_bytes);
  const std::string read(reinterpret_cast<const char*>(array.payload.data()), array.payload.size());
  verify_elements(name, read, files::loading::read);
  verify_elements(name, read, files::loading::map);
}

}  // namespace

void verify_reading(std::string_view format, const std::string& bytes) {
  const memory_file file(bytes);
  files::array_name name;
  name.format = &format_of(format);
  name.file = file.path();
  verify_one(name);
  if (name.format->list == nullptr) return;
  const auto members = name.format->list(name, {});
  if (!members) return verify_failure(members.error());
  constexpr std::size_t most = 8;
  for (std::size_t i = 0; i < std::min(most, members->size()); ++i) {
    name.member = (*members)[i].member;
    if (!name.member.empty()) verify_one(name);
  }
}

}  // namespace strew::fuzz
