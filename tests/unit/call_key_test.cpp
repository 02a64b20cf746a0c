// The key of a cached plan contains everything that determines the plan, so that two calls with different plans have
// different keys.
#include "api/call_key.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace strew::engine::testing {
namespace {

using api::call_key;

// A scatter whose operands have two dimensions and strides, with options.
struct keyed_call {
  strew_operator op = STREW_OPERATOR_INIT;
  std::vector<std::int64_t> extents[4], strides[4];
  strew_tensor views[4];
  bool has_strides[4] = {true, true, true, true};
  bool has_indices = true, has_options = true, is_scatter = true, is_in_place = true;
  strew_options options = STREW_OPTIONS_INIT;

  keyed_call() {
    op.kind = STREW_OPERATOR_SCATTER;
    op.axis = 1;
    op.batch_dims = 1;
    for (int n = 0; n < 4; ++n) {
      extents[n] = {5 + n, 3};
      strides[n] = {64, 4 + n};
      views[n] = STREW_TENSOR_INIT;
      views[n].dtype = n == 1 ? STREW_DTYPE_I64 : STREW_DTYPE_F32;
    }
  }

  // `use` looks at the call while its lists are at hand.
  template <class Use>
  auto formed(const Use& use) {
    for (int n = 0; n < 4; ++n) {
      views[n].rank = extents[n].size();
      views[n].extents = extents[n].data();
      views[n].strides = has_strides[n] ? strides[n].data() : nullptr;
    }
    return use(
        api::call_form{op,
                       {&views[0], has_indices ? &views[1] : nullptr, is_scatter ? &views[2] : nullptr, &views[3]},
                       has_options ? &options : nullptr,
                       is_in_place});
  }
  call_key key() {
    return formed([](const api::call_form& call) { return call_key(call); });
  }
  bool has_key(const call_key& known) {
    return formed([&](const api::call_form& call) { return known == call; });
  }
};

void give_fill(keyed_call& c, const void* value, strew_dtype type, std::uint64_t bytes) {
  c.options.out_of_bounds = STREW_OOB_FILL;
  c.options.fill_value = value;
  c.options.fill_dtype = type;
  c.options.fill_bytes = bytes;
}

using change = std::pair<std::string, std::function<void(keyed_call&)>>;

std::vector<change> all_changes() {
  static const float one = 1, two = 2;
  static const std::array<std::uint64_t, 2> ones = {1, 1}, apart = {1, 2};
  std::vector<change> all = {
      {"fill of one", [](keyed_call& c) { give_fill(c, &one, STREW_DTYPE_F32, 0); }},
      {"fill of two", [](keyed_call& c) { give_fill(c, &two, STREW_DTYPE_F32, 0); }},
      {"fill of the same bits", [](keyed_call& c) { give_fill(c, &one, STREW_DTYPE_U32, 0); }},
      {"fill of these bytes", [](keyed_call& c) { give_fill(c, &one, STREW_DTYPE_OPAQUE, 4); }},
      {"fill of 8 bytes", [](keyed_call& c) { give_fill(c, ones.data(), STREW_DTYPE_OPAQUE, 8); }},
      {"fill of 16 bytes", [](keyed_call& c) { give_fill(c, ones.data(), STREW_DTYPE_OPAQUE, 16); }},
      {"fill with another end", [](keyed_call& c) { give_fill(c, apart.data(), STREW_DTYPE_C128, 0); }},
      {"axis", [](keyed_call& c) { c.op.axis = -1; }},
      {"batch_dims", [](keyed_call& c) { c.op.batch_dims = 0; }},
      {"axis and batch_dims", [](keyed_call& c) { c.op.axis = 0; }},
      {"mode", [](keyed_call& c) { c.op.mode = STREW_MODE_CIRCULAR; }},
      {"a mode far outside", [](keyed_call& c) { c.op.mode = -1; }},
      {"direction", [](keyed_call& c) { c.is_scatter = false; }},
      {"not in place", [](keyed_call& c) { c.is_in_place = false; }},
      {"no indices", [](keyed_call& c) { c.has_indices = false; }},
      {"no options", [](keyed_call& c) { c.has_options = false; }},
      {"reduction", [](keyed_call& c) { c.options.reduction = STREW_REDUCTION_ADD; }},
      {"out_of_bounds", [](keyed_call& c) { c.options.out_of_bounds = STREW_OOB_SKIP; }},
      {"negative_indices", [](keyed_call& c) { c.options.negative_indices = STREW_NEGATIVE_INVALID; }},
      {"exclude_self", [](keyed_call& c) { c.options.exclude_self = 1; }},
      {"accumulate", [](keyed_call& c) { c.options.accumulate = STREW_ACCUMULATE_NATIVE; }},
      {"unordered", [](keyed_call& c) { c.options.unordered = 1; }},
      {"duplicates", [](keyed_call& c) { c.options.duplicates = STREW_DUPLICATES_ERROR; }},
      {"partial_window", [](keyed_call& c) { c.options.partial_window = STREW_PARTIAL_WHOLE; }},
      {"an option far outside", [](keyed_call& c) { c.options.reduction = 1 << 20; }},
  };
  for (std::int32_t kind = STREW_OPERATOR_GATHER; kind <= STREW_OPERATOR_STABLEHLO_SCATTER; ++kind) {
    if (kind == STREW_OPERATOR_SCATTER) continue;
    all.emplace_back(strew_operator_name(kind), [kind](keyed_call& c) { c.op.kind = kind; });
  }
  for (int n = 0; n < 4; ++n) {
    const std::string of = " of operand " + std::to_string(n);
    all.emplace_back("dtype" + of, [n](keyed_call& c) { c.views[n].dtype = STREW_DTYPE_U16; });
    all.emplace_back("element_bytes" + of, [n](keyed_call& c) { c.views[n].element_bytes = 4; });
    all.emplace_back("rank" + of, [n](keyed_call& c) {
      c.extents[n].push_back(1);
      c.strides[n].push_back(1);
    });
    all.emplace_back("packed" + of, [n](keyed_call& c) { c.has_strides[n] = false; });
    for (std::size_t d = 0; d < 2; ++d) {
      all.emplace_back("extent" + of, [n, d](keyed_call& c) { ++c.extents[n][d]; });
      all.emplace_back("stride" + of, [n, d](keyed_call& c) { c.strides[n][d] += std::int64_t{1} << 40U; });
    }
  }
  return all;
}

TEST(call_key, is_another_one_for_every_change) {
  const call_key base = keyed_call().key();
  EXPECT_TRUE(base == keyed_call().key());
  EXPECT_EQ(base.hash(), keyed_call().key().hash());
  std::vector<std::pair<std::string, call_key>> known_keys = {{"base", base}};
  for (const auto& [name, apply] : all_changes()) {
    keyed_call changed;
    apply(changed);
    const call_key key = changed.key();
    ASSERT_FALSE(key.is_empty()) << name;
    EXPECT_TRUE(changed.has_key(key)) << name;
    for (const auto& [other, known] : known_keys) {
      EXPECT_FALSE(key == known) << name << " and " << other;
      EXPECT_FALSE(changed.has_key(known)) << name << " and " << other;
      EXPECT_NE(key.hash(), known.hash()) << name << " and " << other;
    }
    known_keys.emplace_back(name, key);
  }
}

// The lists of both operators by name, with `entries` in the list `of` and {0} in the others.
template <class Dimensions, std::size_t Count>
Dimensions dimensions_with(strew_dims Dimensions::*const (&lists)[Count], std::size_t of,
                           const std::vector<std::int64_t>& entries) {
  static const std::int64_t zero = 0;
  Dimensions made{};
  for (std::size_t n = 0; n < Count; ++n) made.*lists[n] = {&zero, 1};
  made.*lists[of] = {entries.data(), entries.size()};
  return made;
}

constexpr strew_dims strew_gather_dimensions::*lists_of_gather[] = {
    &strew_gather_dimensions::offset_dims,           &strew_gather_dimensions::collapsed_slice_dims,
    &strew_gather_dimensions::operand_batching_dims, &strew_gather_dimensions::start_indices_batching_dims,
    &strew_gather_dimensions::start_index_map,       &strew_gather_dimensions::slice_sizes};
constexpr strew_dims strew_scatter_dimensions::*lists_of_scatter[] = {
    &strew_scatter_dimensions::update_window_dims, &strew_scatter_dimensions::inserted_window_dims,
    &strew_scatter_dimensions::input_batching_dims, &strew_scatter_dimensions::scatter_indices_batching_dims,
    &strew_scatter_dimensions::scatter_dims_to_operand_dims};

const std::vector<std::vector<std::int64_t>> short_lists = {{}, {1}, {14}, {0, 0}, {1, 0}, {0, 1, 2, 3, 4, 5, 6, 7}};

template <std::size_t Count, class Dimensions, class Give>
void expect_a_key_for_every_list(strew_dims Dimensions::*const (&lists)[Count], const Give& give) {
  std::vector<call_key> known_keys;
  for (std::size_t of = 0; of < Count; ++of) {
    for (const std::vector<std::int64_t>& entries : short_lists) {
      const Dimensions dimensions = dimensions_with(lists, of, entries);
      keyed_call changed;
      give(changed, dimensions);
      const call_key key = changed.key();
      ASSERT_FALSE(key.is_empty());
      EXPECT_TRUE(changed.has_key(key));
      for (const call_key& known : known_keys) {
        EXPECT_FALSE(key == known) << of << ": " << entries.size();
        EXPECT_FALSE(changed.has_key(known)) << of << ": " << entries.size();
      }
      known_keys.push_back(key);
    }
  }
}

TEST(call_key, is_another_one_for_every_dimension_list) {
  expect_a_key_for_every_list(lists_of_gather, [](keyed_call& c, const strew_gather_dimensions& dimensions) {
    c.op.kind = STREW_OPERATOR_STABLEHLO_GATHER;
    c.op.gather_dimensions = &dimensions;
  });
  expect_a_key_for_every_list(lists_of_scatter, [](keyed_call& c, const strew_scatter_dimensions& dimensions) {
    c.op.kind = STREW_OPERATOR_STABLEHLO_SCATTER;
    c.op.scatter_dimensions = &dimensions;
  });
}

TEST(call_key, is_empty_for_a_list_that_needs_more_room) {
  for (const std::vector<std::int64_t>& entries : {std::vector<std::int64_t>(9, 1), {15}, {-1}, {16}}) {
    for (std::size_t of = 0; of < std::size(lists_of_scatter); ++of) {
      const auto dimensions = dimensions_with(lists_of_scatter, of, entries);
      keyed_call changed;
      changed.op.scatter_dimensions = &dimensions;
      EXPECT_TRUE(changed.key().is_empty()) << of << ": " << entries.size();
    }
  }
}

TEST(call_key, is_empty_where_a_call_is_not_remembered) {
  static constexpr std::array<char, 17> fill = {};
  const std::vector<change> changes = {
      {"solver", [](keyed_call& c) { c.options.solver = "strided"; }},
      {"fill value without its policy",
       [](keyed_call& c) {
         give_fill(c, fill.data(), STREW_DTYPE_F32, 0);
         c.options.out_of_bounds = 0;
       }},
      {"fill value of many bytes", [](keyed_call& c) { give_fill(c, fill.data(), STREW_DTYPE_OPAQUE, 17); }},
      {"fill value of an unknown type", [](keyed_call& c) { give_fill(c, fill.data(), 99, 4); }},
      {"rank", [](keyed_call& c) { c.extents[3] = c.strides[3] = std::vector<std::int64_t>(9, 1); }}};
  for (const auto& [name, apply] : changes) {
    keyed_call changed;
    apply(changed);
    EXPECT_TRUE(changed.key().is_empty()) << name;
    EXPECT_FALSE(changed.has_key(keyed_call().key())) << name;
  }
  EXPECT_FALSE(keyed_call().has_key(call_key()));
  keyed_call largest;
  for (int n = 0; n < 4; ++n) largest.extents[n] = largest.strides[n] = std::vector<std::int64_t>(8, n + 1);
  EXPECT_FALSE(largest.key().is_empty());
}

TEST(call_key, keeps_its_words_when_copied) {
  const call_key base = keyed_call().key();
  call_key copy;
  EXPECT_TRUE(copy.is_empty());
  copy = base;
  EXPECT_TRUE(copy == base);
  EXPECT_EQ(copy.hash(), base.hash());
}

}  // namespace
}  // namespace strew::engine::testing
