// Identifiers of interfaces: distinct, in the bytes that a GUID has in memory, and deduced by IID_PPV_ARGS.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "strew/directml.h"

namespace {

using strew::directml::interface_id;

const std::vector<GUID>& all_ids() {
  static const std::vector<GUID> ids = {
      interface_id<IUnknown>,         interface_id<IDMLObject>,           interface_id<IDMLDeviceChild>,
      interface_id<IDMLPageable>,     interface_id<IDMLOperator>,         interface_id<IDMLDispatchable>,
      interface_id<IDMLBindingTable>, interface_id<IDMLCommandRecorder>,  interface_id<IDMLDevice>,
      interface_id<IDMLDebugDevice>,  interface_id<IDMLCompiledOperator>, interface_id<IDMLOperatorInitializer>,
      interface_id<IDMLDevice1>};
  return ids;
}

TEST(directml_interface_ids, are_distinct_and_not_zero) {
  const GUID zero = {};
  for (std::size_t i = 0; i < all_ids().size(); ++i) {
    EXPECT_FALSE(strew::directml::is_same_id(all_ids()[i], zero)) << i;
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(strew::directml::is_same_id(all_ids()[i], all_ids()[j])) << i;
  }
}

TEST(directml_interface_ids, the_unknown_one_is_that_of_com) {
  const unsigned char expected[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46};
  EXPECT_EQ(std::memcmp(&interface_id<IUnknown>, expected, 16), 0);
}

TEST(directml_interface_ids, ppv_args_name_the_interface_of_the_pointer) {
  IDMLDevice* device = nullptr;
  const auto look = [&](REFIID id, void** object) {
    return strew::directml::is_same_id(id, interface_id<IDMLDevice>) && object == static_cast<void*>(&device);
  };
  EXPECT_TRUE(look(IID_PPV_ARGS(&device)));
}

}  // namespace
