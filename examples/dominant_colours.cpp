// The dominant colours of a photograph: k-means whose sums, counts and pictures are computed by scatter_nd and
// gather_nd.
//
//   dominant_colours PHOTOGRAPH.jpg POSTER.png [COLOURS [CENTRES.npy PALETTE.npy LABELS.npy]]
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include "colour.hpp"
#include "image.hpp"
#include "k_means.hpp"
#include "npy_writer.hpp"
#include "poster.hpp"

namespace {

painting painting_of(const clusters& found, std::int64_t pixels) {
  painting made{{}, {}, found.labels};
  for (std::size_t c = 0; c < found.counts.size(); ++c) {
    made.colours.push_back(to_rgb({found.centres[3 * c], found.centres[3 * c + 1], found.centres[3 * c + 2]}));
    made.shares.push_back(static_cast<double>(found.counts[c]) / static_cast<double>(pixels));
  }
  return made;
}

void print_palette(const painting& painted) {
  const bool has_colour = isatty(STDOUT_FILENO) != 0;
  for (std::size_t c = 0; c < painted.colours.size(); ++c) {
    const rgb colour = painted.colours[c];
    const int length = static_cast<int>(60 * painted.shares[c] / painted.shares.front() + 0.5);
    std::printf("  %s %5.1f %%  ", hex(colour).c_str(), 100 * painted.shares[c]);
    if (has_colour) {
      std::printf("\033[48;2;%d;%d;%dm%*s\033[0m\n", colour[0], colour[1], colour[2], length, "");
    } else {
      std::printf("%s\n", std::string(static_cast<std::size_t>(length), '#').c_str());
    }
  }
}

void print_work(const clusters& found) {
  const strew_work& work = found.strewn;
  std::printf("k-means    %d iterations, %s\n", found.iterations, found.is_converged ? "converged" : "stopped early");
  std::printf("strew      %llu calls, %.1f million elements scattered or gathered in %.0f ms: %.0f million a second\n",
              static_cast<unsigned long long>(work.calls), static_cast<double>(work.elements) / 1e6, 1e3 * work.seconds,
              static_cast<double>(work.elements) / work.seconds / 1e6);
  std::printf("the rest   %.0f ms for seeds and distances, plain loops of the example\n", 1e3 * found.other_seconds);
}

std::int64_t colour_count(const char* text, std::int64_t pixels) {
  char* end = nullptr;
  const long count = std::strtol(text, &end, 10);
  if (*end != '\0' || count < 1 || count > 64 || count > pixels) {
    throw std::runtime_error(std::string(text) + ": the number of colours is 1 to 64, and at most one for each pixel");
  }
  return count;
}

// What the commands over files end in too, for a comparison: centres [k, 3], colours [k, 3], labels [h, w, 1].
void write_arrays(const image& photograph, const clusters& found, char** files) {
  const std::int64_t k = std::ssize(found.counts);
  write_npy(files[0], {k, 3}, found.centres);
  write_npy(files[1], {k, 3}, bytes_of(found.centres));
  write_npy(files[2], {photograph.height, photograph.width, 1}, found.labels);
}

void run(const std::string& from, const std::string& to, const char* count, char** arrays) {
  const image photograph = read_jpeg(from);
  const std::int64_t k = colour_count(count, photograph.pixels());
  std::printf("photograph %s, %lld x %lld = %lld pixels\n", from.c_str(), static_cast<long long>(photograph.width),
              static_cast<long long>(photograph.height), static_cast<long long>(photograph.pixels()));
  const clusters found = k_means(points_of(photograph.bytes), k);
  const painting painted = painting_of(found, photograph.pixels());
  print_palette(painted);
  print_work(found);
  write_png(to, make_poster(photograph, painted));
  std::printf("poster     %s\n", to.c_str());
  if (arrays != nullptr) write_arrays(photograph, found, arrays);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3 && count != 4 && count != 7) {
    std::fprintf(stderr, "usage: dominant_colours PHOTOGRAPH.jpg POSTER.png [COLOURS [CENTRES PALETTE LABELS]]\n");
    return 2;
  }
  try {
    run(words[1], words[2], count > 3 ? words[3] : "8", count == 7 ? words + 4 : nullptr);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "dominant_colours: %s\n", failure.what());
    return 1;
  }
  return 0;
}
