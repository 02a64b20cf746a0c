// Whole pages between two pages that nobody may touch.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>

namespace strew::hostile {

inline std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

class guarded_pages {
 public:
  // Shared pages are seen by a forked process too.
  guarded_pages(std::size_t bytes, bool shared) : bytes_((bytes + page_bytes() - 1) / page_bytes() * page_bytes()) {
    const int kind = (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS;
    whole_ = mmap(nullptr, bytes_ + 2 * page_bytes(), PROT_NONE, kind, -1, 0);
    if (whole_ == MAP_FAILED || mprotect(start(), bytes_, PROT_READ | PROT_WRITE) != 0)
      throw std::runtime_error("no guarded memory");
  }
  ~guarded_pages() { munmap(whole_, bytes_ + 2 * page_bytes()); }
  guarded_pages(const guarded_pages&) = delete;
  guarded_pages& operator=(const guarded_pages&) = delete;

  [[nodiscard]] std::byte* start() const { return static_cast<std::byte*>(whole_) + page_bytes(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  void* whole_;
};

}  // namespace strew::hostile
