// STREW_DIRECTML_NO_NAMES: the names stand in a namespace, beside a platform's own; objects and layouts are the same.
#define STREW_DIRECTML_NO_NAMES
#include <gtest/gtest.h>

#include <array>

#include "strew/directml.h"

#if !defined(_WIN32)  // where they are those of the system's headers
namespace {

// Names of the platform, as its own header would have them.
struct DML_TENSOR_DESC {
  int other[9];
};
struct IUnknown {};
enum DML_OPERATOR_TYPE { DML_OPERATOR_GATHER = 1000 };

TEST(directml_names, stand_in_a_namespace) {
  namespace dml = strew::directml;
  static_assert(sizeof(dml::DML_TENSOR_DESC) == 16 && sizeof(DML_TENSOR_DESC) == 36);
  static_assert(dml::DML_OPERATOR_GATHER == 67 && DML_OPERATOR_GATHER == 1000);
  dml::com_ptr<dml::IDMLDevice> device;
  ASSERT_EQ(dml::DMLCreateDevice(nullptr, dml::DML_CREATE_DEVICE_FLAG_NONE, STREW_DIRECTML_PPV_ARGS(device.put())),
            dml::S_OK);
  const std::array<dml::UINT, 2> row = {1, 3}, three = {1, 3};
  const dml::DML_BUFFER_TENSOR_DESC data = {
      dml::DML_TENSOR_DATA_TYPE_INT32, dml::DML_TENSOR_FLAG_NONE, 2, row.data(), nullptr, 12, 0};
  const dml::DML_BUFFER_TENSOR_DESC at = {
      dml::DML_TENSOR_DATA_TYPE_UINT32, dml::DML_TENSOR_FLAG_NONE, 2, three.data(), nullptr, 12, 0};
  const dml::DML_TENSOR_DESC tensors[] = {{dml::DML_TENSOR_TYPE_BUFFER, &data}, {dml::DML_TENSOR_TYPE_BUFFER, &at}};
  const dml::DML_GATHER_OPERATOR_DESC gather = {&tensors[0], &tensors[1], &tensors[0], 1, 1};
  const dml::DML_OPERATOR_DESC desc = {dml::DML_OPERATOR_GATHER, &gather};
  dml::com_ptr<dml::IDMLOperator> op;
  EXPECT_EQ(device->CreateOperator(&desc, STREW_DIRECTML_PPV_ARGS(op.put())), dml::S_OK);
}

}  // namespace
#endif
