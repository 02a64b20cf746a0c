// bench_frontends [google-benchmark options]: the cost of a call through the C++ API or a frontend compared with the
// same call of the C ABI. 16 rows of 8 floats are written into a table of 1000 rows, so that the call overhead
// dominates.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "strew/bnns.h"
#include "strew/directml.h"
#include "strew/strew.hpp"

namespace {

using strew::directml::com_ptr;

constexpr std::uint32_t rows = 1000, positions = 16, inner = 8;

// The operands, in the descriptions of all three APIs.
struct memory {
  std::vector<float> table = std::vector<float>(rows * inner);
  std::vector<float> updates = std::vector<float>(positions * inner, 1.0F);
  std::vector<std::int32_t> indices = std::vector<std::int32_t>(positions);

  memory() {
    std::iota(indices.begin(), indices.end(), 0);
    for (std::int32_t& index : indices) index = index * 37 % static_cast<std::int32_t>(rows);
  }
};

void expect(bool holds) {
  if (!holds) std::abort();
}

class engine {
 public:
  explicit engine(memory& with) : with_(with) {
    table_ = view(STREW_DTYPE_F32, with.table.data(), table_extents_);
    indices_ = view(STREW_DTYPE_I32, with.indices.data(), indices_extents_);
    updates_ = view(STREW_DTYPE_F32, with.updates.data(), updates_extents_);
    expect(strew_plan_scatter_nd(&table_, &indices_, &updates_, &table_, 0, nullptr, &plan_, nullptr) ==
           STREW_STATUS_OK);
  }
  ~engine() { strew_plan_destroy(plan_); }
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  void execute() {
    expect(strew_execute(plan_, with_.table.data(), with_.indices.data(), with_.updates.data(), with_.table.data(),
                         nullptr, nullptr) == STREW_STATUS_OK);
  }
  void call() {
    expect(strew_scatter_nd(&table_, &indices_, &updates_, &table_, 0, nullptr, nullptr, nullptr) == STREW_STATUS_OK);
  }

 private:
  static strew_tensor view(strew_dtype type, void* data, const std::int64_t* extents) {
    strew_tensor made = STREW_TENSOR_INIT;
    made.dtype = type;
    made.data = data;
    made.rank = 2;
    made.extents = extents;
    return made;
  }

  memory& with_;
  const std::int64_t table_extents_[2] = {rows, inner};
  const std::int64_t indices_extents_[2] = {positions, 1};
  const std::int64_t updates_extents_[2] = {positions, inner};
  strew_tensor table_{}, indices_{}, updates_{};
  strew_plan* plan_ = nullptr;
};

// The C++ API: with views made for each call, and with views and a plan that exist.
class cpp {
 public:
  explicit cpp(memory& with) : with_(with) {}

  void call_with_new_views() {
    strew::scatter_nd({with_.table, {rows, inner}}, {with_.indices, {positions, 1}},
                      {with_.updates, {positions, inner}});
  }
  void call() { strew::scatter_nd(table_, indices_, updates_); }
  void execute() { plan_.execute(views_); }
  void execute_pointers() {
    plan_.execute({.data = with_.table.data(),
                   .indices = with_.indices.data(),
                   .updates = with_.updates.data(),
                   .output = with_.table.data()});
  }

 private:
  memory& with_;
  const strew::view table_{with_.table, {rows, inner}};
  const strew::const_view indices_{with_.indices, {positions, 1}};
  const strew::const_view updates_{with_.updates, {positions, inner}};
  const strew::operands views_{.data = table_, .indices = indices_, .updates = updates_, .output = table_};
  const strew::plan plan_ = strew::plan_scatter_nd(table_, indices_, updates_, table_);
};

// The same scatter with StableHLO's attributes, which exist before the call.
class stablehlo {
 public:
  explicit stablehlo(memory& with)
      : table_(with.table, {rows, inner}),
        indices_(with.indices, {positions}),
        updates_(with.updates, {positions, inner}),
        plan_(strew::stablehlo::plan_scatter(table_, indices_, updates_, table_, dimensions_)) {}

  void call() { strew::stablehlo::scatter(table_, indices_, updates_, dimensions_); }
  void call_with_new_dimensions() {
    strew::stablehlo::scatter(table_, indices_, updates_,
                              {.update_window_dims = {1},
                               .inserted_window_dims = {0},
                               .scatter_dims_to_operand_dims = {0},
                               .index_vector_dim = 1});
  }
  void call_with_checked_hints() {
    strew::stablehlo::scatter(table_, indices_, updates_, hinted_, {.check_hints = true});
  }
  void execute() { plan_.execute({.data = table_, .indices = indices_, .updates = updates_, .output = table_}); }

 private:
  const strew::stablehlo::scatter_dimensions dimensions_{.update_window_dims = {1},
                                                         .inserted_window_dims = {0},
                                                         .scatter_dims_to_operand_dims = {0},
                                                         .index_vector_dim = 1};
  const strew::stablehlo::scatter_dimensions hinted_{.update_window_dims = {1},
                                                     .inserted_window_dims = {0},
                                                     .scatter_dims_to_operand_dims = {0},
                                                     .index_vector_dim = 1,
                                                     .unique_indices = true};
  const strew::view table_;
  const strew::const_view indices_, updates_;
  const strew::plan plan_;
};

class directml {
 public:
  explicit directml(memory& with)
      : table_{with.table.data(), 0, sizeof(float) * rows * inner},
        indices_{with.indices.data(), 0, sizeof(std::int32_t) * positions},
        updates_{with.updates.data(), 0, sizeof(float) * positions * inner} {
    expect(SUCCEEDED(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device_.put()))));
    const com_ptr<IDMLOperator> made = create();
    expect(SUCCEEDED(device_->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled_.put()))));
    const DML_BINDING_TABLE_DESC desc{compiled_.get(), {}, {}, 0};
    expect(SUCCEEDED(device_->CreateBindingTable(&desc, IID_PPV_ARGS(bindings_.put()))));
    expect(SUCCEEDED(device_->CreateCommandRecorder(IID_PPV_ARGS(recorder_.put()))));
    bind();
  }

  com_ptr<IDMLOperator> create() {
    const UINT sizes[3][2] = {{rows, inner}, {positions, 1}, {positions, inner}};
    DML_BUFFER_TENSOR_DESC buffers[3];
    DML_TENSOR_DESC tensors[3];
    for (int i = 0; i < 3; ++i) {
      const auto type = i == 1 ? DML_TENSOR_DATA_TYPE_INT32 : DML_TENSOR_DATA_TYPE_FLOAT32;
      const UINT64 bytes = DMLCalcBufferTensorSize(type, 2, sizes[i], nullptr);
      buffers[i] = {type, DML_TENSOR_FLAG_NONE, 2, sizes[i], nullptr, bytes, 0};
      tensors[i] = {DML_TENSOR_TYPE_BUFFER, &buffers[i]};
    }
    const DML_SCATTER_ND_OPERATOR_DESC scatter{&tensors[0], &tensors[1], &tensors[2], &tensors[0], 2, 2};
    const DML_OPERATOR_DESC desc{DML_OPERATOR_SCATTER_ND, &scatter};
    com_ptr<IDMLOperator> made;
    expect(SUCCEEDED(device_->CreateOperator(&desc, IID_PPV_ARGS(made.put()))));
    return made;
  }
  void bind() {
    const DML_BINDING_DESC all[] = {
        {DML_BINDING_TYPE_BUFFER, &table_}, {DML_BINDING_TYPE_BUFFER, &indices_}, {DML_BINDING_TYPE_BUFFER, &updates_}};
    expect(SUCCEEDED(bindings_->BindInputs(3, all)) && SUCCEEDED(bindings_->BindOutputs(1, all)));
  }
  void dispatch() { expect(SUCCEEDED(recorder_->RecordDispatch(nullptr, compiled_.get(), bindings_.get()))); }

 private:
  const DML_BUFFER_BINDING table_, indices_, updates_;
  com_ptr<IDMLDevice> device_;
  com_ptr<IDMLCompiledOperator> compiled_;
  com_ptr<IDMLBindingTable> bindings_;
  com_ptr<IDMLCommandRecorder> recorder_;
};

class bnns {
 public:
  explicit bnns(memory& with)
      : output_(describe(BNNSDataTypeFloat32, with.table.data(), rows, inner)),
        indices_(describe(BNNSDataTypeInt32, with.indices.data(), positions, 1)),
        input_(describe(BNNSDataTypeFloat32, with.updates.data(), positions, inner)) {}

  void call() { expect(BNNSScatterND(BNNSReduceFunctionNone, &input_, &indices_, &output_, nullptr) == 0); }

 private:
  static BNNSNDArrayDescriptor describe(BNNSDataType type, void* data, std::size_t first, std::size_t second) {
    BNNSNDArrayDescriptor made = {};
    made.layout = BNNSDataLayout2DFirstMajor;
    made.size[0] = first;
    made.size[1] = second;
    made.data = data;
    made.data_type = type;
    return made;
  }

  BNNSNDArrayDescriptor output_, indices_, input_;
};

template <class Frontend>
void add(const std::string& name, Frontend& frontend, void (Frontend::*method)()) {
  benchmark::RegisterBenchmark(name.c_str(), [&frontend, method](benchmark::State& state) {
    for ([[maybe_unused]] auto _ : state) {
      (frontend.*method)();
      benchmark::ClobberMemory();
    }
  })->MeasureProcessCPUTime();
}

}  // namespace

int main(int count, char** words) {
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 2;
  memory operands;
  engine c(operands);
  cpp api(operands);
  directml dml(operands);
  bnns apple(operands);
  stablehlo hlo(operands);
  add("strew_execute", c, &engine::execute);
  add("strew::plan::execute, pointers", api, &cpp::execute_pointers);
  add("strew::plan::execute, views", api, &cpp::execute);
  add("strew::stablehlo, plan::execute, views", hlo, &stablehlo::execute);
  add("RecordDispatch", dml, &directml::dispatch);
  add("BindInputs + BindOutputs", dml, &directml::bind);
  benchmark::RegisterBenchmark("CreateOperator", [&dml](benchmark::State& state) {
    for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(dml.create());
  })->MeasureProcessCPUTime();
  add("strew_scatter_nd", c, &engine::call);
  add("strew::scatter_nd", api, &cpp::call);
  add("strew::scatter_nd, new views", api, &cpp::call_with_new_views);
  add("strew::stablehlo::scatter", hlo, &stablehlo::call);
  add("strew::stablehlo::scatter, new dimensions", hlo, &stablehlo::call_with_new_dimensions);
  add("strew::stablehlo::scatter, checked hints", hlo, &stablehlo::call_with_checked_hints);
  add("BNNSScatterND", apple, &bnns::call);
  benchmark::RunSpecifiedBenchmarks();
}
