// The landscape as one picture: the block, the histogram of heights, and the skylines.
#ifndef STREW_EXAMPLES_RELIEF_POSTER_HPP
#define STREW_EXAMPLES_RELIEF_POSTER_HPP

#include <cstdint>
#include <vector>

#include "image.hpp"
#include "terrain.hpp"

// `counts`: cells of each height; `skyline`: [rows, bands], the western band first.
image make_relief_poster(const terrain& land, const std::vector<std::uint64_t>& counts,
                         const std::vector<std::int16_t>& skyline);

#endif
