// A landscape cut out as a block and seen from above, from the south.
#ifndef STREW_EXAMPLES_BLOCK_VIEW_HPP
#define STREW_EXAMPLES_BLOCK_VIEW_HPP

#include <cstdint>

#include "colour.hpp"
#include "image.hpp"
#include "terrain.hpp"

// `wide` pixels wide, as high as the block needs, on `paper`. Visibility is determined by one reduction: each cell of
// the terrain writes its distance and its colour as one number into the pixels it covers, and the maximum is kept.
image block_view(const terrain& land, std::int64_t wide, rgb paper);

// How many places of the land that draws.
std::int64_t drawn_places(const terrain& land);

#endif
