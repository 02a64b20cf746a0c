// No byte outside the operands is read or written while another process rewrites the indices during the calls: operands
// touch pages that may not be touched, and the bytes between their elements stay what they were.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>

#include "hostile/guarded.hpp"
#include "hostile/rewriter.hpp"
#include "operators/planned.hpp"

namespace strew::hostile {
namespace {

using namespace strew::support;  // NOLINT(google-build-using-namespace): the words of the tests

constexpr uint32_t canary = 0xa5a5a5a5;
constexpr uint32_t untouched = 0x5a5a5a5a;

// Elements of 4 bytes whose pages begin, or end, where an untouchable page is. Everything else in them is canary.
struct operand {
  guarded_pages pages;
  shape extents, strides;
  bool at_the_end;

  operand(shape n, shape s, bool end)
      : pages(static_cast<size_t>(n[0] * s[0]), false), extents(std::move(n)), strides(std::move(s)), at_the_end(end) {}

  std::byte* base() const {
    return at_the_end ? pages.start() + pages.bytes() - static_cast<size_t>(span()) : pages.start();
  }
  int64_t span() const {
    int64_t bytes = 4;
    for (size_t d = 0; d < extents.size(); ++d) bytes += (extents[d] - 1) * strides[d];
    return bytes;
  }
  template <class Visit>
  void for_each(const Visit& visit) const {
    shape at(extents.size());
    for (size_t d = 0; d < extents.size();) {
      int64_t offset = 0;
      for (size_t i = 0; i < extents.size(); ++i) offset += at[i] * strides[i];
      visit(base() + offset);
      for (d = 0; d < extents.size() && ++at[d] == extents[d]; ++d) at[d] = 0;
    }
  }
  void fill(uint32_t value) const {
    for (size_t i = 0; i < pages.bytes(); i += 4) std::memcpy(pages.start() + i, &canary, 4);
    for_each([&](std::byte* element) { std::memcpy(element, &value, 4); });
  }
  // Words that still are canaries; elements hold none unless bytes from outside came in.
  size_t canaries() const {
    size_t count = 0;
    for (size_t i = 0; i < pages.bytes(); i += 4) count += std::memcmp(pages.start() + i, &canary, 4) == 0 ? 1U : 0U;
    return count;
  }
  strew_tensor view() const { return describe(base(), STREW_DTYPE_I32, extents, strides); }
};

struct family {
  operator_kind kind;
  shape table, table_strides, direct, direct_strides, indices;
};

const family families[] = {
    {operator_kind::gather, {32, 16}, {128, 8}, {512, 16}, {64, 4}, {512}},
    {operator_kind::scatter, {32, 16}, {128, 8}, {512, 16}, {64, 4}, {512}},
    {operator_kind::gather_elements, {32, 16}, {128, 8}, {32, 16}, {128, 8}, {32, 16}},
    {operator_kind::scatter_elements, {32, 16}, {128, 8}, {32, 16}, {128, 8}, {32, 16}},
    {operator_kind::gather_nd, {32, 16}, {128, 8}, {256}, {16}, {256, 2}},
    {operator_kind::scatter_nd, {32, 16}, {128, 8}, {256}, {16}, {256, 2}},
    {operator_kind::stablehlo_gather, {32, 16}, {128, 8}, {256, 2, 2}, {16, 8, 4}, {256, 2}},
    {operator_kind::stablehlo_scatter, {32, 16}, {128, 8}, {256, 2, 2}, {16, 8, 4}, {256, 2}},
    {operator_kind::tensor_scatter, {512, 4}, {32, 8}, {512, 2}, {8, 4}, {512}},
};

// Numbers from 0 on name the variants of a call: policy, negatives, windows, reduction, duplicates.
strew_options variant(operator_kind kind, size_t n) {
  strew_options options = STREW_OPTIONS_INIT;
  if (kind == operator_kind::tensor_scatter) return options;
  constexpr int32_t policies[] = {STREW_OOB_ASSUME, STREW_OOB_ERROR, STREW_OOB_CLAMP,
                                  STREW_OOB_WRAP,   STREW_OOB_SKIP,  STREW_OOB_FILL};
  const size_t count = is_scatter(kind) ? 5 : 6;
  options.out_of_bounds = policies[n % count];
  n /= count;
  options.negative_indices = n % 2 == 0 ? STREW_NEGATIVE_FROM_END : STREW_NEGATIVE_INVALID;
  options.partial_window = n / 2 % 2 == 0 ? STREW_PARTIAL_ELEMENT : STREW_PARTIAL_WHOLE;
  if (!is_scatter(kind)) return options;
  constexpr int32_t reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD, STREW_REDUCTION_MEAN,
                                    STREW_REDUCTION_SUB};
  options.reduction = reductions[n / 4 % 4];
  options.exclude_self = n / 16 % 2 == 0 ? 0 : 1;
  options.duplicates = n / 32 % 4 == 3 ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
  return options;
}

// The same through indices that are prepared while they are rewritten.
strew_status run_prepared(const arguments& a) {
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = plan_of(a);
  const prepared_handle prepared = prepared_of(plan, a.indices.data, &error);
  if (prepared == nullptr) return error.status;
  const plan_handle bound = bound_of(plan, prepared, &error);
  return bound == nullptr ? error.status : execute(bound, a).status;
}

class arena {
 public:
  arena(const family& f, bool at_the_end)
      : kind_(f.kind),
        table_(f.table, f.table_strides, at_the_end),
        output_(f.table, f.table_strides, !at_the_end),
        direct_(f.direct, f.direct_strides, at_the_end) {}

  strew_status call(const family& f, void* indices, size_t n) {
    const strew_options options = variant(kind_, n);
    table_.fill(1);
    output_.fill(untouched);
    direct_.fill(2);
    const size_t before[] = {table_.canaries(), output_.canaries(), direct_.canaries()};
    arguments a;
    a.kind = kind_;
    a.data = table_.view();
    a.indices = describe(indices, STREW_DTYPE_I64, f.indices, {});
    a.indices.strides = nullptr;
    a.updates = direct_.view();
    a.output = !is_scatter(kind_) ? direct_.view() : n % 3 == 0 ? table_.view() : output_.view();
    a.axis = kind_ == operator_kind::tensor_scatter ? 1 : 0;
    a.mode = n % 2 == 0 ? STREW_MODE_LINEAR : STREW_MODE_CIRCULAR;
    a.numbers = {{1, 2}, {}, {}, {}, {0, 1}, 1, {2, 2}};
    a.options = &options;
    const strew_status status = n % 7 == 3 ? run_prepared(a) : run(a).status;
    EXPECT_EQ(table_.canaries(), before[0]) << n;
    EXPECT_EQ(output_.canaries(), before[1]) << n;
    EXPECT_EQ(direct_.canaries(), before[2]) << n;
    return status;
  }

 private:
  operator_kind kind_;
  operand table_, output_, direct_;
};

// The environment may shorten it for slow builds.
std::chrono::milliseconds time_for_one() {
  const char* given = std::getenv("STREW_HOSTILE_MS");
  const long milliseconds = given == nullptr ? 2000 : std::strtol(given, nullptr, 10);
  return std::chrono::milliseconds(milliseconds * 7 / 9);
}

class rewrite : public testing::TestWithParam<family> {};
INSTANTIATE_TEST_SUITE_P(families, rewrite, testing::ValuesIn(families),
                         [](const auto& test) { return std::string(name_of(test.param.kind)); });

TEST_P(rewrite, nothing_outside_the_operands) {
  const family& f = GetParam();
  const guarded_pages shared(4096, true);
  const guarded_pages counter(8, true);
  auto* indices = reinterpret_cast<int64_t*>(shared.start());
  auto* rewrites = reinterpret_cast<volatile uint64_t*>(counter.start());
  *rewrites = 0;
  std::memset(indices, 0, 4096);
  const rewriter other(indices, 512, 2, rewrites);
  arena first(f, false);
  arena last(f, true);
  size_t moved = 0;
  size_t refused = 0;
  // On a busy machine the other process may come to nothing in the time: then it gets more.
  const auto start = std::chrono::steady_clock::now();
  const auto is_over = [&](int shares) { return std::chrono::steady_clock::now() - start > shares * time_for_one(); };
  const auto has_seen_all = [&] { return moved > 0 && refused > 0 && *rewrites > 0; };
  for (size_t n = 0; !is_over(1) || (!has_seen_all() && !is_over(50)); ++n) {
    for (arena* operands : {&first, &last}) {
      const strew_status status = operands->call(f, indices, n);
      ASSERT_TRUE(status == STREW_STATUS_OK || status == STREW_STATUS_INDEX) << status;
      (status == STREW_STATUS_OK ? moved : refused) += 1;
    }
  }
  EXPECT_GT(*rewrites, 0U);
  EXPECT_GT(moved, 0U);
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace strew::hostile
