// A program written for DirectML on Windows, with the names of Windows that strew defines.
#include <gtest/gtest.h>

#include <type_traits>

#if defined(_WIN32)
#include <wrl/client.h>
#endif

#include "support/directml_ported.hpp"

namespace {

using Microsoft::WRL::ComPtr;

ported::program prepared() {
  ported::program made;
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&made.device)), S_OK);
  EXPECT_EQ(ported::prepare_all(made), S_OK);
  return made;
}

TEST(directml_ported, a_program_for_windows_runs) {
  ported::program p = prepared();
  ported::operands on;
  ported::dispatch(p, on);
  EXPECT_TRUE(ported::has_expected_output(on));
  EXPECT_TRUE(ported::is_one_device(p));
}

TEST(directml_ported, types_have_the_widths_of_windows) {
  static_assert(sizeof(BYTE) == 1 && sizeof(WORD) == 2 && sizeof(DWORD) == 4 && sizeof(LONG) == 4);
  static_assert(std::is_unsigned_v<BYTE> && std::is_unsigned_v<DWORD> && std::is_signed_v<INT> && sizeof(INT) == 4);
  static_assert(std::is_same_v<FLOAT, float> && sizeof(INT64) == 8 && sizeof(UINT8) == 1 && sizeof(UINT16) == 2);
  static_assert(TRUE == 1 && FALSE == 0 && DML_TARGET_VERSION == DML_FEATURE_LEVEL_6_4);
  static_assert(E_FAIL < 0 && E_POINTER < 0 && E_NOTIMPL < 0 && DXGI_ERROR_DEVICE_HUNG < 0);
}

TEST(directml_ported, arraysize_counts_elements) {
  const UINT sizes[] = {1, 2, 3, 4};
  IDMLDevice* devices[3] = {};
  DML_BUFFER_TENSOR_DESC desc = {};
  desc.DimensionCount = ARRAYSIZE(sizes);
  static_assert(ARRAYSIZE(sizes) == 4 && ARRAYSIZE(devices) == 3);
  EXPECT_EQ(desc.DimensionCount, 4u);
}

TEST(directml_ported, a_device_is_created_by_its_newer_interface) {
  ComPtr<IDMLDevice1> newer;
  ASSERT_EQ(DMLCreateDevice1(nullptr, DML_CREATE_DEVICE_FLAG_NONE, DML_FEATURE_LEVEL_2_1, IID_PPV_ARGS(&newer)), S_OK);
  ComPtr<IDMLDevice> device = newer;
  ComPtr<IDMLCommandRecorder> recorder;
  EXPECT_EQ(newer->CreateCommandRecorder(IID_PPV_ARGS(&recorder)), S_OK);
  ComPtr<IDMLDevice1> again;
  EXPECT_EQ(device.As(&again), S_OK);
  EXPECT_EQ(again, newer);
}

TEST(directml_ported, uuidof_takes_types_and_expressions) {
  using strew::directml::interface_id;
  const IDMLDevice* device = nullptr;
  const auto is_device = [](REFIID id) { return strew::directml::is_same_id(id, interface_id<IDMLDevice>); };
  EXPECT_TRUE(is_device(__uuidof(IDMLDevice)));
  EXPECT_TRUE(is_device(__uuidof(IDMLDevice*)));
  EXPECT_TRUE(is_device(__uuidof(device)));
  EXPECT_TRUE(is_device(__uuidof(*device)));
  EXPECT_FALSE(is_device(__uuidof(IDMLObject)));
}

TEST(directml_ported, the_options_of_a_device_go_with_ppv_args) {
  strew_directml_options options = STREW_DIRECTML_OPTIONS_INIT;
  options.feature_level = DML_FEATURE_LEVEL_2_0;
  ComPtr<IDMLDevice> device;
  EXPECT_EQ(strew_directml_create_device(&options, IID_PPV_ARGS(&device)), S_OK);
  strew::directml::com_ptr<IDMLDevice> other;
  EXPECT_EQ(strew_directml_create_device(nullptr, IID_PPV_ARGS(other.put())), S_OK);
  EXPECT_NE(device.Get(), other.get());
}

ULONG references_of(IDMLDevice* device) {
  device->AddRef();
  return device->Release();
}

ComPtr<IDMLDevice> new_device() {
  ComPtr<IDMLDevice> made;
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(&made)), S_OK);
  return made;
}

TEST(directml_com_ptr, counts_references) {
  ComPtr<IDMLDevice> first = new_device();
  EXPECT_EQ(references_of(first.Get()), 1u);
  ComPtr<IDMLDevice> second = first;
  const ComPtr<IDMLObject> base = second;
  EXPECT_EQ(references_of(first.Get()), 3u);
  second = nullptr;
  EXPECT_EQ(references_of(first.Get()), 2u);
  second = first.Get();
  EXPECT_EQ(references_of(first.Get()), 3u);
  const ComPtr<IDMLDevice> moved = std::move(second);
  EXPECT_EQ(references_of(first.Get()), 3u);
  EXPECT_EQ(first.Reset(), 2u);
  EXPECT_FALSE(first);
}

TEST(directml_com_ptr, the_address_is_empty_when_it_is_handed_over) {
  ComPtr<IDMLDevice> held = new_device();
  const ComPtr<IDMLDevice> also = held;
  EXPECT_EQ(*(&held), also.Get()) << "the operator alone releases nothing";
  EXPECT_EQ(references_of(also.Get()), 2u);
  IDMLDevice** place = &held;
  EXPECT_EQ(*place, nullptr);
  EXPECT_EQ(references_of(also.Get()), 1u);
  held = also;
  void** raw = &held;
  EXPECT_EQ(*raw, nullptr);
  held = also;
  ComPtr<IDMLDevice>* itself = &held;
  EXPECT_EQ(itself->Get(), nullptr);
  held = also;
  EXPECT_EQ(*held.ReleaseAndGetAddressOf(), nullptr);
  held = also;
  EXPECT_EQ(*held.GetAddressOf(), also.Get());
  EXPECT_EQ(references_of(also.Get()), 2u);
}

#if !defined(__MINGW32__)  // whose wrl/client.h (version 10) counts in Attach, and compares otherwise than Windows's
TEST(directml_com_ptr, gives_its_object_to_others) {
  ComPtr<IDMLDevice> held = new_device();
  IDMLDevice* const raw = held.Detach();
  EXPECT_EQ(held, nullptr);
  EXPECT_EQ(references_of(raw), 1u);
  held.Attach(raw);
  EXPECT_EQ(references_of(raw), 1u);
  ComPtr<IUnknown> copied;
  EXPECT_EQ(held.CopyTo(copied.GetAddressOf()), S_OK);
  EXPECT_EQ(references_of(raw), 2u);
  ComPtr<IDMLOperator> none;
  EXPECT_EQ(held.As(&none), E_NOINTERFACE);
  EXPECT_TRUE(none == nullptr && held != nullptr && held != new_device());
  ComPtr<IDMLDevice> other = new_device();
  IDMLDevice* const its = other.Get();
  held.Swap(other);
  EXPECT_EQ(held.Get(), its);
}
#endif

}  // namespace
