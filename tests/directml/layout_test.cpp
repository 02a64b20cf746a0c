// Every size and offset of the structures, typed in again, and the order of the device's methods.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "strew/directml.h"

#define EXPECT_FIELD(type, field, offset, bytes) \
  EXPECT_EQ(offsetof(type, field), offset##u);   \
  EXPECT_EQ(sizeof(type::field), bytes##u)

namespace {

TEST(directml_layout, widths_of_scalars) {
  EXPECT_EQ(sizeof(HRESULT), 4u);
  EXPECT_EQ(sizeof(UINT), 4u);
  EXPECT_EQ(sizeof(UINT64), 8u);
  EXPECT_EQ(sizeof(BOOL), 4u);
  EXPECT_EQ(sizeof(GUID), 16u);
  static_assert(std::is_signed_v<HRESULT> && std::is_unsigned_v<UINT> && std::is_unsigned_v<UINT64>);
}

TEST(directml_layout, enums_are_32_bits) {
  EXPECT_EQ(sizeof(DML_TENSOR_DATA_TYPE), 4u);
  EXPECT_EQ(sizeof(DML_TENSOR_TYPE), 4u);
  EXPECT_EQ(sizeof(DML_TENSOR_FLAGS), 4u);
  EXPECT_EQ(sizeof(DML_OPERATOR_TYPE), 4u);
  EXPECT_EQ(sizeof(DML_FEATURE_LEVEL), 4u);
  EXPECT_EQ(sizeof(DML_BINDING_TYPE), 4u);
}

TEST(directml_layout, buffer_tensor) {
  EXPECT_EQ(sizeof(DML_BUFFER_TENSOR_DESC), 48u);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, DataType, 0, 4);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, Flags, 4, 4);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, DimensionCount, 8, 4);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, Sizes, 16, 8);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, Strides, 24, 8);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, TotalTensorSizeInBytes, 32, 8);
  EXPECT_FIELD(DML_BUFFER_TENSOR_DESC, GuaranteedBaseOffsetAlignment, 40, 4);
}

TEST(directml_layout, tensor_and_operator) {
  EXPECT_EQ(sizeof(DML_TENSOR_DESC), 16u);
  EXPECT_FIELD(DML_TENSOR_DESC, Type, 0, 4);
  EXPECT_FIELD(DML_TENSOR_DESC, Desc, 8, 8);
  EXPECT_EQ(sizeof(DML_OPERATOR_DESC), 16u);
  EXPECT_FIELD(DML_OPERATOR_DESC, Type, 0, 4);
  EXPECT_FIELD(DML_OPERATOR_DESC, Desc, 8, 8);
}

TEST(directml_layout, gathers) {
  EXPECT_EQ(sizeof(DML_GATHER_OPERATOR_DESC), 32u);
  EXPECT_FIELD(DML_GATHER_OPERATOR_DESC, InputTensor, 0, 8);
  EXPECT_FIELD(DML_GATHER_OPERATOR_DESC, IndicesTensor, 8, 8);
  EXPECT_FIELD(DML_GATHER_OPERATOR_DESC, OutputTensor, 16, 8);
  EXPECT_FIELD(DML_GATHER_OPERATOR_DESC, Axis, 24, 4);
  EXPECT_FIELD(DML_GATHER_OPERATOR_DESC, IndexDimensions, 28, 4);
  EXPECT_EQ(sizeof(DML_GATHER_ELEMENTS_OPERATOR_DESC), 32u);
  EXPECT_FIELD(DML_GATHER_ELEMENTS_OPERATOR_DESC, InputTensor, 0, 8);
  EXPECT_FIELD(DML_GATHER_ELEMENTS_OPERATOR_DESC, IndicesTensor, 8, 8);
  EXPECT_FIELD(DML_GATHER_ELEMENTS_OPERATOR_DESC, OutputTensor, 16, 8);
  EXPECT_FIELD(DML_GATHER_ELEMENTS_OPERATOR_DESC, Axis, 24, 4);
}

TEST(directml_layout, gathers_of_tuples) {
  EXPECT_EQ(sizeof(DML_GATHER_ND_OPERATOR_DESC), 32u);
  EXPECT_FIELD(DML_GATHER_ND_OPERATOR_DESC, InputTensor, 0, 8);
  EXPECT_FIELD(DML_GATHER_ND_OPERATOR_DESC, IndicesTensor, 8, 8);
  EXPECT_FIELD(DML_GATHER_ND_OPERATOR_DESC, OutputTensor, 16, 8);
  EXPECT_FIELD(DML_GATHER_ND_OPERATOR_DESC, InputDimensionCount, 24, 4);
  EXPECT_FIELD(DML_GATHER_ND_OPERATOR_DESC, IndicesDimensionCount, 28, 4);
  EXPECT_EQ(sizeof(DML_GATHER_ND1_OPERATOR_DESC), 40u);
  EXPECT_FIELD(DML_GATHER_ND1_OPERATOR_DESC, InputTensor, 0, 8);
  EXPECT_FIELD(DML_GATHER_ND1_OPERATOR_DESC, IndicesTensor, 8, 8);
  EXPECT_FIELD(DML_GATHER_ND1_OPERATOR_DESC, OutputTensor, 16, 8);
  EXPECT_FIELD(DML_GATHER_ND1_OPERATOR_DESC, InputDimensionCount, 24, 4);
  EXPECT_FIELD(DML_GATHER_ND1_OPERATOR_DESC, IndicesDimensionCount, 28, 4);
  EXPECT_FIELD(DML_GATHER_ND1_OPERATOR_DESC, BatchDimensionCount, 32, 4);
}

TEST(directml_layout, scatters) {
  EXPECT_EQ(sizeof(DML_SCATTER_OPERATOR_DESC), 40u);
  EXPECT_FIELD(DML_SCATTER_OPERATOR_DESC, InputTensor, 0, 8);
  EXPECT_FIELD(DML_SCATTER_OPERATOR_DESC, IndicesTensor, 8, 8);
  EXPECT_FIELD(DML_SCATTER_OPERATOR_DESC, UpdatesTensor, 16, 8);
  EXPECT_FIELD(DML_SCATTER_OPERATOR_DESC, OutputTensor, 24, 8);
  EXPECT_FIELD(DML_SCATTER_OPERATOR_DESC, Axis, 32, 4);
  EXPECT_EQ(sizeof(DML_SCATTER_ND_OPERATOR_DESC), 40u);
  EXPECT_FIELD(DML_SCATTER_ND_OPERATOR_DESC, InputTensor, 0, 8);
  EXPECT_FIELD(DML_SCATTER_ND_OPERATOR_DESC, IndicesTensor, 8, 8);
  EXPECT_FIELD(DML_SCATTER_ND_OPERATOR_DESC, UpdatesTensor, 16, 8);
  EXPECT_FIELD(DML_SCATTER_ND_OPERATOR_DESC, OutputTensor, 24, 8);
  EXPECT_FIELD(DML_SCATTER_ND_OPERATOR_DESC, InputDimensionCount, 32, 4);
  EXPECT_FIELD(DML_SCATTER_ND_OPERATOR_DESC, IndicesDimensionCount, 36, 4);
}

TEST(directml_layout, descriptions_are_plain) {
  static_assert(std::is_standard_layout_v<DML_BUFFER_TENSOR_DESC> && std::is_trivial_v<DML_BUFFER_TENSOR_DESC>);
  static_assert(std::is_trivial_v<DML_SCATTER_ND_OPERATOR_DESC> && std::is_trivial_v<DML_GATHER_ND1_OPERATOR_DESC>);
  static_assert(std::is_trivial_v<DML_BINDING_DESC> && std::is_trivial_v<DML_BUFFER_BINDING>);
}

#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)  // where names are overloaded
// The place of a method in the table of virtual functions, as the ABI of this platform writes it.
template <class Method>
std::ptrdiff_t slot(Method method) {
  std::ptrdiff_t word = 0;
  std::memcpy(&word, &method, sizeof word);
  return (word - 1) / static_cast<std::ptrdiff_t>(sizeof(void*));
}

TEST(directml_layout, methods_of_the_device_are_in_the_published_order) {
  EXPECT_EQ(slot(&IDMLDevice::QueryInterface), 0);
  EXPECT_EQ(slot(&IDMLDevice::AddRef), 1);
  EXPECT_EQ(slot(&IDMLDevice::Release), 2);
  EXPECT_EQ(slot(&IDMLDevice::GetPrivateData), 3);
  EXPECT_EQ(slot(&IDMLDevice::SetPrivateData), 4);
  EXPECT_EQ(slot(&IDMLDevice::SetPrivateDataInterface), 5);
  EXPECT_EQ(slot(&IDMLDevice::SetName), 6);
  EXPECT_EQ(slot(&IDMLDevice::CheckFeatureSupport), 7);
  EXPECT_EQ(slot(&IDMLDevice::CreateOperator), 8);
  EXPECT_EQ(slot(&IDMLDevice::CompileOperator), 9);
  EXPECT_EQ(slot(&IDMLDevice::CreateOperatorInitializer), 10);
  EXPECT_EQ(slot(&IDMLDevice::CreateCommandRecorder), 11);
  EXPECT_EQ(slot(&IDMLDevice::CreateBindingTable), 12);
  EXPECT_EQ(slot(&IDMLDevice::Evict), 13);
  EXPECT_EQ(slot(&IDMLDevice::MakeResident), 14);
  EXPECT_EQ(slot(&IDMLDevice::GetDeviceRemovedReason), 15);
  EXPECT_EQ(slot(&IDMLDevice::GetParentDevice), 16);
}
#endif

}  // namespace
