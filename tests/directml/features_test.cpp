// CheckFeatureSupport, and devices of each feature level.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "directml/level_table.hpp"
#include "directml/road.hpp"

namespace {

using namespace directml_test;

HRESULT ask_type(IDMLDevice* device, std::int32_t type, BOOL* is_supported) {
  const DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {static_cast<DML_TENSOR_DATA_TYPE>(type)};
  DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT data = {-1};
  const HRESULT result =
      device->CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, sizeof query, &query, sizeof data, &data);
  *is_supported = data.IsSupported;
  return result;
}

HRESULT ask_levels(IDMLDevice* device, const std::vector<std::int32_t>& asked, std::int32_t* highest) {
  std::vector<DML_FEATURE_LEVEL> levels;
  for (const std::int32_t level : asked) levels.push_back(static_cast<DML_FEATURE_LEVEL>(level));
  const DML_FEATURE_QUERY_FEATURE_LEVELS query = {static_cast<UINT>(levels.size()), levels.data()};
  DML_FEATURE_DATA_FEATURE_LEVELS data = {};
  const HRESULT result =
      device->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, sizeof query, &query, sizeof data, &data);
  *highest = data.MaxSupportedFeatureLevel;
  return result;
}

TEST(directml_features, data_types_at_every_level) {
  for (const std::int32_t level : all_levels) {
    const auto device = make_device(level);
    for (std::int32_t type = 1; type <= 13; ++type) {
      const bool is_64 = type >= 9 && type <= 11, is_4 = type >= 12;
      BOOL is_supported = -1;
      EXPECT_EQ(ask_type(device.get(), type, &is_supported), S_OK);
      EXPECT_EQ(is_supported, !is_4 && (!is_64 || level >= 0x3000) ? 1 : 0) << type << " at " << level;
    }
  }
}

TEST(directml_features, unknown_data_types_are_not_supported) {
  const auto device = make_device();
  for (const std::int32_t type : {0, 14, -1, 1 << 30}) {
    BOOL is_supported = -1;
    const HRESULT result = ask_type(device.get(), type, &is_supported);
    EXPECT_TRUE(FAILED(result) || is_supported == 0) << type;
  }
}

TEST(directml_features, highest_of_the_levels_asked_for) {
  const std::vector<std::int32_t> all(std::begin(all_levels), std::end(all_levels));
  const std::vector<std::int32_t> backwards(std::rbegin(all_levels), std::rend(all_levels));
  for (const std::int32_t level : all_levels) {
    const auto device = make_device(level);
    std::int32_t highest = -1;
    EXPECT_EQ(ask_levels(device.get(), all, &highest), S_OK);
    EXPECT_EQ(highest, level);
    EXPECT_EQ(ask_levels(device.get(), backwards, &highest), S_OK);
    EXPECT_EQ(highest, level);
    EXPECT_EQ(ask_levels(device.get(), {0x1000}, &highest), S_OK);
    EXPECT_EQ(highest, 0x1000);
    EXPECT_EQ(ask_levels(device.get(), {0x1000, 0x7000}, &highest), S_OK);
    EXPECT_EQ(highest, 0x1000);
  }
}

TEST(directml_features, DM27_no_level_that_was_asked_for) {
  std::int32_t highest = -1;
  EXPECT_EQ(ask_levels(make_device(DML_FEATURE_LEVEL_1_0).get(), {0x2000, 0x6400}, &highest), DXGI_ERROR_UNSUPPORTED);
  EXPECT_STREQ(last_error().rule, "DM27");
}

TEST(directml_features, sizes_and_pointers) {
  watched_device watched;
  const DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {DML_TENSOR_DATA_TYPE_FLOAT32};
  DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT data = {7};
  const auto ask = [&](UINT query_size, const void* from, UINT data_size, void* to) {
    return watched.device->CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, query_size, from, data_size, to);
  };
  for (const UINT wrong : {0u, 3u, 5u, 8u, 0xFFFFFFFFu}) {
    EXPECT_EQ(ask(wrong, &query, sizeof data, &data), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "CheckFeatureSupport", "", "DM27");
    EXPECT_EQ(ask(sizeof query, &query, wrong, &data), E_INVALIDARG);
    expect_message(watched, E_INVALIDARG, "CheckFeatureSupport", "", "DM27");
  }
  EXPECT_EQ(ask(sizeof query, nullptr, sizeof data, &data), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CheckFeatureSupport", "", "DM1");
  EXPECT_EQ(ask(sizeof query, &query, sizeof data, nullptr), E_INVALIDARG);
  expect_message(watched, E_INVALIDARG, "CheckFeatureSupport", "", "DM1");
  EXPECT_EQ(data.IsSupported, 7);
  EXPECT_EQ(ask(sizeof query, &query, sizeof data, &data), S_OK);
  EXPECT_EQ(data.IsSupported, 1);
}

TEST(directml_features, level_queries_need_levels) {
  watched_device watched;
  DML_FEATURE_DATA_FEATURE_LEVELS data = {};
  const auto ask = [&](const DML_FEATURE_QUERY_FEATURE_LEVELS& query, UINT query_size) {
    return watched.device->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, query_size, &query, sizeof data, &data);
  };
  const DML_FEATURE_LEVEL one = DML_FEATURE_LEVEL_1_0;
  EXPECT_EQ(ask({1, nullptr}, sizeof(DML_FEATURE_QUERY_FEATURE_LEVELS)), E_INVALIDARG);
  EXPECT_EQ(ask({0, &one}, sizeof(DML_FEATURE_QUERY_FEATURE_LEVELS)), E_INVALIDARG);
  EXPECT_EQ(ask({1, &one}, 4), E_INVALIDARG);
  EXPECT_EQ(watched.messages.size(), 3u);
  EXPECT_EQ(ask({1, &one}, sizeof(DML_FEATURE_QUERY_FEATURE_LEVELS)), S_OK);
}

TEST(directml_features, unknown_features_are_unsupported) {
  watched_device watched;
  UINT words[4] = {};
  for (const std::int32_t feature : {2, -1, 1000}) {
    EXPECT_EQ(watched.device->CheckFeatureSupport(static_cast<DML_FEATURE>(feature), 4, words, 4, words + 1),
              DXGI_ERROR_UNSUPPORTED);
    expect_message(watched, DXGI_ERROR_UNSUPPORTED, "CheckFeatureSupport", "", "DM27");
  }
}

HRESULT create_at(std::int32_t level) {
  com_ptr<IDMLDevice> made;
  const HRESULT result = DMLCreateDevice1(nullptr, DML_CREATE_DEVICE_FLAG_NONE, static_cast<DML_FEATURE_LEVEL>(level),
                                          IID_PPV_ARGS(made.put()));
  EXPECT_EQ(static_cast<bool>(made), SUCCEEDED(result));
  return result;
}

TEST(directml_features, devices_of_each_published_level) {
  for (const std::int32_t level : all_levels) EXPECT_EQ(create_at(level), S_OK) << level;
}

TEST(directml_features, levels_above_the_highest_are_unsupported) {
  for (const std::int32_t level : {0x6500, 0x7000, 0x10000, 0x7FFFFFFF}) {
    EXPECT_EQ(create_at(level), DXGI_ERROR_UNSUPPORTED) << level;
    EXPECT_STREQ(last_error().rule, "DM26");
  }
}

TEST(directml_features, levels_that_were_not_published_are_invalid) {
  for (const std::int32_t level : {0, 1, -1, 0x0FFF, 0x1001, 0x1100, 0x2200, 0x3200, 0x63FF}) {
    EXPECT_EQ(create_at(level), E_INVALIDARG) << level;
    EXPECT_STREQ(last_error().rule, "DM26");
  }
}

TEST(directml_features, a_device_without_a_level_has_the_highest) {
  com_ptr<IDMLDevice> made;
  ASSERT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_DEBUG, IID_PPV_ARGS(made.put())), S_OK);
  std::int32_t highest = 0;
  EXPECT_EQ(ask_levels(made.get(), {0x6300, 0x6400}, &highest), S_OK);
  EXPECT_EQ(highest, 0x6400);
  EXPECT_EQ(ask_levels(make_device(0).get(), {0x6300, 0x6400}, &highest), S_OK);
  EXPECT_EQ(highest, 0x6400);
}

}  // namespace
