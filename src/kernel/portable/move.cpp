// Copies units between table and direct operand; one kernel per form and width. Positions are processed in order, so
// that the units of a block are written in the order of the contract.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/portable/bytes.hpp"
#include "kernel/portable/find.hpp"
#include "kernel/portable/positions.hpp"
#include "kernel/portable/staging.hpp"
#include "kernel/portable/stream.hpp"

namespace strew::kernel {
namespace {

// A fixed width lets the compiler turn the copy into one load and one store.
template <std::size_t Width, bool ToTable>
void move_element(std::byte* table, std::byte* direct) {
  std::memcpy(ToTable ? table : direct, ToTable ? direct : table, Width);
}

template <std::size_t Width, bool ToTable>
[[gnu::noinline]] void move_fetching(const block& work) {
  for_each_fetching(work, move_element<Width, ToTable>);
}

template <std::size_t Width, bool ToTable>
void move_elements(const block& work) {
  const bool is_listed = work.skip_mask != nullptr || work.places != nullptr;
  if (work.soon[0].step != 0 && !is_listed) return move_fetching<Width, ToTable>(work);
  for_each_position(work, move_element<Width, ToTable>);
}

// Of rows one after the other the lines between them are completed.
template <bool ToTable>
void stream_rows(const block& work) {
  const std::size_t width = work.width;
  for_each_row(work, width, [width](std::byte* table, std::byte* direct) {
    std::byte* const to = ToTable ? table : direct;
    const std::byte* const from = ToTable ? direct : table;
    is_streamable(to) ? stream(to, from, width) : static_cast<void>(std::memcpy(to, from, width));
  });
}

// Rows of a gather.
void stage_rows(const block& work) {
  const std::size_t width = work.width;
  staging rows(work.direct);
  with_row_length(width, [&]<row_length Length>() {
    for_each_row(work, width, [&](std::byte* table, std::byte* direct) {
      copy_row<Length>(rows.place(direct), table, width);
      rows.add(direct + width);
    });
  });
  rows.finish();
}

// Rows beside each other that are short, or do not begin at multiples of what is streamed.
bool stages(const block& work) {
  const bool is_dense = work.direct_stride == static_cast<std::ptrdiff_t>(work.width) && work.places == nullptr;
  return is_dense && work.skip_mask == nullptr && work.width <= max_staged_row &&
         (work.width < min_streamed_row || work.width % stream_bytes != 0);
}

template <bool ToTable>
void move_rows(const block& work) {
  const std::size_t width = work.width;
  if (work.streams && !ToTable && stages(work)) return stage_rows(work);
  if (work.streams && width % stream_bytes == 0) return stream_rows<ToTable>(work);
  with_row_length(width, [&]<row_length Length>() {
    for_each_row(work, width, [width](std::byte* table, std::byte* direct) {
      copy_row<Length>(ToTable ? table : direct, ToTable ? direct : table, width);
    });
  });
}

template <std::size_t Width, bool ToTable>
void move_strided(const block& work) {
  const std::size_t width = Width == any_width ? work.width : Width;
  const std::size_t count = work.count;
  const std::ptrdiff_t to_step = ToTable ? work.table_step : work.direct_step;
  const std::ptrdiff_t from_step = ToTable ? work.direct_step : work.table_step;
  const bool is_dense = to_step == from_step && to_step == static_cast<std::ptrdiff_t>(width);
  for_each_position(work, [=](std::byte* table, std::byte* direct) {
    std::byte* to = ToTable ? table : direct;
    const std::byte* from = ToTable ? direct : table;
    if (is_dense) {
      std::memcpy(to, from, width * count);
      return;
    }
    for (std::size_t i = 0; i < count; ++i, to += to_step, from += from_step) std::memcpy(to, from, width);
  });
}

template <bool ToTable>
block_kernel find_strided(width_class width) {
  switch (width) {
#define STREW_WIDTH(bytes)         \
  case width_class::bytes_##bytes: \
    return &move_strided<bytes, ToTable>;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return &move_strided<any_width, ToTable>;
  }
}

template <bool ToTable>
block_kernel find_elements(width_class width) {
  switch (width) {
#define STREW_WIDTH(bytes)         \
  case width_class::bytes_##bytes: \
    return &move_elements<bytes, ToTable>;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return &move_rows<ToTable>;
  }
}

template <bool ToTable>
block_kernel find_form(form shape, width_class width) {
  switch (shape) {
    case form::elements:
      return find_elements<ToTable>(width);
    case form::rows:
      return &move_rows<ToTable>;
    default:
      return find_strided<ToTable>(width);
  }
}

// Repeats the pattern; each copy doubles the bytes that are filled.
void fill_unit(std::byte* unit, std::size_t width, const std::byte* pattern, std::size_t pattern_bytes) {
  if (pattern_bytes == 1) {
    std::memset(unit, static_cast<int>(*pattern), width);
    return;
  }
  std::memcpy(unit, pattern, pattern_bytes);
  for (std::size_t done = pattern_bytes; done < width;) {
    const std::size_t more = std::min(done, width - done);
    std::memcpy(unit + done, unit, more);
    done += more;
  }
}

void fill(const block& work, const std::byte* pattern, std::size_t pattern_bytes) {
  for (std::size_t p = 0; p < work.positions; ++p) {
    if (work.skip_mask == nullptr || work.skip_mask[p] == 0) continue;
    std::byte* direct = work.direct + static_cast<std::ptrdiff_t>(p) * work.direct_stride;
    for (std::size_t i = 0; i < work.count; ++i) {
      fill_unit(direct + static_cast<std::ptrdiff_t>(i) * work.direct_step, work.width, pattern, pattern_bytes);
    }
  }
}

}  // namespace

namespace portable_kernels {

block_kernel find_move(form shape, direction way, width_class width) {
  return way == direction::write ? find_form<true>(shape, width) : find_form<false>(shape, width);
}

fill_kernel find_fill() {
  return &fill;
}

}  // namespace portable_kernels
}  // namespace strew::kernel
