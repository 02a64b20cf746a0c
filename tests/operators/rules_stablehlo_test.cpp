// Numbered rules of the forms of StableHLO, one fault at a time: GC1 to GC22 and SH1 of the gather, SC2 to SC22 of the
// scatter.
#include "operators/rules.hpp"

namespace strew::support {
namespace {

void expect_all(operator_kind kind, const std::vector<fault>& faults) {
  for (const fault& f : faults) expect_fault(sample_of(kind), f);
}

// The result of the sample with other dimension lists would have other extents; GC22 comes last.
TEST(rules, GC_of_the_lists_of_the_operand) {
  expect_all(operator_kind::stablehlo_gather,
             {{"GC1", STREW_OPERAND_DATA, {"3", "2"}, [](sample& s) { s.numbers.window = {}; }},
              {"GC2", STREW_OPERAND_INDICES, {"4", "[0, 3]"}, [](sample& s) { s.numbers.index_vector_dim = 4; }},
              {"GC2", STREW_OPERAND_INDICES, {"-1"}, [](sample& s) { s.numbers.index_vector_dim = -1; }},
              {"GC3",
               STREW_OPERAND_INDICES,
               {"2", "1"},
               [](sample& s) {
                 s.numbers.index_map = {1, 2};
               }},
              {"GC3", STREW_OPERAND_INDICES, {"0", "1"}, [](sample& s) { s.numbers.index_map = {}; }},
              {"GC3",
               STREW_OPERAND_INDICES,
               {"2", "1"},
               [](sample& s) {
                 s.numbers.index_map = {1, 2}, s.numbers.index_vector_dim = 3;
               }},
              {"GC4",
               STREW_OPERAND_NONE,
               {"[3, 2]"},
               [](sample& s) {
                 s.numbers.window = {3, 2}, s.numbers.collapsed = {};
               }},
              {"GC4",
               STREW_OPERAND_NONE,
               {"[2, 2]"},
               [](sample& s) {
                 s.numbers.window = {2, 2}, s.numbers.collapsed = {};
               }},
              {"GC5", STREW_OPERAND_NONE, {"[3]", "3"}, [](sample& s) { s.numbers.window = {3}; }},
              {"GC5", STREW_OPERAND_NONE, {"[-1]"}, [](sample& s) { s.numbers.window = {-1}; }},
              {"GC6", STREW_OPERAND_NONE, {"[0, 0]"}, [](sample& s) { s.numbers.collapsed = {0}; }},
              {"GC7",
               STREW_OPERAND_NONE,
               {"[2, 1]"},
               [](sample& s) {
                 s.numbers.collapsed = {2, 1}, s.numbers.window = {};
               }},
              {"GC8", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.collapsed = {3}; }},
              {"GC8", STREW_OPERAND_NONE, {"[-1]"}, [](sample& s) { s.numbers.collapsed = {-1}; }},
              {"GC9", STREW_OPERAND_NONE, {"2", "1"}, [](sample& s) {
                 s.numbers.slice_sizes = {1, 2, 4};
               }}});
}

TEST(rules, GC_of_the_batching_dimensions) {
  const auto two = [](sample& s) {
    s.numbers.batching = {0, 2};
    s.numbers.window = {};
    s.numbers.slice_sizes = {1, 1, 1};
  };
  expect_all(operator_kind::stablehlo_gather,
             {{"GC10",
               STREW_OPERAND_NONE,
               {"[2, 0]"},
               [&](sample& s) {
                 two(s), s.numbers.batching = {2, 0};
               }},
              {"GC11", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.batching = {3}; }},
              {"GC11", STREW_OPERAND_NONE, {"[-1]"}, [](sample& s) { s.numbers.batching = {-1}; }},
              {"GC12",
               STREW_OPERAND_NONE,
               {"2", "0"},
               [](sample& s) {
                 s.numbers.slice_sizes = {2, 1, 4};
               }},
              {"GC13",
               STREW_OPERAND_NONE,
               {"[0, 0]"},
               [&](sample& s) {
                 two(s), s.numbers.index_batching = {0, 0};
               }},
              {"GC14", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.index_batching = {3}; }},
              {"GC14", STREW_OPERAND_NONE, {"[-1]"}, [](sample& s) { s.numbers.index_batching = {-1}; }},
              {"GC15", STREW_OPERAND_INDICES, {"[2]", "2"}, [](sample& s) { s.numbers.index_batching = {2}; }},
              {"GC16", STREW_OPERAND_NONE, {"1", "0"}, [](sample& s) { s.numbers.index_batching = {}; }},
              {"GC17", STREW_OPERAND_INDICES, {"5", "2"}, [](sample& s) { s.numbers.index_batching = {1}; }}});
}

TEST(rules, GC_of_starts_sizes_and_result) {
  expect_all(operator_kind::stablehlo_gather,
             {{"GC18", STREW_OPERAND_NONE, {"[0, 0]"}, [](sample& s) { s.numbers.index_map = {0}; }},
              {"GC19", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.index_map = {3}; }},
              {"GC19", STREW_OPERAND_NONE, {"[-1]"}, [](sample& s) { s.numbers.index_map = {-1}; }},
              {"GC20",
               STREW_OPERAND_DATA,
               {"2", "3"},
               [](sample& s) {
                 s.numbers.slice_sizes = {1, 1};
               }},
              {"GC21",
               STREW_OPERAND_DATA,
               {"5", "4"},
               [](sample& s) {
                 s.numbers.slice_sizes = {1, 1, 5};
               }},
              {"GC21",
               STREW_OPERAND_DATA,
               {"-1", "4"},
               [](sample& s) {
                 s.numbers.slice_sizes = {1, 1, -1};
               }},
              {"GC22",
               STREW_OPERAND_OUTPUT,
               {"[2, 5, 3]", "[2, 5, 4]"},
               [](sample& s) {
                 s.output = floats({2, 5, 3}, 9);
               }},
              {"GC22",
               STREW_OPERAND_OUTPUT,
               {"4", "3"},
               [](sample& s) {
                 s.output.extents = {2, 5, 2, 2};
               }},
              {"SH1", STREW_OPERAND_DATA, {"1", "0"}, [](sample& s) {
                 s.numbers.slice_sizes = {1, 0, 4};
               }}});
}

// A slice size of 0 in a collapsed dimension is fine where the result is empty.
TEST(rules, SH1_only_of_results_that_are_not_empty) {
  sample s = sample_of(operator_kind::stablehlo_gather);
  s.numbers.slice_sizes = {1, 0, 0};
  s.output = floats({2, 5, 0}, 9);
  expect_works(s);
}

TEST(rules, SC_of_windows) {
  expect_all(operator_kind::stablehlo_scatter,
             {{"SC2", STREW_OPERAND_DATA, {"3", "2"}, [](sample& s) { s.numbers.window = {}; }},
              {"SC4",
               STREW_OPERAND_UPDATES,
               {"5", "4"},
               [](sample& s) {
                 s.updates = floats({2, 5, 5}, 2);
               }},
              {"SC4",
               STREW_OPERAND_UPDATES,
               {"4", "5"},
               [](sample& s) {
                 s.updates = floats({2, 4, 4}, 2);
               }},
              {"SC4",
               STREW_OPERAND_UPDATES,
               {"2", "3"},
               [](sample& s) {
                 s.updates.extents = {10, 4};
               }},
              {"SC7",
               STREW_OPERAND_NONE,
               {"[3, 2]"},
               [](sample& s) {
                 s.numbers.window = {3, 2}, s.numbers.collapsed = {}, s.updates.extents = {2, 5, 1, 4};
               }},
              {"SC7",
               STREW_OPERAND_NONE,
               {"[2, 2]"},
               [](sample& s) {
                 s.numbers.window = {2, 2}, s.numbers.collapsed = {}, s.updates.extents = {2, 5, 1, 4};
               }},
              {"SC8", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.window = {3}; }},
              {"SC8", STREW_OPERAND_NONE, {"[-1]"}, [](sample& s) { s.numbers.window = {-1}; }},
              {"SC9",
               STREW_OPERAND_NONE,
               {"[0, 0]"},
               [](sample& s) {
                 s.numbers.collapsed = {0}, s.updates.extents = {2, 5, 3};
               }},
              {"SC10",
               STREW_OPERAND_NONE,
               {"[2, 1]"},
               [](sample& s) {
                 s.numbers.collapsed = {2, 1}, s.numbers.window = {}, s.updates.extents = {2, 5};
               }},
              {"SC11", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) {
                 s.numbers.collapsed = {3}, s.updates.extents = {2, 5, 3};
               }}});
}

TEST(rules, SC_of_the_batching_dimensions) {
  const auto two = [](sample& s) {
    s.numbers.batching = {0, 2};
    s.numbers.window = {};
    s.updates.extents = {2, 5};
  };
  expect_all(operator_kind::stablehlo_scatter,
             {{"SC12",
               STREW_OPERAND_NONE,
               {"[2, 0]"},
               [&](sample& s) {
                 two(s), s.numbers.batching = {2, 0};
               }},
              {"SC13",
               STREW_OPERAND_NONE,
               {"[3]"},
               [](sample& s) {
                 s.numbers.batching = {3}, s.updates.extents = {2, 5, 2};
               }},
              {"SC14",
               STREW_OPERAND_NONE,
               {"[0, 0]"},
               [&](sample& s) {
                 two(s), s.numbers.index_batching = {0, 0};
               }},
              {"SC15", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.index_batching = {3}; }},
              {"SC16", STREW_OPERAND_INDICES, {"[2]", "2"}, [](sample& s) { s.numbers.index_batching = {2}; }},
              {"SC17", STREW_OPERAND_NONE, {"1", "0"}, [](sample& s) { s.numbers.index_batching = {}; }},
              {"SC18", STREW_OPERAND_INDICES, {"5", "2"}, [](sample& s) { s.numbers.index_batching = {1}; }}});
}

TEST(rules, SC_of_starts) {
  const auto past = [](sample& s, int64_t dim) {
    s.numbers.index_vector_dim = dim;
    s.numbers.window = {3};
    s.updates.extents = {2, 5, 1, 4};
  };
  expect_all(operator_kind::stablehlo_scatter,
             {{"SC19",
               STREW_OPERAND_INDICES,
               {"2", "1"},
               [](sample& s) {
                 s.numbers.index_map = {1, 2};
               }},
              {"SC20", STREW_OPERAND_NONE, {"[0, 0]"}, [](sample& s) { s.numbers.index_map = {0}; }},
              {"SC21", STREW_OPERAND_NONE, {"[3]"}, [](sample& s) { s.numbers.index_map = {3}; }},
              {"SC22", STREW_OPERAND_INDICES, {"4", "[0, 3]"}, [&](sample& s) { past(s, 4); }},
              {"SC22", STREW_OPERAND_INDICES, {"-1"}, [&](sample& s) { past(s, -1); }}});
}

}  // namespace
}  // namespace strew::support
