#include "files/mapping.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "files/platform/pages.hpp"
#include "platform/files.hpp"
#include "platform/windows/handles.hpp"
#include "platform/windows/refusal.hpp"

namespace strew::files {
namespace {

namespace windows = platform::windows;

enum class supply { whole, lost, replaced, refused };

// A mapping as the exception handler sees it.
struct watched {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};  // 0: unused
  std::atomic<supply> state{supply::whole};
  int file = -1;  // that it is of, so that it can be brought to the disk
};

constexpr int most_mappings = 8;
watched watches[most_mappings];

const SYSTEM_INFO& machine() {
  static const SYSTEM_INFO found = [] {
    SYSTEM_INFO made = {};
    GetSystemInfo(&made);
    return made;
  }();
  return found;
}

// Zeros take the place of the mapping: of a part of it they cannot. Other threads wait until they are there.
bool replace_by_zeros(watched& found) {
  supply before = supply::whole;
  if (!found.state.compare_exchange_strong(before, supply::lost)) {
    while (found.state.load() == supply::lost) SwitchToThread();
    return found.state.load() == supply::replaced;
  }
  void* const start = reinterpret_cast<void*>(found.begin.load());  // NOLINT(performance-no-int-to-ptr): a mapping's
  const std::size_t bytes = found.end.load() - found.begin.load();
  const bool is_done =
      UnmapViewOfFile(start) != 0 && VirtualAlloc(start, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE) == start;
  found.state.store(is_done ? supply::replaced : supply::refused);
  return is_done;
}

// While one thread replaces a mapping another may find no memory there.
bool is_of_mapping(const EXCEPTION_RECORD& what, const watched& one) {
  if (what.ExceptionCode == static_cast<DWORD>(EXCEPTION_IN_PAGE_ERROR)) return true;
  return what.ExceptionCode == static_cast<DWORD>(EXCEPTION_ACCESS_VIOLATION) && one.state.load() != supply::whole;
}

LONG CALLBACK on_exception(EXCEPTION_POINTERS* about) {
  const EXCEPTION_RECORD& what = *about->ExceptionRecord;
  if (what.NumberParameters < 2) return EXCEPTION_CONTINUE_SEARCH;
  const std::uintptr_t at = what.ExceptionInformation[1];
  for (watched& one : watches) {
    if (one.begin.load() > at || at >= one.end.load() || !is_of_mapping(what, one)) continue;
    return replace_by_zeros(one) ? EXCEPTION_CONTINUE_EXECUTION : EXCEPTION_CONTINUE_SEARCH;
  }
  return EXCEPTION_CONTINUE_SEARCH;
}

int watch(const void* base, std::size_t length, int file) {
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  for (int i = 0; i < most_mappings; ++i) {
    if (watches[i].end.load() != 0) continue;
    watches[i].state.store(supply::whole);
    watches[i].file = file;
    watches[i].begin.store(begin);
    watches[i].end.store((begin + length + page_bytes() - 1) & ~(page_bytes() - 1));
    return i;
  }
  return -1;
}

// A view of an open file; null: errno says why there is none. Its length is the file's: a longer view of one that is
// written would make the file longer.
void* view_of(HANDLE file, std::uint64_t offset, std::size_t length, mapping_use use) {
  const DWORD protection = use == mapping_use::read    ? PAGE_READONLY
                           : use == mapping_use::write ? PAGE_READWRITE
                                                       : PAGE_WRITECOPY;
  const DWORD access = use == mapping_use::read    ? FILE_MAP_READ
                       : use == mapping_use::write ? FILE_MAP_WRITE
                                                   : FILE_MAP_COPY;
  const HANDLE section = CreateFileMappingW(file, nullptr, protection, 0, 0, nullptr);
  void* const made = section == nullptr ? nullptr
                                        : MapViewOfFile(section, access, static_cast<DWORD>(offset >> 32U),
                                                        static_cast<DWORD>(offset), length);
  if (made == nullptr) windows::refused();
  if (section != nullptr) CloseHandle(section);
  return made;
}

}  // namespace

std::uint64_t page_bytes() {
  return machine().dwPageSize;
}

std::optional<mapping> mapping::of_file(int file, std::uint64_t offset, std::uint64_t bytes, mapping_use use) {
  static void* const handler = AddVectoredExceptionHandler(1, on_exception);
  const std::uint64_t before = offset % machine().dwAllocationGranularity;
  if (handler == nullptr || bytes == 0 || bytes > SIZE_MAX / 2 - before) return std::nullopt;
  const auto length = static_cast<std::size_t>(before + bytes);
  const int own = platform::copy_of(file);
  if (own < 0) return std::nullopt;
  void* const base = view_of(windows::handle_of(own), offset - before, length, use);
  const int number = base == nullptr ? -1 : watch(base, length, own);
  mapping made(base, length);
  made.watch_ = number;
  if (number < 0) {
    const int why = errno;
    platform::close_file(own);
    errno = why;
    return std::nullopt;
  }
  made.data_ = static_cast<std::byte*>(base) + before;
  made.size_ = static_cast<std::size_t>(bytes);
  return made;
}

std::optional<mapping> mapping::of_nothing(std::uint64_t bytes) {
  if (bytes > SIZE_MAX / 2) return std::nullopt;
  const std::size_t length = std::max<std::size_t>(static_cast<std::size_t>(bytes), 1);
  void* const base = VirtualAlloc(nullptr, length, MEM_RESERVE, PAGE_NOACCESS);
  if (base == nullptr) return std::nullopt;
  mapping made(base, length);
  made.data_ = static_cast<std::byte*>(base);
  made.size_ = static_cast<std::size_t>(bytes);
  return made;
}

// What stands for a lost one, or for nothing, is memory.
mapping::~mapping() {
  if (base_ != nullptr && UnmapViewOfFile(base_) == 0) VirtualFree(base_, 0, MEM_RELEASE);
  if (watch_ < 0) return;
  platform::close_file(watches[watch_].file);
  watches[watch_].end.store(0);
}

// There is no such advice.
void mapping::expect_random_reads() const {}

bool mapping::sync() const {
  if (base_ == nullptr || watch_ < 0) return true;
  return windows::is_done(FlushViewOfFile(base_, length_)) && platform::sync(watches[watch_].file);
}

bool mapping::is_lost() const {
  return watch_ >= 0 && watches[watch_].state.load() != supply::whole;
}

bool mapping::is_any_lost() {
  return std::any_of(std::begin(watches), std::end(watches),
                     [](const watched& one) { return one.end.load() != 0 && one.state.load() != supply::whole; });
}

}  // namespace strew::files
