// One step of k-means over the colours of a picture, as in Apple's sample for dominant colours: each pixel has the
// number of its nearest centroid; the pixels of a centroid are summed by one scatter and counted by another; a gather
// assigns each pixel the new colour of its centroid.
#ifndef STREW_EXAMPLES_K_MEANS_FRONTENDS_HPP
#define STREW_EXAMPLES_K_MEANS_FRONTENDS_HPP

#include <cstdint>
#include <vector>

struct picture {
  std::int64_t n = 0;                // pixels
  std::int64_t k = 0;                // centroids
  std::vector<float> pixels;         // [n, 3]
  std::vector<std::int32_t> seeds;   // [k]: the pixels that are the first centroids
  std::vector<std::int32_t> labels;  // [n]: the centroid nearest to each pixel
};

// What a frontend makes of it. Frontends that cannot do a part leave it empty.
struct step {
  std::vector<float> centroids;  // [k, 3]: the colours of the seeds
  std::vector<float> sums;       // [k, 3]: of the pixels of each centroid
  std::vector<float> counts;     // [k]: how many they are
  std::vector<float> last;       // [k, 3]: the last pixel of each centroid, without a sum
  std::vector<float> painted;    // [n, 3]: each pixel in the new colour of its centroid
};

// The mean colour of each centroid: sums / counts; an old one where there are no pixels.
std::vector<float> means(const std::vector<float>& sums, const std::vector<float>& counts,
                         const std::vector<float>& old);

step step_in_cpp(const picture& of);
step step_in_bnns(const picture& of);

// DirectML has no scatter with a reduction, so it can neither sum nor count. It picks the first centroids, writes one
// pixel of each group (of several updates of one place the last one stays), and paints with `colours`, [k, 3], which
// come from a frontend that sums.
step step_in_directml(const picture& of, const std::vector<float>& colours);

#endif
