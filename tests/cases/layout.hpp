// Random strides.
#pragma once

#include "cases/random.hpp"
#include "cases/test_case.hpp"

namespace strew::cases {

// A view with the given type, width and extents. Written operands are nested; elements of others may overlap.
view make_view(random_source& draw, strew_dtype type, int64_t width, const shape& extents, bool is_written);

// A view with strides of whole elements, none negative, as platforms can express it.
view make_plain_view(random_source& draw, strew_dtype type, const shape& extents, bool is_written);

// The name of the layout, for coverage.
const char* layout_name(const view& v);

}  // namespace strew::cases
