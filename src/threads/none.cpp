#include <string>

#include "threads/default_pool.hpp"

namespace strew::engine {

constinit const workers default_pool;

std::string default_pool_source() {
  return {};
}

}  // namespace strew::engine
