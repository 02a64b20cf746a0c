// Proof that two operands share no byte.
#include <cstdint>

#include "base/arithmetic.hpp"
#include "base/tensor.hpp"

namespace strew::engine {
namespace {

// The bytes of an operand modulo a period: [start, start + length), start in [0, period).
struct footprint {
  int128 start;
  int128 length;
};

int128 modulo(int128 value, int128 period) {
  const int128 rest = value % period;
  return rest < 0 ? rest + period : rest;
}

// Dimensions whose stride is a multiple of the period do not change the position modulo the period; the others widen
// the footprint.
footprint footprint_modulo(const tensor& view, int128 base, int128 period) {
  int128 low = base;
  int128 length = view.width;
  for (std::size_t i = 0; i < view.rank(); ++i) {
    if (view.extents[i] == 1 || view.strides[i] % period == 0) continue;
    const int128 reach = times(view.extents[i] - 1, view.strides[i]);
    if (reach < 0) low += reach;
    length += reach < 0 ? -reach : reach;
  }
  return {modulo(low, period), length};
}

// The right operand starts `distance` bytes after the left one.
bool is_apart_modulo(const tensor& left, const tensor& right, int128 distance, int128 period) {
  const footprint a = footprint_modulo(left, 0, period);
  const footprint b = footprint_modulo(right, distance, period);
  const int128 gap = modulo(b.start - a.start, period);  // from a's start to b's start, going up
  return gap >= a.length && gap + b.length <= period;
}

}  // namespace

bool is_apart(const tensor& left, const void* left_base, const tensor& right, const void* right_base) {
  if (left.is_empty() || right.is_empty()) return true;
  if (are_apart(range_of(left), left_base, range_of(right), right_base)) return true;
  const int128 distance = distance_of(left_base, right_base);
  for (const tensor* view : {&left, &right}) {
    for (std::size_t i = 0; i < view->rank(); ++i) {
      const auto period = static_cast<int128>(magnitude(view->strides[i]));
      if (view->extents[i] > 1 && period != 0 && is_apart_modulo(left, right, distance, period)) return true;
    }
  }
  return false;
}

}  // namespace strew::engine
