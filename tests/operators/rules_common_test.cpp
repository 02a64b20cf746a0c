// Rules that every operator shares, broken once on each of them: pointers, types, attributes, extents, sizes, overlap,
// indices.
#include "operators/rules.hpp"

namespace strew::support {
namespace {

class every_operator : public testing::TestWithParam<operator_kind> {};
INSTANTIATE_TEST_SUITE_P(rules, every_operator, testing::ValuesIn(all_ops),
                         [](const auto& test) { return std::string(name_of(test.param)); });

struct named_operand {
  int32_t where;
  strew_tensor arguments::*view;
};

std::vector<named_operand> operands_of(operator_kind kind) {
  std::vector<named_operand> all = {{STREW_OPERAND_DATA, &arguments::data},
                                    {STREW_OPERAND_INDICES, &arguments::indices}};
  if (is_scatter(kind)) all.push_back({STREW_OPERAND_UPDATES, &arguments::updates});
  all.push_back({STREW_OPERAND_OUTPUT, &arguments::output});
  return all;
}

void expect_mutated(operator_kind kind, const char* rule, int32_t where, const std::vector<const char*>& says,
                    const std::function<void(arguments&)>& mutate) {
  expect_fault(sample_of(kind), {rule, where, says, [&](sample& s) { s.mutate = mutate; }});
}

TEST_P(every_operator, PT1_PT2_PT3) {
  for (const named_operand& o : operands_of(GetParam())) {
    const auto mutate = [&](const char* rule, const std::vector<const char*>& says, auto change) {
      expect_mutated(GetParam(), rule, o.where, says, [&](arguments& a) { change(a.*(o.view)); });
    };
    mutate("PT1", {}, [](strew_tensor& t) { t.data = nullptr; });
    mutate("PT1", {}, [](strew_tensor& t) { t.extents = nullptr; });
    mutate("PT2", {"7"}, [](strew_tensor& t) { t.struct_size = 7; });
    mutate("PT2", {"2"}, [](strew_tensor& t) { t.version = 2; });
    mutate("PT3", {"2"}, [](strew_tensor& t) { t.device = 2; });
  }
}

TEST_P(every_operator, PT2_of_options_and_execution) {
  strew_options options = STREW_OPTIONS_INIT;
  options.version = 3;
  expect_mutated(GetParam(), "PT2", STREW_OPERAND_NONE, {"3"}, [&](arguments& a) { a.options = &options; });
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.struct_size = 5;
  expect_mutated(GetParam(), "PT2", STREW_OPERAND_NONE, {"5"}, [&](arguments& a) { a.execution = &execution; });
  for (const auto& [size, version] : {std::pair{64U, 2U}, {72U, 1U}, {72U, 3U}}) {
    execution.struct_size = size;
    execution.version = version;
    expect_mutated(GetParam(), "PT2", STREW_OPERAND_NONE, {}, [&](arguments& a) { a.execution = &execution; });
  }
  const arguments a = sample_of(GetParam()).view();
  strew_error unknown = STREW_ERROR_INIT;
  unknown.struct_size = 1;
  EXPECT_EQ(call(a, &unknown), STREW_STATUS_POINTER);
}

TEST_P(every_operator, TY1) {
  for (const named_operand& o : operands_of(GetParam())) {
    const auto mutate = [&](const std::vector<const char*>& says, auto change) {
      expect_mutated(GetParam(), "TY1", o.where, says, [&](arguments& a) { change(a.*(o.view)); });
    };
    mutate({"1000"}, [](strew_tensor& t) { t.dtype = 1000; });
    mutate({"3"}, [](strew_tensor& t) { t.element_bytes = 3; });
    mutate({"0"}, [](strew_tensor& t) { t.dtype = STREW_DTYPE_OPAQUE; });
    mutate({"18446744073709551615"},
           [](strew_tensor& t) { t.dtype = STREW_DTYPE_OPAQUE, t.element_bytes = UINT64_MAX; });
  }
}

TEST_P(every_operator, TY2_TY3) {
  const operator_kind kind = GetParam();
  expect_mutated(kind, "TY2", STREW_OPERAND_OUTPUT, {"i32", "f32"},
                 [](arguments& a) { a.output.dtype = STREW_DTYPE_I32; });
  if (is_scatter(kind)) {
    expect_mutated(kind, "TY2", STREW_OPERAND_UPDATES, {"u32", "f32"},
                   [](arguments& a) { a.updates.dtype = STREW_DTYPE_U32; });
  }
  for (const strew_dtype type :
       {STREW_DTYPE_BOOL, STREW_DTYPE_F16, STREW_DTYPE_F32, STREW_DTYPE_F64, STREW_DTYPE_C64}) {
    expect_mutated(kind, "TY3", STREW_OPERAND_INDICES, {}, [&](arguments& a) { a.indices.dtype = type; });
  }
}

// Records of one width are one type, of two widths are two.
TEST_P(every_operator, TY2_of_records) {
  expect_mutated(GetParam(), "TY2", STREW_OPERAND_OUTPUT, {"4", "2"}, [](arguments& a) {
    for (strew_tensor* t : {&a.data, &a.updates, &a.output}) t->dtype = STREW_DTYPE_OPAQUE, t->element_bytes = 4;
    a.output.element_bytes = 2;
  });
}

struct undefined {
  strew_dtype type;
  int32_t reduction;
};

TEST_P(every_operator, TY4) {
  if (!is_scatter(GetParam()) || GetParam() == operator_kind::tensor_scatter) return;
  const undefined rows[] = {{STREW_DTYPE_BOOL, STREW_REDUCTION_MEAN}, {STREW_DTYPE_F32, STREW_REDUCTION_AND},
                            {STREW_DTYPE_F16, STREW_REDUCTION_OR},    {STREW_DTYPE_BF16, STREW_REDUCTION_XOR},
                            {STREW_DTYPE_F64, STREW_REDUCTION_AND},   {STREW_DTYPE_C64, STREW_REDUCTION_MIN},
                            {STREW_DTYPE_C128, STREW_REDUCTION_MAX},  {STREW_DTYPE_C64, STREW_REDUCTION_MEAN},
                            {STREW_DTYPE_C64, STREW_REDUCTION_XOR}};
  for (const undefined& row : rows) {
    strew_options options = options_of(row.reduction);
    expect_mutated(GetParam(), "TY4", STREW_OPERAND_DATA, {strew_dtype_name(row.type)}, [&](arguments& a) {
      for (strew_tensor* t : {&a.data, &a.updates, &a.output}) t->dtype = row.type;
      a.options = &options;
    });
  }
  strew_options options = options_of(STREW_REDUCTION_ADD);
  expect_mutated(GetParam(), "TY4", STREW_OPERAND_DATA, {"add"}, [&](arguments& a) {
    for (strew_tensor* t : {&a.data, &a.updates, &a.output}) t->dtype = STREW_DTYPE_OPAQUE, t->element_bytes = 4;
    a.options = &options;
  });
}

TEST_P(every_operator, AT1) {
  int32_t strew_options::*const fields[] = {&strew_options::reduction,        &strew_options::out_of_bounds,
                                            &strew_options::negative_indices, &strew_options::accumulate,
                                            &strew_options::duplicates,       &strew_options::partial_window};
  for (const auto field : fields) {
    for (const int32_t value : {-1, 99}) {
      expect_fault(sample_of(GetParam()), {"AT1", STREW_OPERAND_NONE, {value < 0 ? "-1" : "99"}, [&](sample& s) {
                                             s.options.*field = value;
                                           }});
    }
  }
  if (is_scatter(GetParam())) return;
  expect_fault(sample_of(GetParam()),
               {"AT1", STREW_OPERAND_NONE, {"add"}, [](sample& s) { s.options.reduction = STREW_REDUCTION_ADD; }});
}

TEST_P(every_operator, AT2_AT3_AT4) {
  if (GetParam() == operator_kind::tensor_scatter) return;
  const double number = 1e300;
  const auto filled = [&](int32_t outside, strew_dtype type, uint64_t bytes) {
    return [=, &number](sample& s) {
      s.options.out_of_bounds = outside;
      s.options.fill_value = &number;
      s.options.fill_dtype = type;
      s.options.fill_bytes = bytes;
    };
  };
  expect_fault(sample_of(GetParam()),
               {"AT3", STREW_OPERAND_NONE, {"skip"}, filled(STREW_OOB_SKIP, STREW_DTYPE_OPAQUE, 4)});
  if (is_scatter(GetParam())) {
    expect_fault(sample_of(GetParam()),
                 {"AT2", STREW_OPERAND_NONE, {"fill"}, filled(STREW_OOB_FILL, STREW_DTYPE_OPAQUE, 4)});
    return;
  }
  expect_fault(sample_of(GetParam()),
               {"AT4", STREW_OPERAND_NONE, {"3", "4"}, filled(STREW_OOB_FILL, STREW_DTYPE_OPAQUE, 3)});
  expect_fault(sample_of(GetParam()), {"AT4", STREW_OPERAND_NONE, {"12"}, filled(STREW_OOB_FILL, STREW_DTYPE_F32, 0)});
  sample s = sample_of(GetParam());
  s.mutate = [](arguments& a) { a.data.dtype = a.output.dtype = STREW_DTYPE_I32; };
  expect_fault(s, {"AT4", STREW_OPERAND_NONE, {"i32"}, filled(STREW_OOB_FILL, STREW_DTYPE_F64, 0)});
}

TEST_P(every_operator, EX1_EX2) {
  const shape many(1025, 1);
  for (const named_operand& o : operands_of(GetParam())) {
    expect_mutated(GetParam(), "EX1", o.where, {"1024"}, [&](arguments& a) {
      (a.*(o.view)).rank = 1025;
      (a.*(o.view)).extents = many.data();
    });
    const shape negative(3, -2);
    expect_mutated(GetParam(), "EX2", o.where, {"-2"}, [&](arguments& a) { (a.*(o.view)).extents = negative.data(); });
  }
}

TEST_P(every_operator, OU1) {
  if (!is_scatter(GetParam())) return;
  expect_fault(sample_of(GetParam()),
               {"OU1", STREW_OPERAND_OUTPUT, {"[1]"}, [](sample& s) { s.output.extents = {1}; }});
}

TEST_P(every_operator, SZ2_SZ3) {
  const shape far(3, INT64_MAX);
  for (const named_operand& o : operands_of(GetParam())) {
    expect_mutated(GetParam(), "SZ2", o.where, {"9223372036854775807"},
                   [&](arguments& a) { (a.*(o.view)).strides = far.data(); });
  }
  for (const shape& strides : {shape(3, 0), shape(3, 4), shape(3, 2)}) {
    expect_mutated(GetParam(), "SZ3", STREW_OPERAND_OUTPUT, {std::to_string(strides[0]).c_str()},
                   [&](arguments& a) { a.output.strides = strides.data(); });
  }
}

TEST_P(every_operator, OV1_OV2) {
  const operator_kind kind = GetParam();
  const shape padded(3, 64);
  const shape apart = {4096, 256, 16};
  if (is_scatter(kind)) {
    expect_mutated(kind, "OV1", STREW_OPERAND_OUTPUT, {"strides"}, [&](arguments& a) {
      a.output.data = a.data.data;
      a.output.strides = apart.data();
    });
    expect_mutated(kind, "OV2", STREW_OPERAND_OUTPUT, {"updates"},
                   [](arguments& a) { a.output.data = a.updates.data; });
  } else {
    expect_mutated(kind, "OV1", STREW_OPERAND_OUTPUT, {"in place"}, [](arguments& a) { a.output.data = a.data.data; });
  }
  expect_mutated(kind, "OV2", STREW_OPERAND_OUTPUT, {"indices"}, [](arguments& a) { a.output.data = a.indices.data; });
  expect_mutated(kind, "OV2", STREW_OPERAND_OUTPUT, {"data"},
                 [](arguments& a) { a.output.data = static_cast<char*>(a.data.data) + 4; });
}

TEST_P(every_operator, IX1) {
  expect_fault(sample_of(GetParam()), {"IX1", STREW_OPERAND_INDICES, {"position 1", "87654321"}, [](sample& s) {
                                         s.indices.values[1] = 87654321;
                                       }});
}

// A number of elements beyond 63 bits, although every extent and offset is in order.
TEST(rules, SZ1) {
  const int64_t most = int64_t{1} << 62;
  const auto expect = [](operator_kind kind, const shape& data, const shape& direct) {
    sample s = sample_of(kind);
    s.data.extents = data;
    (is_scatter(kind) ? s.updates : s.output).extents = direct;
    if (is_scatter(kind)) s.output.extents = data;
    expect_fault(s, {"SZ1", STREW_OPERAND_DATA, {"63"}, [](sample&) {}});
  };
  expect(operator_kind::gather, {most, 3}, {most, 2});
  expect(operator_kind::scatter, {most, 3}, {most, 2});
  expect(operator_kind::gather_elements, {most, 3}, {2, 2});
  expect(operator_kind::scatter_elements, {most, 3}, {2, 2});
  expect(operator_kind::gather_nd, {3, most}, {2, most});
  expect(operator_kind::scatter_nd, {3, most}, {2, most});
  expect(operator_kind::stablehlo_gather, {2, 3, most}, {2, 5, 4});
  expect(operator_kind::stablehlo_scatter, {2, 3, most}, {2, 5, 4});
  expect(operator_kind::tensor_scatter, {2, most}, {2, 2});
}

// A null struct is a null pointer.
TEST(rules, PT1_of_structs) {
  strew_error error = STREW_ERROR_INIT;
  EXPECT_EQ(strew_gather(nullptr, nullptr, nullptr, 0, 0, nullptr, nullptr, &error), STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT1");
  EXPECT_EQ(strew_scatter_elements(nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
            STREW_STATUS_POINTER);
  const arguments a = sample_of(operator_kind::stablehlo_gather).view();
  EXPECT_EQ(strew_stablehlo_gather(&a.data, &a.indices, &a.output, nullptr, nullptr, nullptr, &error),
            STREW_STATUS_POINTER);
  strew_gather_dimensions lists = STREW_GATHER_DIMENSIONS_INIT;
  lists.start_index_map.count = 1;
  EXPECT_EQ(strew_stablehlo_gather(&a.data, &a.indices, &a.output, &lists, nullptr, nullptr, &error),
            STREW_STATUS_POINTER);
  EXPECT_NE(std::string(error.message).find("start_index_map"), std::string::npos) << error.message;
  lists.version = 9;
  EXPECT_EQ(strew_stablehlo_gather(&a.data, &a.indices, &a.output, &lists, nullptr, nullptr, &error),
            STREW_STATUS_POINTER);
  EXPECT_STREQ(error.rule, "PT2");
}

}  // namespace
}  // namespace strew::support
