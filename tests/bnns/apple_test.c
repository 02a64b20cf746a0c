/* Where Apple's header was included before, strew's names are off and its functions take Apple's structures. */
#include <stddef.h>
#include <stdint.h>

#include "windows/platform/bnns.h"

static int BNNSGather(void) {
  return 77;
} /* Apple's own function keeps its name */

static int BNNSDataLayoutGetRank(void) {
  return 78;
}

#include "bnns/c_test.h"
#include "strew/bnns.h"

#if STREW_BNNS_NAMES
#error "the names of BNNS are Apple's here"
#endif

int strew_apple_test(void) {
  float table[] = {10, 20, 30}, found[2] = {0};
  int32_t places[] = {2, 0};
  const BNNSNDArrayDescriptor input = {
      .layout = BNNSDataLayoutVector, .size = {3}, .data = table, .data_type = BNNSDataTypeFloat32};
  const BNNSNDArrayDescriptor indices = {
      .layout = BNNSDataLayoutVector, .size = {2}, .data = places, .data_type = BNNSDataTypeInt32};
  BNNSNDArrayDescriptor output = {
      .layout = BNNSDataLayoutVector, .size = {2}, .data = found, .data_type = BNNSDataTypeFloat32};
  STREW_EXPECT(BNNSGather() == 77 && BNNSDataLayoutGetRank() == 78);
  STREW_EXPECT(strew_bnns_layout_rank(BNNSDataLayoutVector) == 1);
  STREW_EXPECT(strew_bnns_gather(0, &input, &indices, &output, NULL, NULL) == 0);
  STREW_EXPECT(found[0] == 30 && found[1] == 10);
  return 0;
}
