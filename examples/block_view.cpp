#include "block_view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "strew/stablehlo.hpp"
#include "strew/strew.hpp"

namespace {

constexpr std::int64_t finer = 2;      // pixels that are drawn for one of the picture, each way
constexpr std::int64_t subdivide = 5;  // places of the land that are drawn for one cell, each way
constexpr double higher = 3.5;         // heights to lengths
constexpr double floor_height = 60;    // of the block, in metres
constexpr double turned = -24 * std::numbers::pi / 180, raised = 40 * std::numbers::pi / 180;

// Places are counted in cells from the north-west.
struct place {
  double row, column, height;
};

struct pixel {
  std::int32_t row, column;
};

class projection {
 public:
  projection(const terrain& land, std::int64_t wide) : rows_(static_cast<double>(land.rows - 1)) {
    const double last = static_cast<double>(land.columns - 1), top = 1080;
    left_ = std::min(across({0, 0, 0}), across({rows_, 0, 0}));
    scale_ = static_cast<double>(wide - 4) / (std::max(across({rows_, last, 0}), across({0, last, 0})) - left_);
    top_ = std::max({above({0, 0, top}), above({0, last, top})});
    bottom_ = std::min({above({rows_, 0, floor_height}), above({rows_, last, floor_height})});
  }

  std::int64_t high() const { return static_cast<std::int64_t>(scale_ * (top_ - bottom_)) + 6; }

  pixel at(const place& p) const {
    return {static_cast<std::int32_t>(scale_ * (top_ - above(p))) + 2,
            static_cast<std::int32_t>(scale_ * (across(p) - left_)) + 1};
  }

  // The greater, the nearer: below 2^32.
  std::uint64_t nearness(const place& p) const { return static_cast<std::uint64_t>(4e6 - 32 * away(p)); }

  double pixels_a_metre() const { return scale_ * higher * std::cos(raised); }

 private:
  double east(const place& p) const { return p.column * metres_per_column; }
  double north(const place& p) const { return (rows_ - p.row) * metres_per_row; }
  double across(const place& p) const { return std::cos(turned) * east(p) + std::sin(turned) * north(p); }
  double away(const place& p) const { return std::cos(turned) * north(p) - std::sin(turned) * east(p); }
  double above(const place& p) const { return std::sin(raised) * away(p) + std::cos(raised) * higher * p.height; }

  double rows_, left_ = 0, scale_ = 1, top_ = 0, bottom_ = 0;
};

// A number whose order is the order of nearness, with a colour in its low bits.
std::uint64_t key_of(std::uint64_t nearness, rgb colour) {
  return nearness << 24U | std::uint64_t{colour[0]} << 16U | std::uint64_t{colour[1]} << 8U | colour[2];
}

// What is to be drawn: where each window begins, and what it writes there.
struct strokes {
  std::vector<pixel> starts;
  std::vector<std::uint64_t> keys;

  void add(const pixel& start, std::uint64_t key) {
    starts.push_back(start);
    keys.push_back(key);
  }
};

// 0, 0, 1, 1, ...: which pixel of the picture a finer one belongs to.
std::vector<std::int32_t> coarse_numbers(std::int64_t count) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i) / std::int32_t{finer};
  return numbers;
}

// The canvas: nearness and colour of each pixel.
class canvas {
 public:
  canvas(std::int64_t wide, std::int64_t high, rgb paper)
      : wide_(wide), high_(high), keys_(static_cast<std::size_t>(wide * high), key_of(0, paper)) {}

  // Each stroke covers a window of pixels, all with its one key (stride 0). The nearest stays: reduction max.
  void draw(const strokes& drawn, std::int64_t window_high, std::int64_t window_wide) {
    const std::int64_t n = std::ssize(drawn.keys);
    strew::stablehlo::scatter(
        strew::view(keys_.data(), {high_, wide_}), strew::const_view(&drawn.starts.data()->row, {n, 2}),
        strew::const_view(drawn.keys.data(), {n, 1, 1}).broadcast({n, window_high, window_wide}),
        {.update_window_dims = {1, 2}, .scatter_dims_to_operand_dims = {0, 1}, .index_vector_dim = 1},
        {.reduction = strew::reduction::max});
  }

  // The picture in its own size: each pixel is the mean of the finer ones, row by row, then column by column.
  image picture() const {
    image fine(wide_, high_);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      for (std::size_t c = 0; c < 3; ++c) fine.bytes[3 * i + c] = static_cast<std::uint8_t>(keys_[i] >> (16 - 8 * c));
    }
    image low(wide_, high_ / finer), made(wide_ / finer, high_ / finer);
    const strew::options mean{.reduction = strew::reduction::mean, .include_self = false};
    const std::vector<std::int32_t> rows = coarse_numbers(high_), columns = coarse_numbers(wide_);
    strew::scatter({low.bytes, {low.height, wide_, 3}}, rows, {fine.bytes, {high_, wide_, 3}}, 0, mean);
    strew::scatter({made.bytes, {low.height, made.width, 3}}, columns, {low.bytes, {low.height, wide_, 3}}, 1, mean);
    return made;
  }

 private:
  std::int64_t wide_, high_;
  std::vector<std::uint64_t> keys_;
};

// A value between the cells.
template <class T>
double between(const std::vector<T>& values, const terrain& land, double row, double column) {
  const auto r = std::min(static_cast<std::int64_t>(row), land.rows - 2);
  const auto c = std::min(static_cast<std::int64_t>(column), land.columns - 2);
  const double down = row - static_cast<double>(r), right = column - static_cast<double>(c);
  const T* at = &values[static_cast<std::size_t>(r * land.columns + c)];
  const T* below = at + land.columns;
  return (1 - down) * ((1 - right) * static_cast<double>(at[0]) + right * static_cast<double>(at[1])) +
         down * ((1 - right) * static_cast<double>(below[0]) + right * static_cast<double>(below[1]));
}

class painter {
 public:
  painter(const terrain& land, std::int64_t wide, rgb paper)
      : land_(land),
        light_(light_on(land)),
        colours_(tints(1100)),
        seen_(land, wide),
        on_(wide, even(seen_.high()), paper) {}

  image picture() {
    for (std::int64_t row = 0; row <= subdivide * (land_.rows - 1); ++row)
      draw_row(static_cast<double>(row) / subdivide);
    const double south = static_cast<double>(land_.rows - 1), east = static_cast<double>(land_.columns - 1);
    for (std::int64_t i = 0; i <= subdivide * (land_.columns - 1); ++i) {
      draw_wall({south, static_cast<double>(i) / subdivide, 0}, 0.80);
    }
    for (std::int64_t i = 0; i <= subdivide * (land_.rows - 1); ++i) {
      draw_wall({static_cast<double>(i) / subdivide, turned < 0 ? 0 : east, 0}, 0.62);
    }
    on_.draw(walls_, 1, 2);
    return on_.picture();
  }

 private:
  static std::int64_t even(std::int64_t number) { return number + number % 2; }

  double height(double row, double column) const { return between(land_.heights, land_, row, column); }

  // The colours are gathered by tuples (height, light).
  void draw_row(double row) {
    std::vector<std::int32_t> tuples;
    strokes drawn;
    for (std::int64_t i = 0; i <= subdivide * (land_.columns - 1); ++i) {
      const double column = static_cast<double>(i) / subdivide;
      const place here{row, column, height(row, column)};
      tuples.insert(tuples.end(), {static_cast<std::int32_t>(std::lround(here.height)),
                                   static_cast<std::int32_t>(std::lround(between(light_, land_, row, column)))});
      drawn.add(seen_.at(here), seen_.nearness(here));
    }
    std::vector<rgb> colours(drawn.keys.size());
    const std::int64_t n = std::ssize(colours), heights = std::ssize(colours_) / light_levels;
    strew::gather_nd({colours_.front().data(), {heights, light_levels, 3}}, {tuples, {n, 2}},
                     {colours.front().data(), {n, 3}});
    for (std::size_t i = 0; i < colours.size(); ++i) drawn.keys[i] = key_of(drawn.keys[i], colours[i]);
    on_.draw(drawn, 4, 2);
  }

  // A column of pixels from the surface down to the floor, with a line each 100 metres.
  void draw_wall(place at, double light) {
    const double surface = height(at.row, at.column);
    const std::uint64_t nearness = seen_.nearness(at) - 1;
    for (at.height = floor_height; at.height < surface; at.height += 0.8 / seen_.pixels_a_metre()) {
      const bool is_line = std::fmod(at.height, 100) < 3 / seen_.pixels_a_metre() && at.height > 100;
      const oklab stone{light * (is_line ? 0.48 : 0.64 + 0.10 * at.height / 1000), 0.008, 0.030};
      walls_.add(seen_.at(at), key_of(nearness, to_rgb(stone)));
    }
  }

  const terrain& land_;
  std::vector<double> light_;
  std::vector<rgb> colours_;
  projection seen_;
  canvas on_;
  strokes walls_;
};

}  // namespace

image block_view(const terrain& land, std::int64_t wide, rgb paper) {
  return painter(land, finer * wide, paper).picture();
}

std::int64_t drawn_places(const terrain& land) {
  return (subdivide * (land.rows - 1) + 1) * (subdivide * (land.columns - 1) + 1);
}
