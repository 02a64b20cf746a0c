// The structs of shaders/problem.glsl and shaders/sort.glsl, member by member: scalar layout, as in C++ with members of
// 8 bytes first. What a kernel is given lies in memory of the device, but for what is pushed with each dispatch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::vulkan {

using address = std::uint64_t;  // of the device; 0: none

struct table_axis {
  std::int64_t table_stride = 0;
  std::int64_t direct_stride = 0;
  std::int64_t weight_stride = 0;
  std::int64_t index_stride = 0;
  std::int64_t from_stride = 0;
  std::int64_t scale_stride = 0;
  std::int64_t zero_stride = 0;
  std::uint32_t extent = 1;
  std::uint32_t divisor = 1;
};

struct table_coordinate {
  std::int64_t extent = 0;
  std::int64_t window = 1;
  std::int64_t stride = 0;
  std::int64_t weight_stride = 0;
  std::int64_t index_offset = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int32_t window_axis = -1;
  std::uint32_t padding = 0;
};

struct table_position {
  std::int64_t index_stride = 0;
  std::uint32_t extent = 1;
  std::uint32_t divisor = 1;
};

struct table_side {
  address coordinates = 0;
  address positions = 0;
  address members = 0;
  std::int64_t padding = -1;
  std::int64_t offset_count = 0;
  std::int64_t offset_stride = 0;
  std::uint32_t coordinate_count = 0;
  std::uint32_t position_rank = 0;
  std::uint32_t member_count = 0;
  std::uint32_t batch_rank = 0;
  std::uint32_t position_count = 0;
  std::uint32_t entry_positions = 1;
  std::uint32_t index_dtype = 0;
  std::uint32_t out_of_bounds = 0;
  std::uint32_t negative = 0;
  std::uint32_t is_whole = 0;
  std::uint32_t has_kept = 0;
  std::uint32_t has_offsets = 0;
};

struct table_decoding {
  std::int64_t code_step = 0;
  std::int64_t value_step = 0;
  std::int64_t scale_step = 0;
  std::int64_t zero_step = 0;
  std::int64_t codebook_step = 0;
  std::int64_t scale_stride = 0;
  std::int64_t zero_stride = 0;
  std::int64_t block = 1;
  std::uint32_t columns = 0;
  std::uint32_t bits = 0;
  std::uint32_t packing = 0;
  std::uint32_t is_signed = 0;
  std::uint32_t has_zero_points = 0;
  std::uint32_t has_codebook = 0;
  std::uint32_t scale_dtype = 0;
  std::uint32_t value_dtype = 0;
};

enum side : std::uint32_t { from_side = 0, table_side_of = 1, side_count = 2 };

struct table_problem {
  table_side sides[side_count];
  address axes = 0;
  address fill = 0;
  std::int64_t key_low = 0;
  std::int64_t key_unit = 1;
  std::uint64_t no_key = 0;
  std::uint32_t points = 1;
  std::uint32_t columns = 1;
  std::uint32_t enumerated = 0;
  std::uint32_t axis_count = 0;
  std::uint32_t is_read = 0;
  std::uint32_t fill_bytes = 0;
  std::uint32_t weight_dtype = 0;
  std::uint32_t window_places = 1;
  table_decoding decoding;
};

constexpr std::uint32_t most_members = 60;
constexpr std::uint32_t none_found = 0xffffffff;
enum class failed : std::uint32_t { no = 0, bad_index = 1, repeat = 2 };

struct call_record {
  std::uint32_t failed;
  std::uint32_t side;
  std::uint32_t first[side_count];
  std::uint32_t count[side_count];
  std::uint32_t again;
  std::uint32_t other;
  std::uint64_t tuple[most_members];
  std::uint64_t other_tuple[most_members];
};

enum flag : std::uint32_t {
  from_aligned = 1,
  table_aligned = 2,
  wide_keys = 4,
  sorted = 8,
  excludes_self = 16,
  accumulates_wide = 32,
  winners = 64,
  small_numbers = 128,
  signed_order = 256
};

struct problem_push {
  address problem = 0;
  address record = 0;
  address table = 0;
  address direct = 0;
  address indices = 0;
  address from = 0;
  address weights = 0;
  address keys = 0;
  address values = 0;
  address scales = 0;       // of sorted points: places of their updates
  address zero_points = 0;  // ... and slots of their cells
  address codebook = 0;
  std::uint32_t count = 0;
  std::uint32_t unit = 1;
  std::uint32_t units = 1;
  std::uint32_t flags = 0;
  std::uint32_t points = 0;
  std::uint32_t round = 0;
  std::uint32_t reduction = 0;  // of atomics
};

struct sort_push {
  address failed = 0;
  address keys_from = 0;
  address values_from = 0;
  address keys_to = 0;
  address values_to = 0;
  address histogram = 0;
  address totals = 0;
  std::uint32_t count = 0;
  std::uint32_t shift = 0;
  std::uint32_t is_wide = 0;
};

constexpr std::uint32_t push_bytes = 128;  // every device has as many
static_assert(sizeof(problem_push) <= push_bytes && sizeof(sort_push) <= push_bytes);
static_assert(sizeof(table_axis) == 64 && sizeof(table_coordinate) == 64 && sizeof(table_position) == 16);
static_assert(sizeof(table_side) == 96 && sizeof(table_decoding) == 96);
static_assert(offsetof(table_problem, axes) == 192 && sizeof(table_problem) == 192 + 40 + 32 + 96);
static_assert(offsetof(call_record, tuple) == 32 && sizeof(call_record) <= 1024);

}  // namespace strew::vulkan
