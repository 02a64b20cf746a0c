/* A program for BNNS, in C, linked to strew's. */
#include <stdint.h>
#include <stdio.h>

#include "windows/fill_bnns.h"

int main(void) {
  float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  float updates[4] = {9, 10, 11, 12};
  int32_t places[4] = {4, 3, 1, 4};
  const BNNSNDArrayDescriptor input = vector_of(updates, BNNSDataTypeFloat32, 4);
  const BNNSNDArrayDescriptor indices = vector_of(places, BNNSDataTypeInt32, 4);
  BNNSNDArrayDescriptor output = vector_of(table, BNNSDataTypeFloat32, 8);
  const float expected[8] = {1, 2 + 11, 3, 4 + 10, 5 + 9 + 12, 6, 7, 8};
  if (BNNSScatter(0, BNNSReduceFunctionSum, &input, &indices, &output, NULL) != 0) return 1;
  for (int n = 0; n < 8; ++n) printf("%g ", (double)table[n]);
  printf("\n");
  return memcmp(table, expected, sizeof expected) == 0 ? 0 : 1;
}
