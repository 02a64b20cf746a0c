// Operators as values: strew_run, strew_plan_make and strew_shape mean what the functions of each name mean.
#include <gtest/gtest.h>

#include <string>

#include "operators/by_name.hpp"
#include "operators/planned.hpp"
#include "operators/rules.hpp"

namespace strew::support {
namespace {

// A call that works, said with a descriptor.
struct described {
  sample from;
  arguments with;
  described_operator op;

  explicit described(operator_kind of) : from(sample_of(of)), with(from.view()), op(operator_of(with)) {}

  const strew_tensor* updates() const { return with.given_updates(); }
  strew_error run() const {
    strew_error error = STREW_ERROR_INIT;
    const strew_status status =
        strew_run(&op.value, &with.data, &with.indices, updates(), &with.output, with.options, nullptr, &error);
    EXPECT_EQ(error.status, status);
    return error;
  }
  plan_handle plan(strew_error& error) const {
    strew_plan* made = nullptr;
    const strew_status status =
        strew_plan_make(&op.value, &with.data, &with.indices, updates(), &with.output, with.options, &made, &error);
    EXPECT_EQ(made != nullptr, status == STREW_STATUS_OK) << error.message;
    return {made, strew_plan_destroy};
  }
  strew_error find_shape(shape& extents) const {
    strew_error error = STREW_ERROR_INIT;
    uint64_t rank = 0;
    extents.assign(16, -1);
    strew_shape(&op.value, &with.data, &with.indices, extents.size(), extents.data(), &rank, &error);
    extents.resize(rank);
    return error;
  }
};

class descriptor : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(operators, descriptor, testing::ValuesIn(all_ops),
                         [](const auto& test) { return std::string(name_of(test.param)); });

std::string problem_text_of(const plan_handle& plan) {
  std::string text(strew_plan_problem(plan.get(), nullptr, 0) + 1, 0);
  strew_plan_problem(plan.get(), text.data(), text.size());
  return text;
}

strew_error run_named(const arguments& a) {
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(run_by_name(a, &error), error.status);
  return error;
}

TEST_P(descriptor, runs_as_the_named_function_does) {
  const described by_value(GetParam());
  const sample by_name = sample_of(GetParam());
  EXPECT_STREQ(by_value.run().message, "");
  EXPECT_STREQ(run_named(by_name.view()).message, "");
  EXPECT_EQ(by_value.from.output.values, by_name.output.values);
  EXPECT_NE(by_name.output.values, sample_of(GetParam()).output.values);
}

TEST_P(descriptor, plans_as_the_named_function_does) {
  const described by_value(GetParam());
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = by_value.plan(error);
  const sample by_name = sample_of(GetParam());
  strew_plan* made = nullptr;
  ASSERT_EQ(plan_by_name(by_name.view(), &made, &error), STREW_STATUS_OK) << error.message;
  const plan_handle named(made, strew_plan_destroy);
  EXPECT_EQ(problem_text_of(plan), problem_text_of(named));
  EXPECT_EQ(strew_plan_equal(plan.get(), named.get()), 1);
}

TEST_P(descriptor, null_options_are_those_of_the_operator) {
  described by_value(GetParam());
  sample by_name = sample_of(GetParam());
  by_value.with.options = nullptr;
  by_name.mutate = [](arguments& a) { a.options = nullptr; };
  by_value.from.indices.values[0] = by_name.indices.values[0] = 77;
  EXPECT_STREQ(by_value.run().rule, run_named(by_name.view()).rule);
  EXPECT_EQ(by_value.from.output.values, by_name.output.values);
}

TEST_P(descriptor, the_named_function_passes_the_execution_on) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.cancel = [](void*) { return 1; };
  sample by_name = sample_of(GetParam());
  by_name.mutate = [&](arguments& a) { a.execution = &execution; };
  EXPECT_STREQ(run_named(by_name.view()).rule, "CN1");
  EXPECT_EQ(by_name.output.values, sample_of(GetParam()).output.values);
}

TEST_P(descriptor, knows_the_extents_of_the_direct_operand) {
  const described by_value(GetParam());
  shape extents;
  const strew_error error = by_value.find_shape(extents);
  if (GetParam() == operator_kind::tensor_scatter || GetParam() == operator_kind::stablehlo_scatter) {
    EXPECT_STREQ(error.rule, "AT6");
    EXPECT_EQ(error.status, STREW_STATUS_ATTRIBUTE);
    EXPECT_TRUE(extents.empty());
    return;
  }
  const sample& from = by_value.from;
  EXPECT_STREQ(error.message, "");
  EXPECT_EQ(extents, is_scatter(GetParam()) ? from.updates.extents : from.output.extents);
}

// PT5: what is set although the kind has no use for it.
TEST_P(descriptor, PT5_refuses_what_its_kind_does_not_use) {
  const operator_kind of = GetParam();
  const bool is_append = of == operator_kind::tensor_scatter;
  const bool is_stablehlo = of == operator_kind::stablehlo_gather || of == operator_kind::stablehlo_scatter;
  const bool is_nd = of == operator_kind::gather_nd || of == operator_kind::scatter_nd;
  const bool is_along_axis = of == operator_kind::gather || of == operator_kind::scatter;
  const auto refuses = [&](const char* field, bool is_idle, auto change) {
    described d(of);
    change(d);
    const strew_error error = d.run();
    EXPECT_EQ(std::string(error.rule) == "PT5", is_idle) << field << ": " << error.message;
    if (!is_idle) return;
    EXPECT_NE(std::string(error.message).find(field), std::string::npos) << error.message;
    EXPECT_EQ(error.status, STREW_STATUS_POINTER);
    EXPECT_EQ(d.from.output.values, sample_of(of).output.values);
    strew_error at_plan = STREW_ERROR_INIT;
    EXPECT_EQ(d.plan(at_plan), nullptr);
    EXPECT_STREQ(at_plan.message, error.message);
  };
  refuses("mode", !is_append, [](described& d) { d.op.value.mode = 1; });
  refuses("axis", is_nd || is_stablehlo, [](described& d) { d.op.value.axis = -1; });
  refuses("batch_dims", !is_nd && !is_along_axis, [](described& d) { d.op.value.batch_dims = 7; });
  refuses("gather_dimensions", of != operator_kind::stablehlo_gather,
          [](described& d) { d.op.value.gather_dimensions = &d.op.gather_dimensions; });
  refuses("scatter_dimensions", of != operator_kind::stablehlo_scatter,
          [](described& d) { d.op.value.scatter_dimensions = &d.op.scatter_dimensions; });
}

TEST_P(descriptor, PT5_refuses_updates_of_a_gather) {
  const described d(GetParam());
  strew_error error = STREW_ERROR_INIT;
  strew_run(&d.op.value, &d.with.data, &d.with.indices, &d.with.updates, &d.with.output, nullptr, nullptr, &error);
  EXPECT_EQ(std::string(error.rule) == "PT5", !is_scatter(GetParam()));
  EXPECT_EQ(error.operand, is_scatter(GetParam()) ? STREW_OPERAND_NONE : STREW_OPERAND_UPDATES);
}

TEST_P(descriptor, PT1_PT2_of_the_struct) {
  const described d(GetParam());
  strew_error error = STREW_ERROR_INIT;
  strew_run(nullptr, &d.with.data, &d.with.indices, d.updates(), &d.with.output, nullptr, nullptr, &error);
  EXPECT_STREQ(error.rule, "PT1");
  described wrong(GetParam());
  wrong.op.value.version = 2;
  EXPECT_STREQ(wrong.run().rule, "PT2");
  wrong.op.value = d.op.value;
  wrong.op.value.struct_size = 7;
  EXPECT_STREQ(wrong.run().rule, "PT2");
}

TEST(descriptors, PT5_refuses_an_unknown_kind) {
  described d(operator_kind::gather);
  for (const int32_t kind : {0, -1, 14, INT32_MIN, INT32_MAX}) {
    d.op.value.kind = kind;
    const strew_error error = d.run();
    EXPECT_STREQ(error.rule, "PT5");
    EXPECT_NE(std::string(error.message).find(std::to_string(kind)), std::string::npos) << error.message;
    EXPECT_EQ(strew_operator_name(kind), nullptr);
  }
}

TEST(descriptors, have_names) {
  const char* const names[] = {"gather",     "scatter",          "gather_elements",   "scatter_elements", "gather_nd",
                               "scatter_nd", "stablehlo_gather", "stablehlo_scatter", "tensor_scatter"};
  for (size_t i = 0; i < std::size(all_ops); ++i) {
    EXPECT_STREQ(strew_operator_name(static_cast<int32_t>(all_ops[i])), names[i]);
    EXPECT_EQ(cases::operator_of(names[i]), all_ops[i]);
  }
}

// EL1, EL2 and EL4 are looked for although there is no direct operand.
TEST(descriptors, elements_have_a_shape_only_where_they_fit) {
  const auto rule_after = [](auto change) {
    described d(operator_kind::scatter_elements);
    change(d);
    shape extents;
    return std::string(d.find_shape(extents).rule);
  };
  EXPECT_EQ(rule_after([](described& d) { d.with.indices.rank = 1; }), "EL1");
  EXPECT_EQ(rule_after([](described& d) { d.op.value.axis = 2; }), "EL2");
  EXPECT_EQ(rule_after([](described& d) { d.op.value.axis = 0, d.from.indices.extents[1] = 9; }), "EL4");
  EXPECT_EQ(rule_after([](described& d) { d.from.indices.extents[1] = 9; }), "");
}

}  // namespace
}  // namespace strew::support
