/* The code of Apple's pages in C11, unchanged but for the include. */
#include <stdint.h>
#include <string.h>

#include "bnns/c_test.h"
#include "strew/bnns.h"

static int scatters_a_slice(void) {
  int32_t indices[] = {1};
  float gathered[] = {20.0F, 21.0F, 22.0F, 23.0F};
  float scattered[12] = {0};
  const float expected[12] = {0, 0, 0, 0, 20.0F, 21.0F, 22.0F, 23.0F, 0, 0, 0, 0};
  BNNSNDArrayDescriptor indicesDescriptor = {
      .layout = BNNSDataLayoutVector, .size = {1}, .data = indices, .data_type = BNNSDataTypeInt32};
  BNNSNDArrayDescriptor gatheredDescriptor = {
      .layout = BNNSDataLayout2DFirstMajor, .size = {2, 2}, .data = gathered, .data_type = BNNSDataTypeFloat32};
  BNNSNDArrayDescriptor scatteredDescriptor = {.flags = BNNSNDArrayFlagBackpropSet,
                                               .layout = BNNSDataLayout3DFirstMajor,
                                               .size = {3, 2, 2},
                                               .stride = {1, 2, 4},
                                               .data = scattered,
                                               .data_type = BNNSDataTypeFloat32,
                                               .data_scale = 1.0F,
                                               .data_bias = 0.0F};
  STREW_EXPECT(
      BNNSScatterND(BNNSReduceFunctionNone, &gatheredDescriptor, &indicesDescriptor, &scatteredDescriptor, NULL) == 0);
  STREW_EXPECT(memcmp(scattered, expected, sizeof expected) == 0);
  memset(gathered, 0, sizeof gathered);
  STREW_EXPECT(BNNSGatherND(&scatteredDescriptor, &indicesDescriptor, &gatheredDescriptor, NULL) == 0);
  STREW_EXPECT(memcmp(gathered, expected + 4, sizeof gathered) == 0);
  return 0;
}

static int adds_along_an_axis(void) {
  float values[] = {2, 4, 6, 8}, output[] = {10, 20, 30, 40, 50, 60, 70, 80};
  const float expected[] = {10, 22, 30, 44, 50, 68, 70, 86};
  int32_t places[] = {1, 3, 7, 5};
  BNNSNDArrayDescriptor input, indices, result;
  memset(&input, 0, sizeof input);
  input.layout = BNNSDataLayoutVector;
  input.size[0] = 4;
  input.data = values;
  input.data_type = BNNSDataTypeFloat32;
  indices = input;
  indices.data = places;
  indices.data_type = BNNSDataTypeInt32;
  result = input;
  result.size[0] = 8;
  result.data = output;
  BNNSFilterParameters parameters = {.flags = 0, .n_threads = 1, .alloc_memory = NULL, .free_memory = NULL};
  STREW_EXPECT(BNNSScatter(0, BNNSReduceFunctionSum, &input, &indices, &result, &parameters) == 0);
  STREW_EXPECT(memcmp(output, expected, sizeof expected) == 0);
  STREW_EXPECT(BNNSGather(0, &result, &indices, &input, &parameters) == 0);
  STREW_EXPECT(values[0] == 22 && values[1] == 44 && values[2] == 86 && values[3] == 68);
  return 0;
}

static int tells_what_went_wrong(void) {
  float values[] = {1, 2}, output[] = {3, 4};
  int32_t places[] = {0, 2};
  BNNSNDArrayDescriptor input = {
      .layout = BNNSDataLayoutVector, .size = {2}, .data = values, .data_type = BNNSDataTypeFloat32};
  BNNSNDArrayDescriptor indices = input, result = input;
  indices.data = places;
  indices.data_type = BNNSDataTypeInt32;
  result.data = output;
  STREW_EXPECT(BNNSGather(0, &input, &indices, &result, NULL) != 0);
  strew_error why = STREW_ERROR_INIT;
  STREW_EXPECT(strew_bnns_last_error(&why) == 0);
  STREW_EXPECT(why.status == STREW_STATUS_INDEX && why.position == 1 && why.tuple[0] == 2);
  STREW_EXPECT(output[0] == 3 && output[1] == 4);
  places[1] = 0;
  STREW_EXPECT(BNNSGather(0, &input, &indices, &result, NULL) == 0);
  STREW_EXPECT(strew_bnns_last_error(&why) == 0);
  STREW_EXPECT(why.status == STREW_STATUS_OK && why.rule[0] == 0 && why.message[0] == 0 && why.position == 0);
  STREW_EXPECT(BNNSDataLayoutGetRank(input.layout) == 1 && BNNSDataLayoutGetRank(BNNSDataLayoutImageCHW) == 3);
  return 0;
}

int strew_c11_test(void) {
  const int lines[] = {scatters_a_slice(), adds_along_an_axis(), tells_what_went_wrong()};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
    if (lines[i] != 0) return lines[i];
  }
  return 0;
}
