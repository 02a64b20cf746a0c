// Files that are right.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "files/npy.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

using test::dict;
using test::folder;
using test::header;
using test::read_npy;

using extent_list = std::vector<std::int64_t>;

class npy_read : public ::testing::Test {
 protected:
  file_array read(const std::string& bytes, loading how = loading::read) {
    auto array = read_npy(here_.with("a.npy", bytes), {}, how);
    if (!array) {
      ADD_FAILURE() << array.error().message;
      return {};
    }
    return std::move(*array);
  }
  folder here_;
};

std::string payload(const file_array& array) {
  return {reinterpret_cast<const char*>(array.payload.data()), array.payload.size()};
}

TEST_F(npy_read, version_1_vector) {
  const file_array array = read(header(dict("'<i4'", "(2,)")) + "abcdefgh");
  EXPECT_EQ(array.npy_version, 1);
  EXPECT_EQ(array.type.kind, 'i');
  EXPECT_EQ(array.type.element_bytes, 4u);
  EXPECT_EQ(array.type.descr, "'<i4'");
  EXPECT_EQ(array.extents, (extent_list{2}));
  EXPECT_EQ(array.offset % 64, 0u);
  EXPECT_TRUE(array.strides.empty());
  EXPECT_EQ(payload(array), "abcdefgh");
}

TEST_F(npy_read, versions_2_and_3) {
  for (const int version : {2, 3}) {
    const file_array array = read(header(dict("'<u2'", "(2, 1)"), version) + "abcd");
    EXPECT_EQ(array.npy_version, version);
    EXPECT_EQ(array.extents, (extent_list{2, 1}));
    EXPECT_EQ(payload(array), "abcd");
  }
}

TEST_F(npy_read, header_of_70000_bytes) {
  const file_array array = read(test::raw_header(dict("'|u1'", "(1,)") + std::string(70000, ' ') + "\n", 2) + "x");
  EXPECT_EQ(payload(array), "x");
}

// No alignment is required: an odd header puts the elements anywhere.
TEST_F(npy_read, header_that_is_not_padded) {
  const file_array array = read(test::raw_header(dict("'<f8'", "(1,)") + "\n") + "12345678");
  EXPECT_NE(array.offset % 8, 0u);
  EXPECT_EQ(payload(array), "12345678");
}

TEST_F(npy_read, fortran_order_is_strides) {
  const file_array array = read(header(dict("'<i2'", "(2, 3, 4)", "True")) + std::string(48, 'x'));
  EXPECT_TRUE(array.is_fortran);
  EXPECT_EQ(array.strides, (extent_list{2, 4, 12}));
}

TEST_F(npy_read, fortran_order_of_a_vector_is_packed) {
  EXPECT_TRUE(read(header(dict("'<i2'", "(2,)", "True")) + "abcd").strides.empty());
}

TEST_F(npy_read, rank_0_has_one_element) {
  const file_array array = read(header(dict("'<f4'", "()")) + "abcd");
  EXPECT_TRUE(array.extents.empty());
  EXPECT_EQ(payload(array), "abcd");
}

TEST_F(npy_read, zero_extents_have_no_bytes_however_large_the_others) {
  const std::string huge = "(4611686018427387904, 0, 4611686018427387904)";
  for (const char* fortran : {"False", "True"}) {
    const file_array array = read(header(dict("'<f8'", huge, fortran)));
    EXPECT_EQ(array.payload_bytes, 0u);
    EXPECT_TRUE(array.strides.empty());
  }
}

TEST_F(npy_read, spellings_of_python) {
  const file_array array = read(header("{ \"shape\":(2L ,\t3),\n'fortran_order' : False,'descr':\"|b1\"}") + "abcdef");
  EXPECT_EQ(array.type.kind, 'b');
  EXPECT_EQ(array.extents, (extent_list{2, 3}));
}

TEST_F(npy_read, element_types) {
  const struct {
    const char* descr;
    char kind;
    std::uint64_t bytes;
  } types[] = {
      {"'|b1'", 'b', 1}, {"'|i1'", 'i', 1},     {"'<i2'", 'i', 2}, {"'<i4'", 'i', 4},   {"'<i8'", 'i', 8},
      {"'|u1'", 'u', 1}, {"'<u2'", 'u', 2},     {"'<u4'", 'u', 4}, {"'<u8'", 'u', 8},   {"'<f2'", 'f', 2},
      {"'<f4'", 'f', 4}, {"'<f8'", 'f', 8},     {"'<c8'", 'c', 8}, {"'<c16'", 'c', 16}, {"'|V2'", 'V', 2},
      {"'<V2'", 'V', 2}, {"'|V40'", 'V', 40},   {"'<f1'", 'V', 1}, {"'<f16'", 'V', 16}, {"'<c32'", 'V', 32},
      {"'|S5'", 'V', 5}, {"'<U3'", 'V', 12},    {"'>i1'", 'i', 1}, {"'>V6'", 'V', 6},   {"'|i4'", 'i', 4},
      {"'=f4'", 'f', 4}, {"'<M8[ns]'", 'V', 8}, {"'<m8'", 'V', 8}, {"'u4'", 'u', 4},
  };
  for (const auto& type : types) {
    const file_array array = read(header(dict(type.descr, "(1,)")) + std::string(type.bytes, 'x'));
    EXPECT_EQ(array.type.kind, type.kind) << type.descr;
    EXPECT_EQ(array.type.element_bytes, type.bytes) << type.descr;
    EXPECT_EQ(array.type.descr, type.descr);
  }
}

TEST_F(npy_read, records) {
  const struct {
    const char* descr;
    std::uint64_t bytes;
  } records[] = {
      {"[('a', '<i4'), ('b', '<f8')]", 12},
      {"[('a','>i4'),('b','|S3')]", 7},
      {"[('', '|V4'), ('x', '<f2'), ('', '|V2')]", 8},
      {"[('a', '<i2', (2, 3)), ('b', '|u1', 5)]", 17},
      {"[('a', [('b', '<i8'), ('c', '|b1')])]", 9},
      {"[(('a title', 'a'), '<i4')]", 4},
      {"[('it\\'s', '<i4'), (\"q'\", '|i1')]", 5},
      {"[('ends in a backslash\\\\', '<i4')]", 4},
      {"[('a', '<i4', (0,)), ('b', '|i1')]", 1},
  };
  for (const auto& record : records) {
    const file_array array = read(header(dict(record.descr, "(2,)")) + std::string(2 * record.bytes, 'x'));
    EXPECT_EQ(array.type.kind, 'V') << record.descr;
    EXPECT_EQ(array.type.element_bytes, record.bytes) << record.descr;
    EXPECT_EQ(array.type.descr, record.descr);
  }
}

TEST_F(npy_read, fields_of_a_record) {
  const file_array array =
      read(header(dict("[('a', '>i4'), ('', '|V2'), (('t', 'b'), '<M8[25s]', (2,))]", "(1,)")) + std::string(22, 'x'));
  const std::vector<npy_field>& fields = array.type.fields;
  ASSERT_EQ(fields.size(), 3u);
  EXPECT_EQ(fields[0].name + fields[1].name + fields[2].name, "ab");
  EXPECT_TRUE(fields[0].type.is_big_endian);
  EXPECT_FALSE(fields[2].type.is_big_endian);
  EXPECT_EQ(fields[2].offset, 6u);
  EXPECT_EQ(fields[2].count, 2u);
  EXPECT_EQ(fields[2].type.code, 'M');
  EXPECT_EQ(fields[2].type.unit, "25s");
  EXPECT_TRUE(read(header(dict("'<U3'", "(0,)"))).type.fields.empty());
}

TEST_F(npy_read, equal_records_have_one_canonical_text) {
  const auto canonical = [&](const std::string& descr) { return read(header(dict(descr, "(0,)"))).type.canonical; };
  EXPECT_EQ(canonical("[('a','<i4'),('b','<f8')]"), canonical("[ (\"a\", '<i4'), ('b', '<f8',), ]"));
  EXPECT_NE(canonical("[('a','<i4'),('b','<f8')]"), canonical("[('b','<i4'),('a','<f8')]"));
  EXPECT_NE(canonical("[('a','<i4')]"), canonical("[('a','>i4')]"));
  EXPECT_EQ(canonical("'|V2'"), canonical("'<V2'"));
  EXPECT_NE(canonical("'|V2'"), canonical("'|S2'"));
  EXPECT_NE(canonical("'<M8[ns]'"), canonical("'<M8[us]'"));
}

TEST_F(npy_read, header_alone_leaves_the_elements) {
  const auto array = open_npy(here_.with("a.npy", header(dict("'<i4'", "(2,)")) + "abcdefgh"));
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->payload_bytes, 8u);
  EXPECT_EQ(array->payload.size(), 0u);
}

TEST_F(npy_read, stop_hook_ends_it) {
  const std::string path = here_.with("a.npy", header(dict("'<i4'", "(2,)")) + "abcdefgh");
  auto array = read_npy(path, {[] { return true; }, {}});
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, failure_kind::interrupted);
}

}  // namespace
}  // namespace strew::files
