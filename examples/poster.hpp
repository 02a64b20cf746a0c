// The result as one picture.
#ifndef STREW_EXAMPLES_POSTER_HPP
#define STREW_EXAMPLES_POSTER_HPP

#include <cstdint>
#include <span>
#include <vector>

#include "colour.hpp"
#include "image.hpp"

// A photograph with indexed colours: a palette, and for each pixel the number of its colour.
struct painting {
  std::vector<rgb> colours;
  std::vector<double> shares;  // of all pixels, in [0, 1]
  std::vector<std::int32_t> labels;
};

// The photograph beside the painting; below, for each colour, its name, its share and a bar as long as its share.
image make_poster(const image& photograph, const painting& painted);

#endif
