// Two faults at once: the one of the earlier class is reported. Every pair of classes on every operator.
#include "operators/rules.hpp"

namespace strew::support {
namespace {

struct class_of_faults {
  strew_status status;
  std::function<void(sample&)> spoil;      // arrays and scalars
  std::function<void(arguments&)> mutate;  // views
};

std::vector<class_of_faults> classes() {
  static const shape far(3, INT64_MAX);
  static const strew_execution unknown = [] {
    strew_execution made = STREW_EXECUTION_INIT;
    made.on_error = 2;
    return made;
  }();
  const auto no_spoil = [](sample&) {};
  const auto no_mutation = [](arguments&) {};
  return {
      {STREW_STATUS_POINTER, no_spoil, [](arguments& a) { a.output.version = 9; }},
      {STREW_STATUS_TYPE, no_spoil, [](arguments& a) { a.indices.dtype = STREW_DTYPE_F64; }},
      {STREW_STATUS_ATTRIBUTE, [](sample& s) { s.options.out_of_bounds = 99; }, no_mutation},
      {STREW_STATUS_ATTRIBUTE, no_spoil, [](arguments& a) { a.execution = &unknown; }},
      {STREW_STATUS_SHAPE, [](sample& s) { s.updates.extents[0] = 1, s.output.extents[0] = 1; }, no_mutation},
      {STREW_STATUS_SIZE, no_spoil, [](arguments& a) { a.data.strides = far.data(); }},
      {STREW_STATUS_OVERLAP, no_spoil, [](arguments& a) { a.output.data = a.indices.data; }},
      {STREW_STATUS_INDEX, [](sample& s) { s.indices.values[0] = 99; }, no_mutation},
  };
}

class error_order : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(pairs, error_order, testing::ValuesIn(all_ops),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST_P(error_order, the_earlier_class_is_reported) {
  const auto all = classes();
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = i; j < all.size(); ++j) {
      sample s = sample_of(GetParam());
      for (const size_t k : {j, i}) all[k].spoil(s);
      s.mutate = [&](arguments& a) {
        for (const size_t k : {j, i}) all[k].mutate(a);
      };
      const sample before = s;
      const strew_error error = run(s.view());
      EXPECT_EQ(error.status, all[i].status) << "with " << all[j].status << ": " << error.message;
      EXPECT_EQ(s.output.values, before.output.values);
      EXPECT_EQ(s.indices.values, before.indices.values);
    }
  }
}

// Every pointer is looked at before any type, whichever operand has which fault.
TEST_P(error_order, classes_come_before_operands) {
  sample s = sample_of(GetParam());
  s.mutate = [](arguments& a) {
    a.data.dtype = 1000;
    a.output.data = nullptr;
  };
  EXPECT_STREQ(run(s.view()).rule, "PT1");
  s.mutate = [](arguments& a) {
    a.data.version = 9;
    a.indices.struct_size = 0;
  };
  EXPECT_EQ(run(s.view()).operand, STREW_OPERAND_DATA);
}

TEST(error_order_of_lists, a_long_list_is_a_fault_of_shape) {
  sample s = sample_of(operator_kind::stablehlo_gather);
  s.numbers.window = shape(1025, 0);
  strew_error error = run(s.view());
  EXPECT_STREQ(error.rule, "EX1") << error.message;
  s.mutate = [](arguments& a) { a.indices.dtype = STREW_DTYPE_F64; };
  error = run(s.view());
  EXPECT_EQ(error.status, STREW_STATUS_TYPE) << error.message;
  s.mutate = [](arguments& a) { a.data.version = 9; };
  EXPECT_EQ(run(s.view()).status, STREW_STATUS_POINTER);
}

// Rules of one class are looked for in their order.
TEST(error_order_of_rules, numbers) {
  sample s = sample_of(operator_kind::gather);
  s.axis = 5;
  s.batch_dims = 9;
  EXPECT_STREQ(run(s.view()).rule, "AX2");
  s = sample_of(operator_kind::stablehlo_gather);
  s.numbers.slice_sizes = {1, 1, 9};
  s.numbers.index_map = {3};
  EXPECT_STREQ(run(s.view()).rule, "GC19");
  s = sample_of(operator_kind::tensor_scatter);
  s.updates = floats({1, 9}, 2);
  EXPECT_STREQ(run(s.view()).rule, "TS4");
  s = sample_of(operator_kind::scatter_elements);
  s.output.extents = {1};
  s.axis = 9;
  EXPECT_STREQ(run(s.view()).rule, "EL2");
}

}  // namespace
}  // namespace strew::support
