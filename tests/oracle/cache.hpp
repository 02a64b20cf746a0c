// tensor_scatter: rows of updates are appended to a cache, for each batch at its own place along the axis.
#pragma once

#include <string_view>

#include "oracle/indexing.hpp"

namespace strew::oracle {

enum class append { linear, circular };

// D = extents of the cache, U = of the update, A = the axis as given; J = of the write indices, null if there are none.
// The first broken of TS1 to TS6.
std::string_view cache_rule(const shape& D, const shape& U, int64_t A, const shape* J);
indexing cache_form(const shape& D, const shape& U, int64_t A, bool has_indices);
// A negative write index is refused in both modes; otherwise linear is error and circular is wrap.
policy cache_policy(append mode);

}  // namespace strew::oracle
