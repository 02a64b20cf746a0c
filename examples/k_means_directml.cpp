// What DirectML can do of the step: GATHER picks rows, SCATTER_ND writes rows. Its sums are made elsewhere.
#include <array>
#include <cstddef>
#include <stdexcept>

#include "k_means_doors.hpp"
#include "strew/directml.h"

namespace {

using strew::directml::com_ptr;

void require(HRESULT result) {
  if (SUCCEEDED(result)) return;
  strew_error error = STREW_ERROR_INIT;
  strew_directml_last_error(&error);
  throw std::runtime_error(error.message);
}

// A packed matrix of host memory, described and bound.
struct matrix {
  matrix(DML_TENSOR_DATA_TYPE type, const void* values, UINT rows, UINT columns) : sizes{rows, columns} {
    buffer.DataType = type;
    buffer.DimensionCount = 2;
    buffer.Sizes = sizes.data();
    buffer.TotalTensorSizeInBytes = DMLCalcBufferTensorSize(type, 2, sizes.data(), nullptr);
    range = {const_cast<void*>(values), 0, buffer.TotalTensorSizeInBytes};
  }
  matrix(const std::vector<float>& values, std::int64_t rows)
      : matrix(DML_TENSOR_DATA_TYPE_FLOAT32, values.data(), static_cast<UINT>(rows), 3) {}
  matrix(const std::vector<std::int32_t>& values, UINT rows, UINT columns)
      : matrix(DML_TENSOR_DATA_TYPE_INT32, values.data(), rows, columns) {}
  matrix(const matrix&) = delete;
  matrix& operator=(const matrix&) = delete;

  DML_BINDING_DESC binding() const { return {DML_BINDING_TYPE_BUFFER, &range}; }

  std::array<UINT, 2> sizes;
  DML_BUFFER_TENSOR_DESC buffer = {};
  DML_TENSOR_DESC desc = {DML_TENSOR_TYPE_BUFFER, &buffer};
  DML_BUFFER_BINDING range = {};
};

class directml {
 public:
  directml() {
    require(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device_.put())));
    require(device_->CreateCommandRecorder(IID_PPV_ARGS(recorder_.put())));
  }

  // to[i, :] = from[rows[0, i], :]
  void gather_rows(const matrix& from, const matrix& rows, const matrix& to) {
    DML_GATHER_OPERATOR_DESC gather = {};
    gather.InputTensor = &from.desc;
    gather.IndicesTensor = &rows.desc;
    gather.OutputTensor = &to.desc;
    gather.Axis = 0;
    gather.IndexDimensions = 1;
    run({DML_OPERATOR_GATHER, &gather}, {from.binding(), rows.binding()}, to.binding());
  }

  // to = onto, then to[rows[i, 0], :] = from[i, :]
  void scatter_rows(const matrix& onto, const matrix& rows, const matrix& from, const matrix& to) {
    DML_SCATTER_ND_OPERATOR_DESC scatter = {};
    scatter.InputTensor = &onto.desc;
    scatter.IndicesTensor = &rows.desc;
    scatter.UpdatesTensor = &from.desc;
    scatter.OutputTensor = &to.desc;
    scatter.InputDimensionCount = 2;
    scatter.IndicesDimensionCount = 2;
    run({DML_OPERATOR_SCATTER_ND, &scatter}, {onto.binding(), rows.binding(), from.binding()}, to.binding());
  }

 private:
  void run(const DML_OPERATOR_DESC& desc, const std::vector<DML_BINDING_DESC>& inputs, const DML_BINDING_DESC& output) {
    com_ptr<IDMLOperator> op;
    com_ptr<IDMLCompiledOperator> compiled;
    com_ptr<IDMLBindingTable> table;
    require(device_->CreateOperator(&desc, IID_PPV_ARGS(op.put())));
    require(device_->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())));
    const DML_BINDING_PROPERTIES asked = compiled->GetBindingProperties();
    DML_BINDING_TABLE_DESC table_desc = {};
    table_desc.Dispatchable = compiled.get();
    table_desc.SizeInDescriptors = asked.RequiredDescriptorCount;
    require(device_->CreateBindingTable(&table_desc, IID_PPV_ARGS(table.put())));
    require(table->BindInputs(static_cast<UINT>(inputs.size()), inputs.data()));
    require(table->BindOutputs(1, &output));
    std::vector<std::byte> temporary(static_cast<std::size_t>(asked.TemporaryResourceSize));
    const DML_BUFFER_BINDING range = {temporary.data(), 0, temporary.size()};
    const DML_BINDING_DESC binding = {DML_BINDING_TYPE_BUFFER, &range};
    if (!temporary.empty()) require(table->BindTemporaryResource(&binding));
    require(recorder_->RecordDispatch(nullptr, compiled.get(), table.get()));
  }

  com_ptr<IDMLDevice> device_;
  com_ptr<IDMLCommandRecorder> recorder_;
};

}  // namespace

step step_in_directml(const picture& of, const std::vector<float>& colours) {
  const auto n = static_cast<UINT>(of.n);
  const auto k = static_cast<UINT>(of.k);
  step made;
  directml door;
  const matrix pixels(of.pixels, of.n);
  made.centroids.resize(colours.size());
  door.gather_rows(pixels, {of.seeds, 1, k}, {made.centroids, of.k});
  made.last.resize(colours.size());
  door.scatter_rows({made.centroids, of.k}, {of.labels, n, 1}, pixels, {made.last, of.k});
  made.painted.resize(of.pixels.size());
  door.gather_rows({colours, of.k}, {of.labels, 1, n}, {made.painted, of.n});
  return made;
}
