// Arrays that are mapped.
#include <string>
#include <vector>

#include "mapping_case.hpp"

namespace strew::files {
namespace {

using test::content;
using test::mapped;
using test::numbered;
using test::page;
using test::read_npy;
using test::text_of;

TEST_F(mapped, has_the_bytes_of_the_file) {
  for (const loading how : {loading::map, loading::map_privately}) {
    auto array = read_npy(with(body_), {}, how);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_TRUE(array->payload.is_mapped());
    EXPECT_EQ(text_of(*array), body_);
    EXPECT_FALSE(check_whole(*array));
  }
}

TEST_F(mapped, only_where_it_is_worth_it) {
  const auto is_mapped = [&](std::uint64_t bytes, loading how) {
    auto array = read_npy(with(numbered(bytes)), {}, how);
    return array && array->payload.is_mapped();
  };
  EXPECT_FALSE(is_mapped(least_mapped_bytes - 1, loading::map));
  EXPECT_TRUE(is_mapped(least_mapped_bytes, loading::map));
  EXPECT_FALSE(is_mapped(least_mapped_bytes, loading::read));
}

TEST_F(mapped, what_is_written_does_not_reach_the_file) {
  const std::string path = with(body_);
  const std::string before = content(path);
  auto array = read_npy(path, {}, loading::map_privately);
  ASSERT_TRUE(array && array->payload.is_mapped());
  array->payload.data()[7] = std::byte{'!'};
  EXPECT_EQ(text_of(*array)[7], '!');
  EXPECT_EQ(content(path), before);
}

// More arrays than can be watched at once: the others are read.
TEST_F(mapped, many_at_once) {
  const std::string path = with(body_);
  std::vector<file_array> arrays;
  for (int i = 0; i < 20; ++i) {
    auto array = read_npy(path, {}, loading::map);
    ASSERT_TRUE(array) << array.error().message;
    arrays.push_back(std::move(*array));
    EXPECT_EQ(text_of(arrays.back()), body_);
  }
  EXPECT_TRUE(arrays.front().payload.is_mapped());
  EXPECT_FALSE(arrays.back().payload.is_mapped());
  arrays.clear();
  EXPECT_TRUE(read_npy(path, {}, loading::map)->payload.is_mapped());
}

TEST(little, is_a_part_of_the_pages) {
  EXPECT_TRUE(is_little(0, 4, 1 << 20));
  EXPECT_TRUE(is_little(10, 1024, page * 1000));
  EXPECT_FALSE(is_little(1000, 4, page * 1000));
  EXPECT_FALSE(is_little(10, page * 100, page * 1000));
  EXPECT_FALSE(is_little(10, 1 << 20, std::uint64_t{1} << 40U));
  EXPECT_FALSE(is_little(UINT64_MAX / 2, 4, UINT64_MAX));
}

TEST_F(mapped, addresses_without_memory) {
  auto nothing = mapping::of_nothing(std::uint64_t{1} << 40);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->size(), std::size_t{1} << 40);
  EXPECT_TRUE(mapping::of_nothing(0));
  EXPECT_FALSE(mapping::of_nothing(UINT64_MAX));
}

}  // namespace
}  // namespace strew::files
