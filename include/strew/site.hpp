// Call sites of the C ABI (site.h) that are cleared where they end. Part of strew.hpp.
#ifndef STREW_SITE_HPP
#define STREW_SITE_HPP

#include <cstddef>
#include <cstdint>

#include "strew/config.hpp"
#include "strew/site.h"

namespace STREW_NAMESPACE {

class site {
 public:
  // is_private: no two threads call at it at the same time, as the caller sees to.
  explicit site(bool is_private = false) noexcept { native_.is_private = is_private ? 1 : 0; }
  site(const site&) = delete;
  site& operator=(const site&) = delete;
  ~site() { strew_site_clear(&native_); }

  operator strew_site*() noexcept { return &native_; }

 private:
  strew_site native_ = STREW_SITE_INIT;
};

// Of this thread, for calls of an operator wherever they are made: for libraries whose functions are such calls. The
// kind is one of the operators'.
inline site& site_of_this_thread(std::int32_t kind) noexcept {
  struct own : site {
    own() noexcept : site(true) {}
  };
  thread_local own all[STREW_OPERATOR_SEGMENT_SCAN + 1];
  return all[static_cast<std::size_t>(kind)];
}

}  // namespace STREW_NAMESPACE

#endif
