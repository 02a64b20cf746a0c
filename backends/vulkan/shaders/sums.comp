#version 460
#extension GL_GOOGLE_include_directive : require
// Sums of f32 rows whose elements lie side by side, by sorted positions in their order; the columns of a row run in
// parallel. A position is its number of rows behind the first update.
#extension GL_EXT_spirv_intrinsics : require
#include "problem.glsl"
#include "floats.glsl"
layout(local_size_x = 256) in;

void main() {
  if (is_refused()) return;
  const uint columns = push.units, total = push.count * columns;
  const uint64_t row_bytes = uint64_t(axes_t(push.problem.axes).a[0].direct_stride);
  for (uint n = gl_GlobalInvocationID.x; n < total; n += global_step()) {
    const uint i = n / columns, column = n - i * columns;
    const uint64_t key = load_key(push.keys, i);
    if (key == push.problem.no_key || (i > 0 && load_key(push.keys, i - 1) == key)) continue;
    const int64_t row = push.problem.key_low + int64_t(key) * push.problem.key_unit;
    bytes_4 cell = bytes_4(push.table + uint64_t(row) + column * 4);
    uint sum = cell.v;
    for (uint j = i; j < push.count && load_key(push.keys, j) == key; ++j)
      sum = sum_f32(sum, bytes_4(push.direct + words_t(push.values).v[j] * row_bytes + column * 4).v);
    cell.v = uint(canonical_nan(uint64_t(sum), SINGLE));
  }
}
