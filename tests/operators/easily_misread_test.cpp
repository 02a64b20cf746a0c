// Where systems differ or texts mislead, as far as it concerns the library itself and no other file of this folder
// holds it. What misleads at a frontend is held by that frontend's own tests.
#include "operators/expect.hpp"
#include "operators/line.hpp"

namespace strew::support {
namespace {

// q + r - k - 1 - b, the last term included.
TEST(easily_misread, the_rank_of_a_gathered_tensor) {
  const array<float> data{{2, 3, 4, 5}, {}};
  const array<int64_t> indices{{2, 3, 7, 1}, {}};
  const strew_tensor d = data.view();
  const strew_tensor j = indices.view();
  int64_t extents[8] = {};
  uint64_t rank = 0;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER_ND;
  op.batch_dims = 2;
  ASSERT_EQ(strew_shape(&op, &d, &j, 8, extents, &rank, nullptr), STREW_STATUS_OK);
  EXPECT_EQ(shape(extents, extents + rank), (shape{2, 3, 7, 5}));
}

// A tensor of rank 0 is not taken for one of rank 1; the ND forms know it.
TEST(easily_misread, rank_0) {
  const array<float> scalar{{}, {5}};
  const array<int64_t> index{{}, {0}};
  array<float> output{{}, {7}};
  arguments a = along(operator_kind::gather, 0);
  a.data = scalar.view();
  a.indices = index.view();
  a.output = output.view();
  EXPECT_STREQ(run(a).rule, "AX1");
  a.kind = operator_kind::gather_elements;
  EXPECT_STREQ(run(a).rule, "EL1");
  expect_gather<float, int64_t>(along(operator_kind::gather_nd, 0), scalar, {{0}, {}}, {{}, {5}});
}

// One default for gathers and scatters; the forms of StableHLO alone have StableHLO's two.
TEST(easily_misread, defaults) {
  for (const operator_kind kind : line_ops) {
    line<int32_t> l{kind, {1, 2, 3}, {3}, {7}};
    EXPECT_EQ(l.run().status, STREW_STATUS_INDEX) << name_of(kind);
  }
  arguments a = stablehlo(operator_kind::stablehlo_gather, {{}, {0}, {}, {}, {0}, 1, {1}});
  const array<int32_t> data{{3}, {1, 2, 3}};
  const array<int64_t> indices{{1, 1}, {3}};
  array<int32_t> output{{1}, {7}};
  a.data = data.view();
  a.indices = indices.view();
  a.output = output.view();
  EXPECT_EQ(run(a).status, STREW_STATUS_OK);
  EXPECT_EQ(output.values[0], 3);
}

// The elements form refuses what numpy.choose would wrap.
TEST(easily_misread, outside_is_an_error_in_the_elements_form) {
  line<int32_t> l{operator_kind::gather_elements, {1, 2, 3}, {0, 3}, {7, 7}};
  EXPECT_EQ(l.run().status, STREW_STATUS_INDEX);
  EXPECT_EQ(l.direct, (std::vector<int32_t>{7, 7}));
}

// The last write wins, promised.
TEST(easily_misread, the_last_write_wins) {
  for (const operator_kind kind : line_scatters) {
    line<int32_t> l{kind, {0, 0}, {1, 0, 1, 1, 0}, {1, 2, 3, 4, 5}};
    EXPECT_EQ(l.run().status, STREW_STATUS_OK);
    EXPECT_EQ(l.data, (std::vector<int32_t>{5, 4})) << name_of(kind);
  }
}

// Every scatter has every reduction, and mul is a product.
TEST(easily_misread, reductions_of_every_scatter) {
  struct row {
    int32_t reduction, expected;
  };
  const row rows[] = {{STREW_REDUCTION_NONE, 5},  {STREW_REDUCTION_ADD, 21}, {STREW_REDUCTION_SUB, 3},
                      {STREW_REDUCTION_MUL, 240}, {STREW_REDUCTION_MIN, 4},  {STREW_REDUCTION_MAX, 12},
                      {STREW_REDUCTION_MEAN, 7},  {STREW_REDUCTION_AND, 4},  {STREW_REDUCTION_OR, 13},
                      {STREW_REDUCTION_XOR, 13}};
  for (const operator_kind kind : line_scatters) {
    for (const row& r : rows) {
      line<int32_t> l{kind, {12}, {0, 0}, {4, 5}, options_of(r.reduction)};
      EXPECT_EQ(l.run().status, STREW_STATUS_OK);
      EXPECT_EQ(l.data[0], r.expected) << name_of(kind) << r.reduction;
    }
  }
}

// Updates that alias the destination, even exactly, are refused: a loop would read what it wrote.
TEST(easily_misread, updates_over_the_destination) {
  array<int32_t> table{{3}, {1, 2, 3}};
  const array<int64_t> indices{{3}, {1, 2, 0}};
  for (const operator_kind kind : {operator_kind::scatter, operator_kind::scatter_elements}) {
    arguments a = along(kind, 0);
    a.data = a.output = a.updates = table.view();
    a.indices = indices.view();
    EXPECT_STREQ(run(a).rule, "OV2") << name_of(kind);
    EXPECT_EQ(table.values, (std::vector<int32_t>{1, 2, 3}));
    // Into another output it is a permutation.
    array<int32_t> output{{3}, {0, 0, 0}};
    a.output = output.view();
    EXPECT_EQ(run(a).status, STREW_STATUS_OK);
    EXPECT_EQ(output.values, (std::vector<int32_t>{3, 1, 2}));
  }
}

// No index: the identity for a scatter, an empty output for a gather.
TEST(easily_misread, no_indices) {
  for (const operator_kind kind : line_ops) {
    line<int32_t> l{
        kind, {1, 2, 3}, {}, {}, options_of(is_scatter(kind) ? STREW_REDUCTION_MEAN : STREW_REDUCTION_NONE)};
    const strew_error error = l.run();
    EXPECT_EQ(error.status, STREW_STATUS_OK) << name_of(kind) << error.message;
    EXPECT_EQ(l.data, (std::vector<int32_t>{1, 2, 3}));
  }
}

// Elements before the bad index are not written either, in place and out of place.
TEST(easily_misread, nothing_is_written_before_an_error) {
  for (const operator_kind kind : line_ops) {
    line<int32_t> l{kind, {1, 2, 3}, {0, 1, 2, 3}, {7, 8, 9, 10}};
    EXPECT_EQ(l.run().status, STREW_STATUS_INDEX);
    EXPECT_EQ(l.data, (std::vector<int32_t>{1, 2, 3})) << name_of(kind);
    EXPECT_EQ(l.direct, (std::vector<int32_t>{7, 8, 9, 10})) << name_of(kind);
  }
}

// A destination that stands on itself would turn distinct indices into duplicates.
TEST(easily_misread, a_destination_that_overlaps_itself) {
  std::vector<int32_t> memory(8, 5);
  const shape extents = {2, 2};
  const array<int64_t> indices{{2}, {0, 1}};
  const array<int32_t> updates{{2, 2}, {1, 2, 3, 4}};
  for (const shape& strides : {shape{0, 4}, shape{4, 4}, shape{8, 0}, shape{-4, 4}, shape{4, -4}}) {
    arguments a = along(operator_kind::scatter, 0);
    a.data = a.output = describe(memory.data() + 2, STREW_DTYPE_I32, extents, strides);
    a.indices = indices.view();
    a.updates = updates.view();
    EXPECT_STREQ(run(a).rule, "SZ3") << strides[0] << ' ' << strides[1];
  }
  EXPECT_EQ(memory, std::vector<int32_t>(8, 5));
}

// A huge tensor of one repeated value needs few bytes; one whose elements cannot be counted is refused.
TEST(easily_misread, sizes_that_cannot_be_counted) {
  int32_t value = 42;
  const shape huge = {int64_t{1} << 40, int64_t{1} << 20};
  const shape repeated = {0, 0};
  const array<uint64_t> indices{{2, 2}, {(uint64_t{1} << 40) - 1, 0, 0, (uint64_t{1} << 20) - 1}};
  array<int32_t> output{{2}, {7, 7}};
  arguments a = along(operator_kind::gather_nd, 0);
  a.data = describe(&value, STREW_DTYPE_I32, huge, repeated);
  a.indices = indices.view();
  a.output = output.view();
  const strew_error error = run(a);
  EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
  EXPECT_EQ(output.values, (std::vector<int32_t>{42, 42}));
  const shape beyond = {int64_t{1} << 40, int64_t{1} << 23};
  a.data.extents = beyond.data();
  EXPECT_STREQ(run(a).rule, "SZ1");
}

}  // namespace
}  // namespace strew::support
