#include "files/mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>

#include "files/platform/pages.hpp"

namespace strew::files {
namespace {

// A mapping as the signal handler sees it. All words are of an address's size: RISC-V has no atomic bytes.
struct watched {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};      // 0: unused
  std::atomic<std::uintptr_t> is_lost{0};  // 0 or 1
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

constexpr int most_mappings = 8;
watched watches[most_mappings];
std::atomic<std::uintptr_t> page{4096};

#if defined(MAP_NORESERVE)
constexpr int without_reserve = MAP_NORESERVE;
#else
constexpr int without_reserve = 0;
#endif

// Zeros take the place of the rest of the mapping. mmap is a bare system call.
bool replace_by_zeros(watched& found, std::uintptr_t at) {
  const std::uintptr_t first = at & ~(page.load() - 1);
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | without_reserve;
  void* const start = reinterpret_cast<void*>(first);  // NOLINT(performance-no-int-to-ptr): the address that failed
  found.is_lost.store(1);
  return ::mmap(start, found.end.load() - first, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

void on_bus_error(int number, siginfo_t* info, void*) {
  const int saved = errno;
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (watched& one : watches) {
    if (one.begin.load() > at || at >= one.end.load()) continue;
    if (!replace_by_zeros(one, at)) break;
    errno = saved;
    return;
  }
  (void)::signal(number, SIG_DFL);
  (void)::raise(number);
}

bool install_handler() {
  const long bytes = ::sysconf(_SC_PAGESIZE);
  struct sigaction action = {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  if (bytes <= 0 || ::sigaction(SIGBUS, &action, nullptr) != 0) return false;
  page.store(static_cast<std::uintptr_t>(bytes));
  return true;
}

int watch(const void* base, std::size_t length) {
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  const std::uintptr_t last_bits = page.load() - 1;
  for (int i = 0; i < most_mappings; ++i) {
    if (watches[i].end.load() != 0) continue;
    watches[i].is_lost.store(0);
    watches[i].begin.store(begin);
    watches[i].end.store((begin + length + last_bits) & ~last_bits);
    return i;
  }
  return -1;
}

}  // namespace

std::uint64_t page_bytes() {
  return page.load();
}

std::optional<mapping> mapping::of_file(int file, std::uint64_t offset, std::uint64_t bytes, mapping_use use) {
  static const bool is_handled = install_handler();
  const std::uint64_t before = offset % page.load();
  if (!is_handled || bytes == 0 || bytes > SIZE_MAX / 2 - before) return std::nullopt;
  const auto length = static_cast<std::size_t>(before + bytes);
  const int protection = PROT_READ | (use == mapping_use::read ? 0 : PROT_WRITE);
  const int kind = use == mapping_use::write ? MAP_SHARED : MAP_PRIVATE | without_reserve;
  void* const base = ::mmap(nullptr, length, protection, kind, file, static_cast<off_t>(offset - before));
  if (base == MAP_FAILED) return std::nullopt;
  mapping made(base, length);
  made.watch_ = watch(base, length);
  if (made.watch_ < 0) return std::nullopt;
  made.data_ = static_cast<std::byte*>(base) + before;
  made.size_ = static_cast<std::size_t>(bytes);
  return made;
}

std::optional<mapping> mapping::of_nothing(std::uint64_t bytes) {
  if (bytes > SIZE_MAX / 2) return std::nullopt;
  const std::size_t length = std::max<std::size_t>(static_cast<std::size_t>(bytes), 1);
  void* const base = ::mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | without_reserve, -1, 0);
  if (base == MAP_FAILED) return std::nullopt;
  mapping made(base, length);
  made.data_ = static_cast<std::byte*>(base);
  made.size_ = static_cast<std::size_t>(bytes);
  return made;
}

mapping::~mapping() {
  if (base_ != nullptr) ::munmap(base_, length_);
  if (watch_ >= 0) watches[watch_].end.store(0);
}

// Advice: a system that does not take it reads ahead.
void mapping::expect_random_reads() const {
  if (base_ != nullptr) ::madvise(base_, length_, MADV_RANDOM);
}

bool mapping::sync() const {
  return ::msync(base_, length_, MS_SYNC) == 0;
}

bool mapping::is_lost() const {
  return watch_ >= 0 && watches[watch_].is_lost.load() != 0;
}

bool mapping::is_any_lost() {
  return std::any_of(std::begin(watches), std::end(watches),
                     [](const watched& one) { return one.end.load() != 0 && one.is_lost.load() != 0; });
}

}  // namespace strew::files
