// BN1 to BN4, the rules of one descriptor: what is refused, what is said, and that nothing is written.
#include <gtest/gtest.h>

#include <limits>

#include "bnns/sample.hpp"

namespace strew::testing {
namespace {

using descriptor_of = BNNSNDArrayDescriptor sample::*;

struct operand {
  descriptor_of descriptor;
  const char* name;
  int32_t number;
};
constexpr operand operands[] = {{&sample::input, "input", the_input},
                                {&sample::indices, "indices", STREW_OPERAND_INDICES},
                                {&sample::output, "output", STREW_OPERAND_OUTPUT}};

TEST(Refusals, TheSamplesWork) {
  for (const bnns_form form : all_forms) expect_works(sample_of(form), "as it is");
}

TEST(Refusals, BN1) {
  bool sample::*const present[] = {&sample::has_input, &sample::has_indices, &sample::has_output};
  for (const bnns_form form : all_forms) {
    for (std::size_t i = 0; i < 3; ++i) {
      const operand& one = operands[i];
      expect_fault(form,
                   {"BN1", STREW_STATUS_POINTER, one.number, {one.name}, [&](sample& s) { s.*present[i] = false; }});
      expect_fault(form, {"BN1", STREW_STATUS_POINTER, one.number, {one.name, "data is null"}, [&](sample& s) {
                            (s.*one.descriptor).data = nullptr;
                          }});
    }
  }
}

TEST(Refusals, BN2) {
  struct refused {
    uint32_t layout;
    const char* says;
  };
  constexpr refused layouts[] = {
      {0, "0x0 "},
      {1, "0x1 "},
      {0x8000, "0x8000 "},
      {0x8001, "0x8001 "},
      {0x10001, "not known"},
      {0x18002, "not known"},
      {0x20002, "not known"},
      {0x28002, "not known"},
      {0x90000, "not known"},
      {0x98000, "not known"},
      {0x98001, "not known"},
      {0xFFFFFFFF, "not known"},
      {BNNSDataLayoutFullyConnectedSparse, "sparse"},
      {BNNSDataLayoutMHA_DHK, "not documented"},
      {BNNSDataLayoutConvolutionWeightsOIHW_Pack32, "packed weights"},
  };
  for (const bnns_form form : all_forms) {
    for (const operand& one : operands) {
      for (const refused& bad : layouts) {
        expect_fault(form, {"BN2", STREW_STATUS_ATTRIBUTE, one.number, {one.name, bad.says}, [&](sample& s) {
                              (s.*one.descriptor).layout = static_cast<BNNSDataLayout>(bad.layout);
                            }});
      }
    }
  }
}

TEST(Refusals, BN3) {
  struct refused {
    uint32_t type;
    const char* says;
  };
  constexpr refused types[] = {
      {BNNSDataTypeInt1, " 1 bits"},
      {BNNSDataTypeInt2, " 2 bits"},
      {BNNSDataTypeInt4, " 4 bits"},
      {BNNSDataTypeUInt1, " 1 bits"},
      {BNNSDataTypeUInt2, " 2 bits"},
      {BNNSDataTypeUInt3, " 3 bits"},
      {BNNSDataTypeUInt4, " 4 bits"},
      {BNNSDataTypeUInt6, " 6 bits"},
      {BNNSDataTypeIndexed1, " 1 bits"},
      {BNNSDataTypeIndexed2, " 2 bits"},
      {BNNSDataTypeIndexed4, " 4 bits"},
      {0, "0x0 "},
      {BNNSDataTypeFloatBit, "0x10000 "},
      {BNNSDataTypeIntBit, "0x20000 "},
      {BNNSDataTypeUIntBit, "0x40000 "},
      {BNNSDataTypeIndexedBit, "0x80000 "},
      {BNNSDataTypeMiscellaneousBit, "0x100000 "},
      {0x10040, "0x10040 "},
      {0x20080, "not known"},
      {0xFFFFFFFF, "not known"},
  };
  for (const bnns_form form : all_forms) {
    for (const operand& one : operands) {
      for (const refused& bad : types) {
        expect_fault(form, {"BN3", STREW_STATUS_TYPE, one.number, {one.name, bad.says}, [&](sample& s) {
                              (s.*one.descriptor).data_type = static_cast<BNNSDataType>(bad.type);
                            }});
      }
    }
  }
}

TEST(Refusals, BN4ASizeOfZero) {
  for (const bnns_form form : all_forms) {
    for (const operand& one : operands) {
      sample s = sample_of(form);
      const bool is_vector = (s.*one.descriptor).layout == BNNSDataLayoutVector;
      for (std::size_t t = 0; t < (is_vector ? 1U : 2U); ++t) {
        const std::string which = "size[" + std::to_string(t) + "]";
        expect_fault(form, {"BN4", STREW_STATUS_SIZE, one.number, {one.name, which.c_str(), "is 0"}, [&](sample& bad) {
                              (bad.*one.descriptor).size[t] = 0;
                            }});
      }
    }
  }
}

TEST(Refusals, BN4SizesBeyond63Bits) {
  constexpr std::size_t beyond = std::size_t{1} << 63;
  constexpr std::size_t arbitrary[] = {beyond, beyond + 1, beyond - 1, beyond / 2,
                                       std::numeric_limits<std::size_t>::max()};
  for (const bnns_form form : all_forms) {
    for (const operand& one : operands) {
      for (const std::size_t size : arbitrary) {
        expect_fault(form, {"BN4", STREW_STATUS_SIZE, one.number, {one.name}, [&](sample& s) {
                              (s.*one.descriptor).size[0] = size;
                            }});
        expect_fault(form, {"BN4", STREW_STATUS_SIZE, one.number, {one.name}, [&](sample& s) {
                              (s.*one.descriptor).stride[0] = size;
                            }});
      }
    }
  }
}

TEST(Refusals, BN4ProductsBeyond63Bits) {
  for (const bnns_form form : all_forms) {
    for (const operand& one : operands) {
      const auto spoil = [&](std::size_t first, std::size_t second, std::size_t stride) {
        expect_fault(form, {"BN4", STREW_STATUS_SIZE, one.number, {one.name}, [&](sample& s) {
                              BNNSNDArrayDescriptor& bad = s.*one.descriptor;
                              bad.layout = BNNSDataLayoutRowMajorMatrix;
                              bad.size[0] = first;
                              bad.size[1] = second;
                              bad.stride[1] = stride;
                            }});
      };
      spoil(std::size_t{1} << 32, std::size_t{1} << 32, 0);  // packed: 2^64 elements
      spoil(std::size_t{1} << 31, std::size_t{1} << 30, 0);  // 2^61 elements of four bytes
      spoil(1, 3, std::size_t{1} << 61);                     // a stride of 2^63 bytes
      spoil(1, 3, std::size_t{1} << 60);                     // two strides of 2^62 bytes
      spoil(2, 1, std::size_t{1} << 61);                     // that of a size of 1, too
    }
  }
}

// One element less would be in reach; no memory of this size exists, so the next rule tells that this one held.
TEST(Refusals, BN4HasItsEdge) {
  const fault beyond = {"BN4", STREW_STATUS_SIZE, the_input, {"input"}, [](sample& s) {
                          s.input.size[0] = 1;
                          s.input.size[1] = std::size_t{1} << 61;
                        }};
  expect_fault(bnns_form::gather_nd, beyond);
  const fault edge = {"ND5", STREW_STATUS_SHAPE, STREW_OPERAND_OUTPUT, {}, [](sample& s) {
                        s.input.size[0] = 1;
                        s.input.size[1] = (std::size_t{1} << 61) - 1;
                      }};
  expect_fault(bnns_form::gather_nd, edge);
}

}  // namespace
}  // namespace strew::testing
