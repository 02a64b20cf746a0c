#include "threads/default_pool.hpp"

namespace strew::engine {

constinit const workers default_pool;

const char* default_pool_version() {
  return nullptr;
}

}  // namespace strew::engine
