#include "files/temporary.hpp"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <exception>
#include <random>
#include <utility>

#include "files/platform/replace.hpp"
#include "platform/files.hpp"

namespace strew::files {
namespace {

constexpr int name_attempts = 64;

// A root without /dev, and a process without a free descriptor, may have no random numbers: others will do where no
// name that exists is taken.
std::uint64_t any_number() {
  try {
    std::random_device source;
    return (std::uint64_t{source()} << 32U) | source();
  } catch (const std::exception&) {
    int anything = 0;
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return std::mt19937_64(now ^ reinterpret_cast<std::uintptr_t>(&anything))();
  }
}

}  // namespace

std::string temporary_name() {
  static constexpr char digits[] = "0123456789abcdef";
  std::string name = ".strew-";
  for (std::uint64_t bits = any_number(), n = 0; n < 16; ++n, bits >>= 4U) name += digits[bits & 15U];
  return name + ".tmp";
}

temporary_file::~temporary_file() {
  if (is_there_) platform::remove_in(directory_, name_.c_str());
}

maybe_failure temporary_file::create(unsigned mode) {
  const platform::opening how = {platform::rights::read_and_write, platform::making::only_new, mode};
  for (int attempt = 0; attempt < name_attempts && !is_there_; ++attempt) {
    name_ = temporary_name();
    file_.set(uninterrupted([&] { return platform::open_in(directory_, name_.c_str(), how); }));
    is_there_ = file_.get() >= 0;
    if (!is_there_ && errno != EEXIST) break;
  }
  if (!is_there_) return system_failure("no temporary file can be made in its directory", errno);
  copy_.set(platform::copy_of(file_.get()));
  if (copy_.get() < 0) return system_failure("its temporary file cannot be held open twice", errno);
  return std::nullopt;
}

maybe_failure temporary_file::bring_to_the_disk() {
  if (is_closed_) return std::nullopt;
  if (!uninterrupted([&] { return platform::sync(file_.get()); })) {
    return system_failure("cannot be written to the disk", errno);
  }
  // Some errors are only reported by close, but attributes are set until the rename. So the file is opened twice, and
  // closed once before.
  if (copy_.get() >= 0 && !copy_.close_now()) return system_failure("cannot be closed", errno);
  return std::nullopt;
}

result<bool> temporary_file::put_at(const std::string& name, replacing existing) {
  const bool is_free = existing == replacing::nothing;
  if (are_renamed_closed && !std::exchange(is_closed_, true) && !file_.close_now())
    return system_failure("cannot be closed", errno);
  if (is_free ? rename_to_free_name(directory_, name_.c_str(), name.c_str())
              : rename_over(directory_, name_.c_str(), name.c_str())) {
    is_there_ = false;
    return true;
  }
  if (is_free && errno == EEXIST) return false;
  return system_failure("cannot be put in its place", errno);
}

failure temporary_file::give_up(failure why) {
  if (!is_there_) return why;
  const bool is_removed = platform::remove_in(directory_, name_.c_str());
  is_there_ = false;
  if (!is_removed) why.message += engine::formatted("; {} beside it could not be removed", name_);
  return why;
}

}  // namespace strew::files
