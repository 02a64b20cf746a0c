// The parts of the step that DirectML supports: GATHER picks rows, SCATTER_ND writes rows. The sums are computed
// elsewhere.
#include <array>

#include "directml_run.hpp"
#include "k_means_frontends.hpp"

namespace {

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
  directml() { require(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device_.put()))); }

  // to[i, :] = from[rows[0, i], :]
  void gather_rows(const matrix& from, const matrix& rows, const matrix& to) {
    DML_GATHER_OPERATOR_DESC gather = {};
    gather.InputTensor = &from.desc;
    gather.IndicesTensor = &rows.desc;
    gather.OutputTensor = &to.desc;
    gather.Axis = 0;
    gather.IndexDimensions = 1;
    run(device_.get(), {DML_OPERATOR_GATHER, &gather}, {from.binding(), rows.binding()}, {to.binding()});
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
    run(device_.get(), {DML_OPERATOR_SCATTER_ND, &scatter}, {onto.binding(), rows.binding(), from.binding()},
        {to.binding()});
  }

 private:
  strew::directml::com_ptr<IDMLDevice> device_;
};

}  // namespace

step step_in_directml(const picture& of, const std::vector<float>& colours) {
  const auto n = static_cast<UINT>(of.n);
  const auto k = static_cast<UINT>(of.k);
  step made;
  directml frontend;
  const matrix pixels(of.pixels, of.n);
  made.centroids.resize(colours.size());
  frontend.gather_rows(pixels, {of.seeds, 1, k}, {made.centroids, of.k});
  made.last.resize(colours.size());
  frontend.scatter_rows({made.centroids, of.k}, {of.labels, n, 1}, pixels, {made.last, of.k});
  made.painted.resize(of.pixels.size());
  frontend.gather_rows({colours, of.k}, {of.labels, 1, n}, {made.painted, of.n});
  return made;
}
