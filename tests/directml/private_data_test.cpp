// GetPrivateData, SetPrivateData, SetPrivateDataInterface as DXGI's objects have them.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "directml/misuse.hpp"

namespace {

using namespace directml_test;

constexpr GUID first_id = {0x11111111, 0x2222, 0x3333, {1, 2, 3, 4, 5, 6, 7, 8}};
constexpr GUID second_id = {0x11111111, 0x2222, 0x3333, {1, 2, 3, 4, 5, 6, 7, 9}};

struct directml_private_data : testing::Test {
  watched_device watched;
  com_ptr<IDMLOperator> op;

  directml_private_data() {
    described problem = sound(DML_OPERATOR_SCATTER);
    EXPECT_EQ(problem.create(watched.get(), op.put()), S_OK);
  }
};

TEST_F(directml_private_data, what_was_set_is_read) {
  EXPECT_EQ(op->SetPrivateData(first_id, 6, "abcdef"), S_OK);
  EXPECT_EQ(op->SetPrivateData(second_id, 2, "xy"), S_OK);
  std::array<char, 10> text = {};
  UINT size = 10;
  EXPECT_EQ(op->GetPrivateData(first_id, &size, text.data()), S_OK);
  EXPECT_EQ(size, 6u);
  EXPECT_EQ(std::string(text.data()), "abcdef");
  size = 2;
  EXPECT_EQ(op->GetPrivateData(second_id, &size, text.data()), S_OK);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(std::string(text.data()), "xycdef");
}

TEST_F(directml_private_data, a_copy_is_kept) {
  std::string value = "before";
  EXPECT_EQ(op->SetPrivateData(first_id, 6, value.data()), S_OK);
  value = "after.";
  std::array<char, 7> text = {};
  UINT size = 6;
  EXPECT_EQ(op->GetPrivateData(first_id, &size, text.data()), S_OK);
  EXPECT_STREQ(text.data(), "before");
}

TEST_F(directml_private_data, a_null_place_asks_for_the_size) {
  EXPECT_EQ(op->SetPrivateData(first_id, 6, "abcdef"), S_OK);
  for (const UINT offered : {0u, 3u, 100u}) {
    UINT size = offered;
    EXPECT_EQ(op->GetPrivateData(first_id, &size, nullptr), S_OK);
    EXPECT_EQ(size, 6u);
  }
}

TEST_F(directml_private_data, too_little_room_is_more_data) {
  EXPECT_EQ(op->SetPrivateData(first_id, 6, "abcdef"), S_OK);
  std::array<char, 7> text = {};
  for (const UINT offered : {0u, 5u}) {
    UINT size = offered;
    EXPECT_EQ(op->GetPrivateData(first_id, &size, text.data()), DXGI_ERROR_MORE_DATA);
    EXPECT_EQ(size, 6u);
    EXPECT_EQ(text, (std::array<char, 7>{}));
  }
}

TEST_F(directml_private_data, what_was_not_set_is_not_found) {
  UINT size = 4;
  char text[4] = {};
  EXPECT_EQ(op->GetPrivateData(first_id, &size, text), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(op->SetPrivateData(first_id, 4, "abcd"), S_OK);
  size = 4;
  EXPECT_EQ(op->GetPrivateData(second_id, &size, text), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(watched.device->GetPrivateData(first_id, &size, text), DXGI_ERROR_NOT_FOUND);
}

TEST_F(directml_private_data, null_removes) {
  char text[4] = {};
  UINT size = 4;
  EXPECT_EQ(op->SetPrivateData(first_id, 4, "abcd"), S_OK);
  EXPECT_EQ(op->SetPrivateData(first_id, 0, nullptr), S_OK);
  EXPECT_EQ(op->GetPrivateData(first_id, &size, text), DXGI_ERROR_NOT_FOUND);
  EXPECT_TRUE(SUCCEEDED(op->SetPrivateData(first_id, 0, nullptr)));
}

TEST_F(directml_private_data, setting_again_replaces) {
  EXPECT_EQ(op->SetPrivateData(first_id, 4, "abcd"), S_OK);
  EXPECT_EQ(op->SetPrivateData(first_id, 2, "xy"), S_OK);
  UINT size = 4;
  char text[5] = {};
  EXPECT_EQ(op->GetPrivateData(first_id, &size, text), S_OK);
  EXPECT_EQ(size, 2u);
  EXPECT_STREQ(text, "xy");
}

TEST_F(directml_private_data, the_size_is_needed) {
  char text[4] = {};
  EXPECT_EQ(op->GetPrivateData(first_id, nullptr, text), E_INVALIDARG);
}

ULONG references(IUnknown* object) {
  object->AddRef();
  return object->Release();
}

TEST_F(directml_private_data, an_interface_is_kept_with_a_reference) {
  const com_ptr<IDMLDevice> kept = make_device();
  EXPECT_EQ(op->SetPrivateDataInterface(first_id, kept.get()), S_OK);
  EXPECT_EQ(references(kept.get()), 2u);
  IUnknown* found = nullptr;
  UINT size = sizeof found;
  EXPECT_EQ(op->GetPrivateData(first_id, &size, &found), S_OK);
  EXPECT_EQ(size, sizeof found);
  EXPECT_EQ(found, static_cast<IUnknown*>(kept.get()));
  EXPECT_EQ(references(kept.get()), 3u);  // the reader's own
  found->Release();
  EXPECT_EQ(op->SetPrivateDataInterface(first_id, nullptr), S_OK);
  EXPECT_EQ(references(kept.get()), 1u);
}

TEST_F(directml_private_data, an_interface_is_let_go_with_what_replaces_it) {
  const com_ptr<IDMLDevice> kept = make_device();
  EXPECT_EQ(op->SetPrivateDataInterface(first_id, kept.get()), S_OK);
  EXPECT_EQ(op->SetPrivateData(first_id, 1, "x"), S_OK);
  EXPECT_EQ(references(kept.get()), 1u);
  EXPECT_EQ(op->SetPrivateDataInterface(first_id, kept.get()), S_OK);
  EXPECT_EQ(op->SetPrivateDataInterface(first_id, kept.get()), S_OK);
  EXPECT_EQ(references(kept.get()), 2u);
  op.reset();
  EXPECT_EQ(references(kept.get()), 1u);
}

}  // namespace
