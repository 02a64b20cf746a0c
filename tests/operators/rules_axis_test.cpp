// Numbered rules of the operators along an axis, of the elements and ND forms and of tensor_scatter, one fault at a
// time.
#include "operators/rules.hpp"

namespace strew::support {
namespace {

TEST(rules, samples_work) {
  for (const operator_kind kind : all_ops) expect_works(sample_of(kind));
}

TEST(rules, AX) {
  for (const operator_kind kind : {operator_kind::gather, operator_kind::scatter}) {
    const fault faults[] = {
        {"AX1", STREW_OPERAND_DATA, {"0"}, [](sample& s) { s.data.extents = {}; }},
        {"AX2", STREW_OPERAND_NONE, {"2", "[-2, 1]"}, [](sample& s) { s.axis = 2; }},
        {"AX2", STREW_OPERAND_NONE, {"-3"}, [](sample& s) { s.axis = -3; }},
        {"AX2", STREW_OPERAND_NONE, {"-9223372036854775808"}, [](sample& s) { s.axis = INT64_MIN; }},
        {"AX3", STREW_OPERAND_NONE, {"2", "[0, 1]"}, [](sample& s) { s.batch_dims = 2; }},
        {"AX3", STREW_OPERAND_NONE, {"-1"}, [](sample& s) { s.batch_dims = -1; }},
        {"AX3", STREW_OPERAND_NONE, {"1", "[0, 0]", "axis 0"}, [](sample& s) { s.axis = 0, s.batch_dims = 1; }},
        {"AX3", STREW_OPERAND_NONE, {"1", "rank 0"}, [](sample& s) { s.indices.extents = {}, s.batch_dims = 1; }},
        {"AX4",
         STREW_OPERAND_INDICES,
         {"3", "2"},
         [](sample& s) {
           s.indices = {{3}, {0, 0, 0}}, s.batch_dims = 1;
         }},
        {"AX5",
         direct_of(kind),
         {"[2, 3]", "[2, 2]"},
         [](sample& s) {
           s.updates = floats({2, 3}, 2), s.output = is_scatter(s.kind) ? s.output : floats({2, 3}, 9);
         }},
        {"AX5",
         direct_of(kind),
         {"[4]", "[2, 2]"},
         [](sample& s) { s.updates = floats({4}, 2), s.output = is_scatter(s.kind) ? s.output : floats({4}, 9); }},
    };
    for (const fault& f : faults) expect_fault(sample_of(kind), f);
  }
}

TEST(rules, EL) {
  for (const operator_kind kind : {operator_kind::gather_elements, operator_kind::scatter_elements}) {
    const fault faults[] = {
        {"EL1", STREW_OPERAND_INDICES, {"1", "2"}, [](sample& s) { s.indices.extents = {4}; }},
        {"EL1", STREW_OPERAND_INDICES, {"0"}, [](sample& s) { s.data.extents = {}, s.indices.extents = {}; }},
        {"EL2", STREW_OPERAND_NONE, {"2", "[-2, 1]"}, [](sample& s) { s.axis = 2; }},
        {"EL2", STREW_OPERAND_NONE, {"-3"}, [](sample& s) { s.axis = -3; }},
        {"EL3",
         direct_of(kind),
         {"[1, 4]", "[2, 2]"},
         [](sample& s) {
           s.updates.extents = {1, 4}, s.output.extents = is_scatter(s.kind) ? shape{2, 3} : shape{1, 4};
         }},
        {"EL4",
         STREW_OPERAND_INDICES,
         {"0", "4", "2"},
         [](sample& s) {
           s.indices = {{4, 1}, {0, 0, 0, 0}};
           s.updates.extents = {4, 1};
           if (!is_scatter(s.kind)) s.output.extents = {4, 1};
         }},
        // Also when indices are empty.
        {"EL4",
         STREW_OPERAND_INDICES,
         {"3", "2"},
         [](sample& s) {
           s.indices = {{3, 0}, {}};
           s.updates.extents = {3, 0};
           if (!is_scatter(s.kind)) s.output.extents = {3, 0};
         }},
    };
    for (const fault& f : faults) expect_fault(sample_of(kind), f);
  }
}

TEST(rules, ND) {
  for (const operator_kind kind : {operator_kind::gather_nd, operator_kind::scatter_nd}) {
    const fault faults[] = {
        {"ND1", STREW_OPERAND_INDICES, {"0"}, [](sample& s) { s.indices.extents = {}; }},
        {"ND2", STREW_OPERAND_NONE, {"2", "[0, 1]"}, [](sample& s) { s.batch_dims = 2; }},
        {"ND2", STREW_OPERAND_NONE, {"-1"}, [](sample& s) { s.batch_dims = -1; }},
        {"ND3",
         STREW_OPERAND_INDICES,
         {"3", "2"},
         [](sample& s) {
           s.indices = {{2, 3}, {0, 0, 0, 0, 0, 0}};
         }},
        {"ND4", STREW_OPERAND_INDICES, {"2", "3"}, [](sample& s) { s.batch_dims = 1; }},
        {"ND5",
         direct_of(kind),
         {"[2, 3]", "[2, 4]"},
         [](sample& s) {
           s.updates.extents = {2, 3}, s.output.extents = is_scatter(s.kind) ? shape{3, 4} : shape{2, 3};
         }},
    };
    for (const fault& f : faults) expect_fault(sample_of(kind), f);
  }
}

TEST(rules, TS) {
  const fault faults[] = {
      {"TS1", STREW_OPERAND_DATA, {"1"}, [](sample& s) { s.data.extents = {6}; }},
      {"TS1", STREW_OPERAND_UPDATES, {"1", "2"}, [](sample& s) { s.updates.extents = {4}; }},
      {"TS2", STREW_OPERAND_NONE, {"2", "[-2, 1]"}, [](sample& s) { s.axis = 2; }},
      {"TS2", STREW_OPERAND_NONE, {"-3"}, [](sample& s) { s.axis = -3; }},
      {"TS3", STREW_OPERAND_NONE, {"0"}, [](sample& s) { s.axis = 0; }},
      {"TS3", STREW_OPERAND_NONE, {"-2"}, [](sample& s) { s.axis = -2; }},
      {"TS4",
       STREW_OPERAND_UPDATES,
       {"0", "1", "2"},
       [](sample& s) {
         s.updates.extents = {1, 2};
       }},
      {"TS5",
       STREW_OPERAND_UPDATES,
       {"4", "3"},
       [](sample& s) {
         s.updates = floats({2, 4}, 2);
       }},
      {"TS6",
       STREW_OPERAND_INDICES,
       {"[3]", "[2]"},
       [](sample& s) {
         s.indices = {{3}, {0, 0, 0}};
       }},
      {"TS6",
       STREW_OPERAND_INDICES,
       {"[2, 1]", "[2]"},
       [](sample& s) {
         s.indices.extents = {2, 1};
       }},
      {"TS7", STREW_OPERAND_NONE, {"2"}, [](sample& s) { s.mode = 2; }},
      {"TS7", STREW_OPERAND_NONE, {"-1"}, [](sample& s) { s.mode = -1; }},
  };
  for (const fault& f : faults) expect_fault(sample_of(operator_kind::tensor_scatter), f);
}

// The mode stands for the policy: options must be the defaults.
TEST(rules, tensor_scatter_has_no_options) {
  const std::function<void(sample&)> settings[] = {
      [](sample& s) { s.options.reduction = STREW_REDUCTION_ADD; },
      [](sample& s) { s.options.out_of_bounds = STREW_OOB_SKIP; },
      [](sample& s) { s.options.negative_indices = STREW_NEGATIVE_INVALID; },
      [](sample& s) { s.options.exclude_self = 1; },
      [](sample& s) { s.options.accumulate = STREW_ACCUMULATE_NATIVE; },
      [](sample& s) { s.options.unordered = 1; },
      [](sample& s) { s.options.duplicates = STREW_DUPLICATES_ERROR; },
      [](sample& s) { s.options.partial_window = STREW_PARTIAL_WHOLE; },
  };
  for (const auto& setting : settings) {
    expect_fault(sample_of(operator_kind::tensor_scatter), {"AT1", STREW_OPERAND_NONE, {}, setting});
  }
}

}  // namespace
}  // namespace strew::support
