// Objects of DirectML that threads share, and BNNS called from several.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "directml/misuse.hpp"
#include "strew/bnns.h"
#include "threads/at_once.hpp"

namespace {

using namespace directml_test;
using strew::testing::at_once;

constexpr GUID an_id = {0x11111111, 0x2222, 0x3333, {1, 2, 3, 4, 5, 6, 7, 8}};

TEST(threads, one_compiled_operator_of_directml) {
  const auto device = make_device();
  described problem = gather(f32({5}), u32({4}), f32({4}), 0, 1);
  const work shared(device.get(), problem);
  at_once(4, [&](int t) {
    for (int n = 0; n < 50; ++n) {
      work mine(device.get(), problem, shared.compiled);
      mine.fill(input, std::vector<float>{0, 10, 20, 30, 40});
      mine.fill(indices, std::vector<std::uint32_t>(4, static_cast<std::uint32_t>((n + t) % 5)));
      ASSERT_EQ(mine.run().result, S_OK);
      ASSERT_EQ(mine.result<float>(1).front(), static_cast<float>((n + t) % 5 * 10));
    }
  });
}

TEST(threads, what_an_object_of_directml_keeps_for_its_caller) {
  const auto device = make_device();
  described problem = sound(DML_OPERATOR_SCATTER);
  const com_ptr<IDMLCompiledOperator> shared = compile(device.get(), problem);
  at_once(4, [&](int t) {
    for (int n = 0; n < 100; ++n) {
      const com_ptr<IDMLCompiledOperator> mine = shared;
      ASSERT_EQ(mine->SetName(t % 2 == 0 ? L"even" : L"odd"), S_OK);
      const int value[] = {t, t};
      ASSERT_EQ(mine->SetPrivateData(an_id, sizeof(value), value), S_OK);
      std::array<int, 2> read = {};
      UINT size = sizeof(read);
      ASSERT_EQ(mine->GetPrivateData(an_id, &size, read.data()), S_OK);
      ASSERT_EQ(read[0], read[1]);
      com_ptr<IDMLDevice> parent;
      ASSERT_EQ(mine->GetDevice(IID_PPV_ARGS(parent.put())), S_OK);
    }
  });
}

TEST(threads, bnns) {
  at_once(4, [](int t) {
    std::array<float, 3> table = {1, 2, 3};
    std::array<float, 2> result = {};
    std::array<std::int32_t, 2> at = {2, 0};
    BNNSNDArrayDescriptor in = {}, indices = {}, out = {};
    in.layout = indices.layout = out.layout = BNNSDataLayoutVector;
    in.data_type = out.data_type = BNNSDataTypeFloat32;
    indices.data_type = BNNSDataTypeInt32;
    in.size[0] = 3;
    indices.size[0] = out.size[0] = 2;
    in.data = table.data();
    indices.data = at.data();
    out.data = result.data();
    for (int n = 0; n < 200; ++n) {
      at[1] = n % 2 == 0 ? 1 : 3 + t;
      const int status = strew_bnns_gather(0, &in, &indices, &out, nullptr, nullptr);
      ASSERT_EQ(status, n % 2 == 0 ? 0 : -1);
      strew_error record = STREW_ERROR_INIT;
      ASSERT_EQ(strew_bnns_last_error(&record), 0);
      ASSERT_EQ(record.status, n % 2 == 0 ? STREW_STATUS_OK : STREW_STATUS_INDEX);
      if (n % 2 == 0) continue;
      ASSERT_EQ(record.tuple[0], static_cast<std::uint64_t>(3 + t));
    }
  });
}

}  // namespace
