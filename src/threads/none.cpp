#include "threads/default_pool.hpp"

namespace strew::engine {

constinit const workers default_pool;

}  // namespace strew::engine
