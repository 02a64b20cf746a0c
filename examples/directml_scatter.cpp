// The examples of DirectML's documentation of SCATTER_ND and SCATTER, in DirectML's own calls.
//
// The printed examples are corrected where they violate the pages' own constraints: indices have an integer type, not
// FLOAT32, and all tensors of an operator have one DimensionCount, smaller ones with leading sizes of 1. The second
// example of SCATTER has three rows of input, not two.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "directml_run.hpp"

namespace {

template <class T>
constexpr DML_TENSOR_DATA_TYPE type_of = DML_TENSOR_DATA_TYPE_UNKNOWN;
template <>
constexpr DML_TENSOR_DATA_TYPE type_of<float> = DML_TENSOR_DATA_TYPE_FLOAT32;
template <>
constexpr DML_TENSOR_DATA_TYPE type_of<std::uint32_t> = DML_TENSOR_DATA_TYPE_UINT32;

// Packed elements, their description, and their binding.
template <class T>
class tensor {
 public:
  tensor(std::vector<UINT> sizes, std::vector<T> values) : sizes_(std::move(sizes)), values_(std::move(values)) {
    buffer_.DataType = type_of<T>;
    buffer_.Flags = DML_TENSOR_FLAG_NONE;
    buffer_.DimensionCount = static_cast<UINT>(sizes_.size());
    buffer_.Sizes = sizes_.data();
    buffer_.Strides = nullptr;
    buffer_.TotalTensorSizeInBytes =
        DMLCalcBufferTensorSize(buffer_.DataType, buffer_.DimensionCount, buffer_.Sizes, buffer_.Strides);
    buffer_.GuaranteedBaseOffsetAlignment = 0;
    desc_ = {DML_TENSOR_TYPE_BUFFER, &buffer_};
    bound_ = {values_.data(), 0, values_.size() * sizeof(T)};
  }
  tensor(const tensor&) = delete;
  tensor& operator=(const tensor&) = delete;

  const DML_TENSOR_DESC* desc() const { return &desc_; }
  DML_BINDING_DESC binding() const { return {DML_BINDING_TYPE_BUFFER, &bound_}; }

  void print(const char* name) const {
    std::string line;
    for (const UINT size : sizes_) line += (line.empty() ? "{" : ", ") + std::to_string(size);
    std::printf("  %-8s%-8s", name, (line + "}").c_str());
    for (const T value : values_) std::printf(" %g", static_cast<double>(value));
    std::printf("\n");
  }

 private:
  std::vector<UINT> sizes_;
  std::vector<T> values_;
  DML_BUFFER_TENSOR_DESC buffer_ = {};
  DML_TENSOR_DESC desc_ = {};
  DML_BUFFER_BINDING bound_ = {};
};

void print_all(const char* name, const tensor<float>& input, const tensor<std::uint32_t>& indices,
               const tensor<float>& updates, const tensor<float>& output) {
  std::printf("%s\n", name);
  input.print("input");
  indices.print("indices");
  updates.print("updates");
  output.print("output");
}

void scatter_nd(IDMLDevice* device) {
  tensor<float> input({1, 8}, {1, 2, 3, 4, 5, 6, 7, 8});
  tensor<std::uint32_t> indices({4, 1}, {4, 3, 1, 7});
  tensor<float> updates({1, 4}, {9, 10, 11, 12});
  tensor<float> output({1, 8}, std::vector<float>(8));

  DML_SCATTER_ND_OPERATOR_DESC scatter = {};
  scatter.InputTensor = input.desc();
  scatter.IndicesTensor = indices.desc();
  scatter.UpdatesTensor = updates.desc();
  scatter.OutputTensor = output.desc();
  scatter.InputDimensionCount = 1;
  scatter.IndicesDimensionCount = 2;
  run(device, {DML_OPERATOR_SCATTER_ND, &scatter}, {input.binding(), indices.binding(), updates.binding()},
      {output.binding()});
  print_all("DML_OPERATOR_SCATTER_ND", input, indices, updates, output);
}

void scatter(IDMLDevice* device, const char* name, const tensor<float>& input, const tensor<std::uint32_t>& indices,
             const tensor<float>& updates, const tensor<float>& output) {
  DML_SCATTER_OPERATOR_DESC scatter = {};
  scatter.InputTensor = input.desc();
  scatter.IndicesTensor = indices.desc();
  scatter.UpdatesTensor = updates.desc();
  scatter.OutputTensor = output.desc();
  scatter.Axis = 0;
  run(device, {DML_OPERATOR_SCATTER, &scatter}, {input.binding(), indices.binding(), updates.binding()},
      {output.binding()});
  print_all(name, input, indices, updates, output);
}

void run_examples() {
  strew::directml::com_ptr<IDMLDevice> device;
  require(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(device.put())));
  scatter_nd(device.get());
  // Index 3 comes twice, which DirectML leaves undefined: here the last update wins, as the page prints it.
  scatter(device.get(), "DML_OPERATOR_SCATTER, example 1", {{5}, {0, 1, 2, 3, 4}}, {{4}, {3, 1, 3, 0}},
          {{4}, {5, 6, 7, 8}}, {{5}, std::vector<float>(5)});
  scatter(device.get(), "DML_OPERATOR_SCATTER, example 2", {{3, 3}, std::vector<float>(9)},
          {{2, 3}, {1, 0, 2, 0, 2, 1}}, {{2, 3}, {10, 11, 12, 20, 21, 22}}, {{3, 3}, std::vector<float>(9)});
}

}  // namespace

int main() {
  try {
    run_examples();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "directml_scatter: %s\n", failure.what());
    return 1;
  }
  return 0;
}
