// Random strides.
#pragma once

#include "cases/random.hpp"
#include "cases/test_case.hpp"

namespace strew::cases {

// A view with the given type, width and extents. Written operands are nested; others may repeat or overlap.
view make_view(random_source& draw, strew_dtype type, int64_t width, const shape& extents, bool is_written);

// A packed one with strides of whole elements, none below 0: what platforms can say.
view make_plain_view(random_source& draw, strew_dtype type, const shape& extents, bool is_written);

// A word for the layout, for coverage.
const char* layout_name(const view& v);

}  // namespace strew::cases
