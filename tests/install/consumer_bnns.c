/* What every consumer of the frontend for BNNS runs: a gather, a scatter, an error, all checked. Compiles as C11. */
#include <stdio.h>
#include <strew/bnns.h>
#include <string.h>

static int failures;

static void expect(int holds, const char* name) {
  if (holds) return;
  printf("consumer_bnns: %s\n", name);
  ++failures;
}

static BNNSNDArrayDescriptor matrix(void* data, BNNSDataType type, size_t rows, size_t columns) {
  BNNSNDArrayDescriptor made = {0};
  made.layout = BNNSDataLayoutRowMajorMatrix;
  made.size[0] = columns;
  made.size[1] = rows;
  made.data = data;
  made.data_type = type;
  return made;
}

int main(void) {
  float table[6] = {0, 1, 2, 3, 4, 5};
  float rows[4] = {0, 0, 0, 0};
  int32_t places[2] = {2, 0};
  BNNSNDArrayDescriptor data = matrix(table, BNNSDataTypeFloat32, 3, 2);
  BNNSNDArrayDescriptor both = matrix(rows, BNNSDataTypeFloat32, 2, 2);
  const BNNSNDArrayDescriptor indices = matrix(places, BNNSDataTypeInt32, 2, 1);
  strew_error error = STREW_ERROR_INIT;

  expect(strcmp(strew_version(), STREW_VERSION_STRING) == 0, "the library is another version than its header");
  expect(BNNSGatherND(&data, &indices, &both, NULL) == 0, "the gather failed");
  expect(rows[0] == 4 && rows[1] == 5 && rows[2] == 0 && rows[3] == 1, "the gathered rows are wrong");
  expect(BNNSScatterND(BNNSReduceFunctionSum, &both, &indices, &data, NULL) == 0, "the scatter failed");
  expect(table[0] == 0 && table[1] == 2 && table[3] == 3 && table[4] == 8 && table[5] == 10, "the sums are wrong");
  places[1] = 9;
  expect(BNNSGatherND(&data, &indices, &both, NULL) != 0, "index 9 was taken");
  expect(strew_bnns_last_error(&error) == 0 && strcmp(error.rule, "IX1") == 0 && error.position == 1, error.message);
  if (failures == 0) puts("gathered and scattered");
  return failures != 0;
}
