#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/version.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "platform/processors.hpp"
#include "threads/default_pool.hpp"
#include "threads/helper_threads.hpp"

namespace strew::engine {
namespace {

// Null if there is no memory for it: an arena whose initialization has failed once waits for it forever. Its first
// thread is the caller's.
tbb::task_arena* make_arena(std::uint64_t most) {
  try {
    auto made = std::make_unique<tbb::task_arena>(static_cast<int>(most + 1));
    made->initialize();
    return made.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace

std::uint64_t count_processors() {
  const auto of_tbb = static_cast<std::uint64_t>(std::max(tbb::info::default_concurrency(), 1));
  return std::min(of_tbb, static_cast<std::uint64_t>(platform::count_processors()));
}

// The arena is never destroyed: other threads may be inside a call while the process ends.
bool start_helper(std::uint64_t most, void (*help)()) noexcept {
  static tbb::task_arena* const arena = make_arena(most);
  if (arena == nullptr) return false;
  try {
    arena->enqueue([help] { help(); });
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

std::string default_pool_source() {
  return std::string("oneTBB ") + TBB_runtime_version();
}

}  // namespace strew::engine
