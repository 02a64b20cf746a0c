// Random exchanges between 1 and 64 ranks write the bits of one call with all positions, and report its errors.
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>

#include "exchange/ranks.hpp"

namespace strew::testing {
namespace {

// The place of each row is a number of its own, dealt to the ranks at random.
struct dealt {
  std::vector<std::uint64_t> owners;
  std::vector<std::int64_t> places, sizes;

  static void locate(void* self, std::int64_t row, std::uint64_t* rank, std::int64_t* place) {
    const auto* const of = static_cast<const dealt*>(self);
    *rank = of->owners[static_cast<std::size_t>(row)];
    *place = of->places[static_cast<std::size_t>(row)];
  }
};

class random_exchange {
 public:
  // Many positions: what is sorted in ranges, and looked for among many entries.
  random_exchange(unsigned seed, bool has_many) : has_many_(has_many), draw_(seed) {
    set_call();
    set_layout();
    set_indices();
    table_.resize(static_cast<std::size_t>(layout.rows * row_bytes_));
    rows_.resize(static_cast<std::size_t>(positions_ * row_bytes_));
    for (unsigned char& byte : table_) byte = static_cast<unsigned char>(draw_());
    for (unsigned char& byte : rows_) byte = static_cast<unsigned char>(draw_());
  }
  random_exchange(const random_exchange&) = delete;
  random_exchange& operator=(const random_exchange&) = delete;

  strew_layout layout = STREW_LAYOUT_INIT;
  std::vector<strew_exchange_call> calls;
  strew_options options = STREW_OPTIONS_INIT;

  [[nodiscard]] bool is_scatter() const { return calls[0].kind == STREW_EXCHANGE_SCATTER; }
  [[nodiscard]] std::int64_t row_bytes() const { return row_bytes_; }
  [[nodiscard]] std::uint64_t largest_entry() const { return static_cast<std::uint64_t>(row_bytes_) + 4; }

  // One call with all positions: its table, or rows, are those that are expected.
  strew_status serial(strew_error& error) {
    const std::int64_t shapes[2][2] = {{layout.rows, calls[0].columns}, {positions_, calls[0].columns}};
    const std::int64_t strides[2] = {row_bytes_, width_};
    strew_tensor t = STREW_TENSOR_INIT, r = STREW_TENSOR_INIT;
    t.dtype = r.dtype = calls[0].dtype;
    t.element_bytes = r.element_bytes = calls[0].element_bytes;
    t.rank = r.rank = 2;
    t.extents = shapes[0];
    r.extents = shapes[1];
    t.strides = r.strides = strides;
    t.data = table_.data();
    r.data = rows_.data();
    strew_tensor i = indices(0, positions_);
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = is_scatter() ? STREW_OPERATOR_SCATTER : STREW_OPERATOR_GATHER;
    return is_scatter() ? strew_run(&op, &t, &i, &r, &t, &options, nullptr, &error)
                        : strew_run(&op, &t, &i, nullptr, &r, &options, nullptr, &error);
  }

  // What each rank has.
  std::vector<rank_rows> divided() {
    std::vector<rank_rows> all(layout.ranks);
    for (std::uint64_t r = 0; r < layout.ranks; ++r)
      all[r].rows.assign(rows_.begin() + cuts_[r] * row_bytes_, rows_.begin() + cuts_[r + 1] * row_bytes_);
    for_each_row([&](std::int64_t row, std::uint64_t rank, std::int64_t place) {
      std::vector<unsigned char>& table = all[rank].table;
      table.resize(std::max(table.size(), static_cast<std::size_t>((place + 1) * row_bytes_)));
      std::copy_n(table_.begin() + row * row_bytes_, row_bytes_, table.begin() + place * row_bytes_);
    });
    return all;
  }
  std::vector<strew_tensor> divided_indices() {
    std::vector<strew_tensor> made;
    for (std::uint64_t r = 0; r < layout.ranks; ++r) made.push_back(indices(cuts_[r], cuts_[r + 1]));
    return made;
  }

  // Takes the places of the rows that the function of the layout would give.
  template <class Visit>
  void for_each_row(const Visit& visit) {
    std::vector<std::int64_t> next(layout.ranks, 0);
    for (std::int64_t row = 0; row < layout.rows; ++row) {
      std::uint64_t rank = 0;
      std::int64_t place = 0;
      if (layout.kind == STREW_LAYOUT_LOCATE) {
        dealt::locate(&dealt_, row, &rank, &place);
      } else {
        rank = owner_of(row);
        place = next[rank]++;
      }
      visit(row, rank, place);
    }
  }

 private:
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(draw_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

  // By the definition of blocks and cycles, rank by rank.
  [[nodiscard]] std::uint64_t owner_of(std::int64_t row) const {
    if (layout.kind == STREW_LAYOUT_CYCLES) return static_cast<std::uint64_t>(row / layout.width) % layout.ranks;
    for (std::uint64_t r = 0;; ++r) {
      const auto end = static_cast<std::int64_t>(r + 1);
      const std::int64_t last =
          layout.starts != nullptr ? layout.starts[r + 1] : layout.rows * end / static_cast<std::int64_t>(layout.ranks);
      if (row < last) return r;
    }
  }

  void set_call() {
    strew_exchange_call call = STREW_EXCHANGE_CALL_INIT;
    call.kind = chance(70) ? STREW_EXCHANGE_SCATTER : STREW_EXCHANGE_GATHER;
    call.dtype = static_cast<strew_dtype>(below(STREW_DTYPE_F8_E5M2 + 1));
    if (call.dtype == STREW_DTYPE_OPAQUE) call.element_bytes = static_cast<std::uint64_t>(1 + below(9));
    width_ = call.dtype == STREW_DTYPE_OPAQUE ? static_cast<std::int64_t>(call.element_bytes)
                                              : static_cast<std::int64_t>(strew_dtype_bytes(call.dtype));
    call.columns = chance(3) ? 0 : 1 + below(chance(80) || has_many_ ? 4 : 40);
    row_bytes_ = width_ * call.columns;
    const strew_dtype types[] = {STREW_DTYPE_I8, STREW_DTYPE_I16, STREW_DTYPE_I32, STREW_DTYPE_I64,
                                 STREW_DTYPE_U8, STREW_DTYPE_U16, STREW_DTYPE_U32, STREW_DTYPE_U64};
    call.index_dtype = types[has_many_ ? below(2) * 4 + 2 + below(2) : below(8)];
    call.keeps_routes = static_cast<std::int32_t>(below(2));
    call.combines = static_cast<std::int32_t>(below(2));
    const bool has_reduction =
        call.kind == STREW_EXCHANGE_SCATTER && call.dtype != STREW_DTYPE_OPAQUE && call.dtype <= STREW_DTYPE_C128;
    options.reduction = has_reduction ? static_cast<std::int32_t>(below(10)) : STREW_REDUCTION_NONE;
    options.exclude_self = options.reduction == STREW_REDUCTION_NONE ? 0 : static_cast<std::int32_t>(below(2));
    options.accumulate = chance(80) ? STREW_ACCUMULATE_WIDE : STREW_ACCUMULATE_NATIVE;
    const std::int32_t policies[] = {STREW_OOB_ERROR, STREW_OOB_CLAMP, STREW_OOB_WRAP, STREW_OOB_SKIP};
    options.out_of_bounds = policies[below(4)];
    options.negative_indices = chance(50) ? STREW_NEGATIVE_FROM_END : STREW_NEGATIVE_INVALID;
    layout.ranks = static_cast<std::uint64_t>(1 + below(chance(90) ? 8 : 64));
    calls.assign(layout.ranks, call);
    for (strew_exchange_call& one : calls)
      if (chance(60)) one.budget = static_cast<std::uint64_t>(1 + below((has_many_ ? 20000 : 40) * (row_bytes_ + 4)));
  }

  void set_layout() {
    layout.rows = chance(3) ? 0 : 1 + below(has_many_ ? 60000 : chance(70) ? 40 : 120);
    layout.kind = static_cast<std::int32_t>(below(3));
    layout.width = 1 + below(7);
    if (layout.kind == STREW_LAYOUT_BLOCKS && chance(50)) {
      starts_.assign(layout.ranks + 1, 0);
      for (std::int64_t& one : starts_) one = below(layout.rows + 1);
      starts_.front() = 0;
      starts_.back() = layout.rows;
      std::sort(starts_.begin(), starts_.end());
      layout.starts = starts_.data();
    }
    if (layout.kind != STREW_LAYOUT_LOCATE) return;
    dealt_.sizes.assign(layout.ranks, 0);
    for (std::int64_t row = 0; row < layout.rows; ++row) {
      dealt_.owners.push_back(static_cast<std::uint64_t>(below(static_cast<std::int64_t>(layout.ranks))));
      dealt_.places.push_back(dealt_.sizes[dealt_.owners.back()]++);
    }
    for (std::int64_t row = layout.rows; row-- > 1;) {  // places need not ascend
      const auto a = static_cast<std::size_t>(row), b = static_cast<std::size_t>(below(row));
      if (dealt_.owners[a] == dealt_.owners[b]) std::swap(dealt_.places[a], dealt_.places[b]);
    }
    layout.locate = dealt::locate;
    layout.self = &dealt_;
    layout.sizes = dealt_.sizes.data();
  }

  void set_indices() {
    positions_ = chance(5) ? 0 : below(has_many_ ? 80000 : chance(80) ? 60 : 700);
    cuts_.assign(layout.ranks + 1, 0);
    for (std::int64_t& one : cuts_) one = below(positions_ + 1);
    cuts_.front() = 0;
    cuts_.back() = positions_;
    std::sort(cuts_.begin(), cuts_.end());
    index_width_ = static_cast<std::int64_t>(strew_dtype_bytes(calls[0].index_dtype));
    index_step_ = index_width_ * (chance(80) ? 1 : 3);
    indices_.assign(static_cast<std::size_t>(positions_ * index_step_), 0);
    const bool is_signed = calls[0].index_dtype <= STREW_DTYPE_I64 && calls[0].index_dtype >= STREW_DTYPE_I8;
    const bool has_bad = chance(30);
    const int skew = static_cast<int>(below(3));
    for (std::int64_t p = 0; p < positions_; ++p) {
      const std::int64_t most = std::min<std::int64_t>(std::max<std::int64_t>(layout.rows, 1), has_many_ ? 60000 : 120);
      std::int64_t value = skew == 0 || chance(30) ? below(most)
                           : skew == 1             ? most / 2
                                                   : below(std::min<std::int64_t>(most, 3));
      if (is_signed && options.negative_indices == STREW_NEGATIVE_FROM_END && chance(20)) value -= layout.rows;
      if ((has_bad || options.out_of_bounds != STREW_OOB_ERROR) && chance(2))
        value += is_signed && chance(50) ? -120 : 120;
      std::memcpy(indices_.data() + p * index_step_, &value, static_cast<std::size_t>(index_width_));
    }
  }

  strew_tensor indices(std::int64_t first, std::int64_t last) {
    sizes_.push_back(std::make_unique<std::int64_t>(last - first));
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = calls[0].index_dtype;
    made.rank = 1;
    made.extents = sizes_.back().get();
    made.strides = &index_step_;
    made.data = indices_.data() + first * index_step_;
    return made;
  }

  bool has_many_;
  std::mt19937 draw_;
  std::int64_t width_ = 1, row_bytes_ = 0, positions_ = 0, index_width_ = 8, index_step_ = 8;
  std::vector<std::int64_t> starts_, cuts_;
  std::vector<std::unique_ptr<std::int64_t>> sizes_;
  dealt dealt_;
  std::vector<unsigned char> indices_;

 public:
  std::vector<unsigned char> table_, rows_;
};

// The ranks' rows, compared with those of the serial call.
void expect_same(random_exchange& of, const std::vector<rank_rows>& all) {
  const auto width = static_cast<std::size_t>(of.row_bytes());
  if (width == 0) return;
  if (of.is_scatter()) {
    of.for_each_row([&](std::int64_t row, std::uint64_t rank, std::int64_t place) {
      ASSERT_EQ(
          std::memcmp(all[rank].table.data() + place * of.row_bytes(), of.table_.data() + row * of.row_bytes(), width),
          0)
          << "row " << row << ", place " << place << " of rank " << rank;
    });
    return;
  }
  std::vector<unsigned char> rows;
  for (const rank_rows& one : all) rows.insert(rows.end(), one.rows.begin(), one.rows.end());
  ASSERT_EQ(rows, of.rows_);
}

using outcomes = std::map<std::string, int>;

void compare(unsigned seeds, bool have_many, outcomes& seen) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    random_exchange one(seed, have_many);
    std::vector<rank_rows> all = one.divided();
    const std::vector<rank_rows> before = all;
    ranks some(one.layout, one.calls, one.options, one.row_bytes());
    strew_error error = STREW_ERROR_INIT, whole = STREW_ERROR_INIT;
    const strew_status begun = some.begin(one.divided_indices(), error);
    const strew_status expected = one.serial(whole);
    ASSERT_EQ(begun == STREW_STATUS_OK, expected == STREW_STATUS_OK) << error.message << '\n' << whole.message;
    if (begun != STREW_STATUS_OK) {
      ++seen[expected == STREW_STATUS_INDEX ? "bad indices" : "refused"];
      if (expected == STREW_STATUS_INDEX) {
        ASSERT_STREQ(error.message, whole.message);
        ASSERT_EQ(std::memcmp(&error, &whole, sizeof error), 0);
      }
      continue;
    }
    const traffic crossed = some.run(all);
    ++seen[crossed.rounds > 5 ? "many rounds" : "few rounds"];
    expect_same(one, all);
    if (::testing::Test::HasFailure()) return;
    std::uint64_t budget = ~std::uint64_t{0};
    for (const strew_exchange_call& call : one.calls)
      budget = std::min(budget, call.budget == 0 ? budget : call.budget);
    if (one.calls[0].keeps_routes == 0 && one.is_scatter()) {
      ASSERT_LE(crossed.largest, std::max({budget, one.largest_entry(), 8 * one.layout.ranks * 512}));
    }
    if (one.calls[0].keeps_routes == 0) continue;
    some.repeat();
    some.run(all);
    ASSERT_EQ(one.serial(whole), STREW_STATUS_OK);
    expect_same(one, all);
    ++seen["repeated"];
    if (::testing::Test::HasFailure()) return;
  }
}

// STREW_EXCHANGES=100000 for as many calls.
unsigned calls_of(unsigned usual) {
  const char* given = std::getenv("STREW_EXCHANGES");
  return given == nullptr ? usual : static_cast<unsigned>(std::strtoul(given, nullptr, 10));
}

TEST(exchanges, of_random_calls_have_the_bits_and_the_errors_of_one) {
  outcomes seen;
  compare(calls_of(6000), false, seen);
  for (const char* what : {"bad indices", "refused", "many rounds", "few rounds", "repeated"})
    EXPECT_GT(seen[what], 100) << what;
}

TEST(exchanges, of_many_positions_have_the_bits_of_one) {
  outcomes seen;
  compare(60, true, seen);
  for (const char* what : {"many rounds", "few rounds", "repeated"}) EXPECT_GT(seen[what], 5) << what;
}

}  // namespace
}  // namespace strew::testing
