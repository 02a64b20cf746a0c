#include "panel.hpp"

namespace {

// Empty tuples address all of data: a gather_nd of depth 0 is a copy, here into the middle of a larger picture.
void copy_into(const strew::view& window, const strew::const_view& from) {
  const std::vector<std::int32_t> no_members;
  strew::gather_nd(from, no_members, window);
}

}  // namespace

void paint(const strew::view& window, const std::vector<rgb>& colours, const std::vector<std::int32_t>& labels) {
  const strew::const_view table(colours.front().data(), {std::ssize(colours), 3});
  strew::gather_nd(table, {labels, {window.extents()[0], window.extents()[1], 1}}, window);
}

void paint_over(const strew::view& window, rgb colour) {
  copy_into(window, strew::const_view(colour).broadcast(window.extents()));
}

void paste(const strew::view& window, const image& picture) {
  copy_into(window, {picture.bytes, {picture.height, picture.width, 3}});
}
