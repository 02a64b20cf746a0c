// Operators as values: strew_run, strew_plan_make and strew_shape mean what the functions of each name mean.
#include <gtest/gtest.h>

#include <string>

#include "operators/planned.hpp"
#include "operators/rules.hpp"

namespace strew::support {
namespace {

constexpr int32_t kinds[] = {
    STREW_OPERATOR_GATHER,           STREW_OPERATOR_SCATTER,           STREW_OPERATOR_GATHER_ELEMENTS,
    STREW_OPERATOR_SCATTER_ELEMENTS, STREW_OPERATOR_GATHER_ND,         STREW_OPERATOR_SCATTER_ND,
    STREW_OPERATOR_STABLEHLO_GATHER, STREW_OPERATOR_STABLEHLO_SCATTER, STREW_OPERATOR_TENSOR_SCATTER};

// A call that works, said with a descriptor.
struct described {
  sample from;
  arguments with;
  strew_gather_dimensions gathers;
  strew_scatter_dimensions scatters;
  strew_operator what = STREW_OPERATOR_INIT;

  explicit described(op of) : from(sample_of(of)), with(from.view()) {
    gathers = gather_dimensions_of(with.lists);
    scatters = scatter_dimensions_of(with.lists);
    what.kind = kinds[static_cast<int>(of)];
    what.axis = with.axis;
    what.batch_dims = with.batch_dims;
    if (of == op::stablehlo_gather) what.gather_dimensions = &gathers;
    if (of == op::stablehlo_scatter) what.scatter_dimensions = &scatters;
  }

  const strew_tensor* updates() const { return is_scatter(with.kind) ? &with.updates : nullptr; }
  strew_error run() const {
    strew_error error = STREW_ERROR_INIT;
    const strew_status status =
        strew_run(&what, &with.data, &with.indices, updates(), &with.output, with.options, nullptr, &error);
    EXPECT_EQ(error.status, status);
    return error;
  }
  plan_handle plan(strew_error& error) const {
    strew_plan* made = nullptr;
    const strew_status status =
        strew_plan_make(&what, &with.data, &with.indices, updates(), &with.output, with.options, &made, &error);
    EXPECT_EQ(made != nullptr, status == STREW_STATUS_OK) << error.message;
    return {made, strew_plan_destroy};
  }
  strew_error find_shape(shape& extents) const {
    strew_error error = STREW_ERROR_INIT;
    uint64_t rank = 0;
    extents.assign(16, -1);
    strew_shape(&what, &with.data, &with.indices, extents.size(), extents.data(), &rank, &error);
    extents.resize(rank);
    return error;
  }
};

class descriptor : public testing::TestWithParam<op> {};
INSTANTIATE_TEST_SUITE_P(operators, descriptor, testing::ValuesIn(all_ops),
                         [](const auto& test) { return name_of(test.param); });

std::string test_case_of(const plan_handle& plan) {
  std::string text(strew_plan_problem(plan.get(), nullptr, 0) + 1, 0);
  strew_plan_problem(plan.get(), text.data(), text.size());
  return text;
}

TEST_P(descriptor, runs_as_the_named_function_does) {
  const described by_value(GetParam());
  const sample by_name = sample_of(GetParam());
  EXPECT_STREQ(by_value.run().message, "");
  EXPECT_STREQ(run(by_name.view()).message, "");
  EXPECT_EQ(by_value.from.output.values, by_name.output.values);
  EXPECT_NE(by_name.output.values, sample_of(GetParam()).output.values);
}

TEST_P(descriptor, plans_as_the_named_function_does) {
  const described by_value(GetParam());
  strew_error error = STREW_ERROR_INIT;
  const plan_handle plan = by_value.plan(error);
  const plan_handle named = plan_of(sample_of(GetParam()).view());
  EXPECT_EQ(test_case_of(plan), test_case_of(named));
  EXPECT_EQ(strew_plan_equal(plan.get(), named.get()), 1);
}

TEST_P(descriptor, null_options_are_those_of_the_operator) {
  described by_value(GetParam());
  sample by_name = sample_of(GetParam());
  by_value.with.options = nullptr;
  by_name.mutate = [](arguments& a) { a.options = nullptr; };
  by_value.from.indices.values[0] = by_name.indices.values[0] = 77;
  EXPECT_STREQ(by_value.run().rule, run(by_name.view()).rule);
  EXPECT_EQ(by_value.from.output.values, by_name.output.values);
}

TEST_P(descriptor, knows_the_extents_of_the_direct_operand) {
  const described by_value(GetParam());
  shape extents;
  const strew_error error = by_value.find_shape(extents);
  if (GetParam() == op::tensor_scatter || GetParam() == op::stablehlo_scatter) {
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
  const op of = GetParam();
  const bool is_append = of == op::tensor_scatter;
  const bool is_stablehlo = of == op::stablehlo_gather || of == op::stablehlo_scatter;
  const bool is_nd = of == op::gather_nd || of == op::scatter_nd;
  const bool is_along_axis = of == op::gather || of == op::scatter;
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
  refuses("mode", !is_append, [](described& d) { d.what.mode = 1; });
  refuses("axis", is_nd || is_stablehlo, [](described& d) { d.what.axis = -1; });
  refuses("batch_dims", !is_nd && !is_along_axis, [](described& d) { d.what.batch_dims = 7; });
  refuses("gather_dimensions", of != op::stablehlo_gather, [](described& d) { d.what.gather_dimensions = &d.gathers; });
  refuses("scatter_dimensions", of != op::stablehlo_scatter,
          [](described& d) { d.what.scatter_dimensions = &d.scatters; });
}

TEST_P(descriptor, PT5_refuses_updates_of_a_gather) {
  const described d(GetParam());
  strew_error error = STREW_ERROR_INIT;
  strew_run(&d.what, &d.with.data, &d.with.indices, &d.with.updates, &d.with.output, nullptr, nullptr, &error);
  EXPECT_EQ(std::string(error.rule) == "PT5", !is_scatter(GetParam()));
  EXPECT_EQ(error.operand, is_scatter(GetParam()) ? STREW_OPERAND_NONE : STREW_OPERAND_UPDATES);
}

TEST_P(descriptor, PT1_PT2_of_the_struct) {
  const described d(GetParam());
  strew_error error = STREW_ERROR_INIT;
  strew_run(nullptr, &d.with.data, &d.with.indices, d.updates(), &d.with.output, nullptr, nullptr, &error);
  EXPECT_STREQ(error.rule, "PT1");
  described wrong(GetParam());
  wrong.what.version = 2;
  EXPECT_STREQ(wrong.run().rule, "PT2");
  wrong.what = d.what;
  wrong.what.struct_size = 7;
  EXPECT_STREQ(wrong.run().rule, "PT2");
}

TEST(descriptors, PT5_refuses_an_unknown_kind) {
  described d(op::gather);
  for (const int32_t kind : {0, -1, 10, INT32_MIN, INT32_MAX}) {
    d.what.kind = kind;
    const strew_error error = d.run();
    EXPECT_STREQ(error.rule, "PT5");
    EXPECT_NE(std::string(error.message).find(std::to_string(kind)), std::string::npos) << error.message;
    EXPECT_EQ(strew_operator_name(kind), nullptr);
  }
}

TEST(descriptors, have_names) {
  for (const op of : all_ops) {
    EXPECT_EQ(strew_operator_name(kinds[static_cast<int>(of)]), name_of(of));
  }
}

// EL1, EL2 and EL4 are looked for although there is no direct operand.
TEST(descriptors, elements_have_a_shape_only_where_they_fit) {
  const auto rule_after = [](auto change) {
    described d(op::scatter_elements);
    change(d);
    shape extents;
    return std::string(d.find_shape(extents).rule);
  };
  EXPECT_EQ(rule_after([](described& d) { d.with.indices.rank = 1; }), "EL1");
  EXPECT_EQ(rule_after([](described& d) { d.what.axis = 2; }), "EL2");
  EXPECT_EQ(rule_after([](described& d) { d.what.axis = 0, d.from.indices.extents[1] = 9; }), "EL4");
  EXPECT_EQ(rule_after([](described& d) { d.from.indices.extents[1] = 9; }), "");
}

}  // namespace
}  // namespace strew::support
