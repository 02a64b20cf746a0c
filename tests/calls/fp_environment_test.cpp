// Every function of the C ABI, called in every floating-point environment: the same bytes, and the environment as it
// was. Nothing here computes with floats while an environment is set: elements are bit patterns.
#include <gtest/gtest.h>
#include <strew/problem.h>
#include <strew/strew.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "calls/fp_calls.hpp"
#include "calls/fp_exchange.hpp"

namespace strew::testing {
namespace {

class call_of_all {
 public:
  explicit call_of_all(call_log& to) : log(to) {
    table_.set({largest_bits, one_bits, tiny_bits, signalling_bits, one_bits});
    updates_.set({largest_bits, half_unit_bits, tiny_bits, one_bits, signalling_bits, half_unit_bits});
    indices_.set({1, 3, 1});
    tuples_.set({1, 3, 1});
    elements_.set({1, 3, 1, 0, 0, 2});
  }

  void all() {
    for (const std::int32_t reduction :
         {STREW_REDUCTION_NONE, STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MIN,
          STREW_REDUCTION_MAX, STREW_REDUCTION_MEAN})
      for (const std::int32_t exclude_self : {0, 1}) scatters(reduction, exclude_self);
    types();
    gathers();
    fills();
    plans();
    prepared();
    choices();
    others();
    log_exchange(log);
  }

 private:
  void keep(const char* name, strew_status status, bit_array& made) {
    log.keep(name, &status, sizeof status);
    log.keep(name, error_.message, sizeof error_.message);
    log.keep(name, made.bits.data(), made.bits.size() * sizeof(std::uint32_t));
  }

  void scatters(std::int32_t reduction, std::int32_t exclude_self) {
    options_.reduction = reduction;
    options_.exclude_self = exclude_self;
    const strew_tensor d = table_.view(), i = indices_.view(), t = tuples_.view(), u = updates_.view(),
                       o = output_.view(), e = elements_.view();
    strew_scatter_dimensions dims = STREW_SCATTER_DIMENSIONS_INIT;
    dims.update_window_dims = {&second_, 1};
    dims.inserted_window_dims = dims.scatter_dims_to_operand_dims = {&first_, 1};
    dims.index_vector_dim = 1;
    keep("scatter", NOTED(strew_scatter, &d, &i, &u, &o, 0, 0, &options_, nullptr, &error_), output_);
    keep("scatter_nd", NOTED(strew_scatter_nd, &d, &t, &u, &o, 0, &options_, nullptr, &error_), output_);
    keep("elements", NOTED(strew_scatter_elements, &d, &e, &u, &o, 0, &options_, nullptr, &error_), output_);
    keep("stablehlo", NOTED(strew_stablehlo_scatter, &d, &t, &u, &o, &dims, &options_, nullptr, &error_), output_);
    options_ = STREW_OPTIONS_INIT;
  }

  // Accumulators of other types.
  void types() {
    for (const strew_dtype type : {STREW_DTYPE_F16, STREW_DTYPE_BF16, STREW_DTYPE_F64, STREW_DTYPE_C64}) {
      for (const std::int32_t reduction : {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL}) {
        bit_array table({4, 2}, type), updates({3, 2}, type), output({4, 2}, type);
        table.set({0x7bff3c00, largest_bits, tiny_bits, one_bits});
        updates.set({0x7bff0001, half_unit_bits, 0x7fefffff, tiny_bits});
        const strew_tensor d = table.view(), i = indices_.view(), u = updates.view(), o = output.view();
        options_.reduction = reduction;
        keep("types", NOTED(strew_scatter, &d, &i, &u, &o, 0, 0, &options_, nullptr, &error_), output);
      }
    }
    options_ = STREW_OPTIONS_INIT;
  }

  void gathers() {
    const strew_tensor d = table_.view(), i = indices_.view(), t = tuples_.view(), o = updates_.view(),
                       e = elements_.view();
    bit_array kept = updates_;
    strew_gather_dimensions dims = gather_dimensions();
    keep("gather", NOTED(strew_gather, &d, &i, &o, 0, 0, nullptr, nullptr, &error_), updates_);
    keep("gather_nd", NOTED(strew_gather_nd, &d, &t, &o, 0, nullptr, nullptr, &error_), updates_);
    keep("elements", NOTED(strew_gather_elements, &d, &e, &o, 0, nullptr, nullptr, &error_), updates_);
    keep("stablehlo", NOTED(strew_stablehlo_gather, &d, &t, &o, &dims, nullptr, nullptr, &error_), updates_);
    bit_array rows({4, 1});
    rows.set({largest_bits, tiny_bits, signalling_bits, one_bits});
    const strew_tensor u = rows.view(), c = output_.view(), w = writes_.view();
    keep("append", NOTED(strew_tensor_scatter, &d, &u, &w, &c, 1, STREW_MODE_LINEAR, nullptr, nullptr, &error_),
         output_);
    updates_ = kept;
  }

  // A number that becomes each type, or is refused.
  void fills() {
    const std::uint64_t numbers[] = {1,
                                     0x8000000000000001,
                                     0x7ff8000000000000,
                                     0x7ff0000000000001,
                                     0x7ff0000000000000,
                                     0x7fefffffffffffff,
                                     0x3ff0000000000001,
                                     0x3ff8000000000000,
                                     0x36a0000000000000,
                                     0x380fffffffffffff,
                                     0x41dfffffffc00000,
                                     0xc1e0000000000000};
    for (const std::uint64_t number : numbers) {
      for (const strew_dtype type :
           {STREW_DTYPE_F32, STREW_DTYPE_F64, STREW_DTYPE_F16, STREW_DTYPE_BF16, STREW_DTYPE_I32, STREW_DTYPE_U8,
            STREW_DTYPE_BOOL, STREW_DTYPE_U64, STREW_DTYPE_C64}) {
        bit_array table({4, 2}, STREW_DTYPE_C128), output({3, 2}, STREW_DTYPE_C64);
        table.dtype = output.dtype = type;
        const strew_tensor d = table.view(), i = far_.view(), o = output.view();
        options_.out_of_bounds = STREW_OOB_FILL;
        options_.fill_dtype = STREW_DTYPE_F64;
        options_.fill_bytes = sizeof number;
        options_.fill_value = &number;
        keep("fill", NOTED(strew_gather, &d, &i, &o, 0, 0, &options_, nullptr, &error_), output);
      }
    }
    options_ = STREW_OPTIONS_INIT;
  }

  void plans() {
    const strew_tensor d = table_.view(), i = indices_.view(), t = tuples_.view(), u = updates_.view(),
                       o = output_.view(), e = elements_.view(), w = writes_.view();
    bit_array rows({4, 1});
    const strew_tensor r = rows.view();
    strew_gather_dimensions from = gather_dimensions();
    strew_scatter_dimensions to = STREW_SCATTER_DIMENSIONS_INIT;
    to.update_window_dims = {&second_, 1};
    to.inserted_window_dims = to.scatter_dims_to_operand_dims = {&first_, 1};
    to.index_vector_dim = 1;
    strew_plan* made = nullptr;
    options_.reduction = STREW_REDUCTION_ADD;
    NOTED(strew_plan_scatter_nd, &d, &t, &u, &o, 0, &options_, &made, &error_), drop(made);
    NOTED(strew_plan_scatter_elements, &d, &e, &u, &o, 0, &options_, &made, &error_), drop(made);
    NOTED(strew_plan_stablehlo_scatter, &d, &t, &u, &o, &to, &options_, &made, &error_), drop(made);
    NOTED(strew_plan_gather, &d, &i, &u, 0, 0, nullptr, &made, &error_), drop(made);
    NOTED(strew_plan_gather_nd, &d, &t, &u, 0, nullptr, &made, &error_), drop(made);
    NOTED(strew_plan_gather_elements, &d, &e, &u, 0, nullptr, &made, &error_), drop(made);
    NOTED(strew_plan_stablehlo_gather, &d, &t, &u, &from, nullptr, &made, &error_), drop(made);
    NOTED(strew_plan_tensor_scatter, &d, &r, &w, &o, 1, STREW_MODE_CIRCULAR, nullptr, &made, &error_), drop(made);
  }

  void drop(strew_plan* plan) {
    std::vector<char> text(4096);
    for (const std::size_t length :
         {NOTED(strew_plan_problem, plan, text.data(), text.size()), NOTED(strew_plan_describe, plan, nullptr, 0),
          NOTED(strew_plan_explain, plan, nullptr, 0)})
      log.keep("text", &length, sizeof length);
    log.keep("problem", text.data(), text.size());
    for (const std::uint64_t number :
         {NOTED(strew_plan_hash, plan), NOTED(strew_plan_bytes, plan), NOTED(strew_plan_workspace, plan),
          NOTED(strew_plan_prepared_bytes, plan), NOTED(strew_plan_prepare_workspace, plan),
          static_cast<std::uint64_t>(NOTED(strew_plan_equal, plan, plan))})
      log.keep("number", &number, sizeof number);
    NOTED(strew_plan_destroy, plan);
  }

  void prepared() {
    const strew_tensor d = table_.view(), i = indices_.view(), u = updates_.view(), o = output_.view();
    strew_plan *plan = nullptr, *bound = nullptr;
    strew_prepared* ready = nullptr;
    options_.reduction = STREW_REDUCTION_MEAN;
    NOTED(strew_plan_scatter, &d, &i, &u, &o, 0, 0, &options_, &plan, &error_);
    keep("execute", NOTED(strew_execute, plan, d.data, i.data, u.data, o.data, nullptr, &error_), output_);
    keep("check", NOTED(strew_check, plan, d.data, i.data, u.data, o.data, nullptr, &error_), output_);
    std::uint64_t cells[3] = {};
    NOTED(strew_plan_cells, plan, i.data, 0, 3, cells, nullptr, &error_);
    log.keep("cells", cells, sizeof cells);
    NOTED(strew_prepare, plan, i.data, nullptr, &ready, &error_);
    strew_prepared_info info = STREW_PREPARED_INFO_INIT;
    NOTED(strew_prepared_inspect, ready, &info, &error_);
    log.keep("info", &info, sizeof info);
    std::uint64_t order[3] = {};
    NOTED(strew_prepared_order, ready, 3, order);
    log.keep("order", order, sizeof order);
    strew_prepared_lists lists = STREW_PREPARED_LISTS_INIT;
    NOTED(strew_prepared_view, ready, &lists, &error_);
    NOTED(strew_plan_bind, plan, ready, &bound, &error_);
    strew_plan* both = nullptr;
    NOTED(strew_plan_bind_both, plan, ready, nullptr, &both, &error_);
    drop(both);
    strew_plan *open = nullptr, *part = nullptr;
    strew_problem_accumulators about = STREW_PROBLEM_ACCUMULATORS_INIT;
    strew_problem_part all = STREW_PROBLEM_PART_INIT;
    strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
    NOTED(strew_plan_open, plan, &open, &error_);
    NOTED(strew_plan_accumulators, open, &about, &error_);
    std::vector<unsigned char> accumulators(static_cast<std::size_t>(about.bytes));
    strew_operand_places at = STREW_OPERAND_PLACES_INIT;
    at.data = d.data, at.indices = i.data, at.updates = u.data, at.output = o.data;
    for (const std::int32_t phase : {STREW_PHASE_LOAD, STREW_PHASE_ACCUMULATE, STREW_PHASE_STORE})
      NOTED(strew_execute_phase, open, phase, &at, accumulators.data(), about.bytes, nullptr, &error_);
    keep("phases", 0, output_);
    NOTED(strew_problem_slice, plan, &all, &part, &bases, &error_);
    drop(open);
    drop(part);
    strew_prepared* none = nullptr;
    NOTED(strew_prepare_from, plan, i.data, nullptr, &none, &error_);
    keep("bound", NOTED(strew_execute, bound, d.data, nullptr, u.data, o.data, nullptr, &error_), output_);
    NOTED(strew_prepared_destroy, ready);
    drop(plan);
    drop(bound);
  }

  // So much to do that an execution chooses by costs, and keeps its time. The texts have times, which differ.
  void choices() {
    constexpr std::int64_t many = 70'000;
    bit_array table({1000}), updates({many}), indices({many}, STREW_DTYPE_I32);
    table.set({one_bits});
    updates.set({half_unit_bits, tiny_bits, one_bits});
    for (std::size_t n = 0; n < indices.bits.size(); ++n) indices.bits[n] = static_cast<std::uint32_t>(n * n % 997);
    const strew_tensor d = table.view(), i = indices.view(), u = updates.view();
    strew_plan* plan = nullptr;
    options_.reduction = STREW_REDUCTION_ADD;
    NOTED(strew_plan_scatter, &d, &i, &u, &d, 0, 0, &options_, &plan, &error_);
    for (int execution = 0; execution < 3; ++execution)
      keep("choice", NOTED(strew_execute, plan, d.data, i.data, u.data, d.data, nullptr, &error_), table);
    NOTED(strew_plan_explain, plan, nullptr, 0);
    NOTED(strew_plan_destroy, plan);
    options_ = STREW_OPTIONS_INIT;
  }

  void decode() {
    bit_array codes({3, 16}, STREW_DTYPE_U8), scales({3, 2}), rows({2}, STREW_DTYPE_I32), values({2, 32});
    codes.set({0x76543210U, 0xFEDCBA98U});
    scales.set({one_bits, tiny_bits, half_unit_bits});
    rows.set({2, 0});
    const strew_tensor d = codes.view(), i = rows.view(), s = scales.view(), o = values.view();
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.indices = &i, all.scales = &s, all.output = &o;
    strew_quantization by = STREW_QUANTIZATION_INIT;
    by.bits = 4;
    by.block_size = 16;
    keep("codes", NOTED(strew_gather_block_quantized, &all, &by, 0, 0, nullptr, nullptr, &error_), values);
    EXPECT_EQ(error_.status, STREW_STATUS_OK) << error_.message;
  }

  // Of the rows of d that i names, and of their elements.
  void segments(const strew_tensor& d, const strew_tensor& i, const strew_tensor& o) {
    strew_segmentation by = STREW_SEGMENTATION_INIT;
    by.form = STREW_SEGMENTS_GROUPS;
    strew_operands bags = STREW_OPERANDS_INIT;
    strew_tensor sum = o;  // the mean of the rows that all indices name
    sum.rank = d.rank - 1;
    sum.extents = d.extents + 1;
    sum.strides = nullptr;
    bags.data = &d;
    bags.indices = &i;
    bags.output = &sum;
    keep("segments", NOTED(strew_segment_reduce, &bags, &by, 0, &options_, nullptr, &error_), output_);
    EXPECT_EQ(error_.status, STREW_STATUS_OK) << error_.message;
    strew_tensor scores = o, row = sum;  // of all these rows with the first one
    scores.rank = i.rank;
    scores.extents = i.extents;
    scores.strides = nullptr;
    row.data = d.data;
    bags.right = &row;
    bags.output = &scores;
    keep("products", NOTED(strew_sddmm, &bags, &by, 0, nullptr, nullptr, &error_), output_);
    EXPECT_EQ(error_.status, STREW_STATUS_OK) << error_.message;
    strew_tensor column = d;
    column.rank = 1;
    bags.data = &column;
    bags.right = nullptr;
    strew_options adding = options_;
    adding.reduction = STREW_REDUCTION_ADD;
    keep("scans", NOTED(strew_segment_scan, &bags, &by, STREW_SCAN_INCLUSIVE, 0, &adding, nullptr, &error_), output_);
    EXPECT_EQ(error_.status, STREW_STATUS_OK) << error_.message;
  }

  void others() {
    const strew_tensor d = table_.view(), i = indices_.view(), t = tuples_.view();
    strew_gather_dimensions dims = gather_dimensions();
    std::int64_t extents[4] = {};
    std::uint64_t rank = 0;
    strew_operator op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_STABLEHLO_GATHER;
    op.gather_dimensions = &dims;
    NOTED(strew_shape, &op, &d, &t, 4, extents, &rank, &error_);
    op = STREW_OPERATOR_INIT;
    op.kind = STREW_OPERATOR_GATHER;
    NOTED(strew_shape, &op, &d, &i, 4, extents, &rank, &error_);
    const strew_tensor u = updates_.view(), o = output_.view();
    op.kind = STREW_OPERATOR_SCATTER;
    options_.reduction = STREW_REDUCTION_MEAN;
    keep("run", NOTED(strew_run, &op, &d, &i, &u, &o, &options_, nullptr, &error_), output_);
    strew_site site = STREW_SITE_INIT;
    strew_operands all = STREW_OPERANDS_INIT;
    all.data = &d, all.indices = &i, all.updates = &u, all.output = &o;
    for (int times = 0; times < 3; ++times)
      keep("run_at", NOTED(strew_run_at, &site, &op, &all, &options_, nullptr, &error_), output_);
    segments(d, i, o);
    decode();
    strew_plan* of_bags = nullptr;
    NOTED(strew_plan_of, &op, &all, &options_, &of_bags, &error_);
    NOTED(strew_plan_destroy, of_bags);
    NOTED(strew_site_clear, &site);
    NOTED(strew_error_text, &error_, nullptr, nullptr, 0);
    strew_plan* plan = nullptr;
    NOTED(strew_plan_make, &op, &d, &i, &u, &o, &options_, &plan, &error_);
    strew_problem_view problem = STREW_PROBLEM_VIEW_INIT;
    NOTED(strew_plan_view, plan, &problem, &error_);
    NOTED(strew_plan_keeps_state, plan);
    from_problem(problem, d, i, u, o);
    elsewhere(plan);
    strew_plan_destroy(plan);
    options_ = STREW_OPTIONS_INIT;
    log.keep("extents", extents, sizeof extents);
    strew_tensor from_dlpack = STREW_TENSOR_INIT;
    NOTED(strew_tensor_from_dlpack, nullptr, 4, extents, &from_dlpack, &error_);
    NOTED(strew_stablehlo_options, 1, &options_, &error_);
    NOTED(strew_targets, nullptr, 0);
    NOTED(strew_tuning, nullptr, 0);
    NOTED(strew_build_info, nullptr, 0);
    NOTED(strew_machine, nullptr, 0);
    NOTED(strew_tune, nullptr, 0);
    NOTED(strew_version);
    NOTED(strew_abi_version);
    NOTED(strew_status_name, STREW_STATUS_OK);
    NOTED(strew_dtype_name, STREW_DTYPE_F32);
    NOTED(strew_dtype_bytes, STREW_DTYPE_F32);
    NOTED(strew_rule_text, "ND3");
    NOTED(strew_rule_name, 0);
    NOTED(strew_solver_name, 0);
    NOTED(strew_operator_name, 1);
    options_ = STREW_OPTIONS_INIT;
  }

  void from_problem(const strew_problem_view& problem, const strew_tensor& d, const strew_tensor& i,
                    const strew_tensor& u, const strew_tensor& o) {
    strew_plan* plan = nullptr;
    NOTED(strew_plan_from_problem, &problem, nullptr, &plan, &error_);
    strew_operand_places at = STREW_OPERAND_PLACES_INIT;
    at.data = d.data;
    at.indices = i.data;
    at.updates = u.data;
    at.output = o.data;
    keep("from problem", NOTED(strew_execute_at, plan, &at, nullptr, &error_), output_);
    strew_plan_destroy(plan);
  }

  void elsewhere(const strew_plan* plan) {
    const std::uint64_t bad = 77;
    strew_problem_bad_index index = STREW_PROBLEM_BAD_INDEX_INIT;
    index.bad_count = index.tuple_depth = 1;
    index.tuple = &bad;
    NOTED(strew_plan_index_error, plan, &index, &error_);
    log.keep("index error", &error_, sizeof error_);
    strew_problem_duplicate duplicate = STREW_PROBLEM_DUPLICATE_INIT;
    NOTED(strew_plan_duplicate_error, plan, &duplicate, &error_);
    strew_problem_places places = STREW_PROBLEM_PLACES_INIT;
    NOTED(strew_check_memory, plan, &places, &error_);
  }

  strew_gather_dimensions gather_dimensions() const {
    strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
    made.offset_dims = {&second_, 1};
    made.collapsed_slice_dims = made.start_index_map = {&first_, 1};
    made.slice_sizes = {sizes_, 2};
    made.index_vector_dim = 1;
    return made;
  }

  call_log& log;
  strew_options options_ = STREW_OPTIONS_INIT;
  strew_error error_ = STREW_ERROR_INIT;
  const std::int64_t first_ = 0, second_ = 1, sizes_[2] = {1, 2};
  bit_array table_{{4, 2}}, updates_{{3, 2}}, output_{{4, 2}};
  bit_array indices_{{3}, STREW_DTYPE_I32}, tuples_{{3, 1}, STREW_DTYPE_I32};
  bit_array elements_{{3, 2}, STREW_DTYPE_I32}, writes_{{4}, STREW_DTYPE_I32}, far_{{3}, STREW_DTYPE_I32};
};

call_log log_in(const fp_environment& environment) {
  call_log log;
  call_of_all calls(log);
  const fp_environment usual = current_environment();
  enter(environment);
  calls.all();
  const fp_environment after = current_environment();
  enter(usual);
  if (!(after == environment)) log.disturbers.emplace_back("the test itself");
  return log;
}

std::set<std::string> exported_functions() {
  std::ifstream from(STREW_ROOT "/tests/abi/symbols.txt");
  std::set<std::string> all;
  for (std::string name; from >> name;) all.insert(name);
  return all;
}

TEST(fp_environment, of_the_caller_changes_no_byte_and_is_given_back_by_every_function) {
  const call_log usual = log_in(current_environment());
  EXPECT_EQ(usual.called, exported_functions());
  EXPECT_GT(usual.results.size(), 300U);
  for (const named_environment& one : all_environments()) {
    SCOPED_TRACE(one.name);
    const call_log log = log_in(one.is);
    EXPECT_EQ(log.disturbers, std::vector<std::string>());
    ASSERT_EQ(log.results.size(), usual.results.size());
    for (std::size_t n = 0; n < log.results.size(); ++n) {
      EXPECT_EQ(log.results[n], usual.results[n]) << "result " << n;
    }
  }
}

}  // namespace
}  // namespace strew::testing
