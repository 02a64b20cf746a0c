/* strew.h is C11: a plain C program gathers two rows. */
#include <stdio.h>
#include <string.h>

#include "strew/strew.h"

static strew_tensor tensor_of(strew_dtype dtype, void* data, uint64_t rank, const int64_t* extents) {
  strew_tensor tensor = STREW_TENSOR_INIT;
  tensor.dtype = dtype;
  tensor.data = data;
  tensor.rank = rank;
  tensor.extents = extents;
  return tensor;
}

static int gathers_rows(void) {
  float table[3][2] = {{0.0F, 1.0F}, {10.0F, 11.0F}, {20.0F, 21.0F}};
  int64_t rows[2][1] = {{2}, {-3}};
  float found[2][2] = {{0}};
  const float expected[2][2] = {{20.0F, 21.0F}, {0.0F, 1.0F}};
  const int64_t table_extents[2] = {3, 2};
  const int64_t rows_extents[2] = {2, 1};
  const int64_t found_extents[2] = {2, 2};
  const strew_tensor data = tensor_of(STREW_DTYPE_F32, table, 2, table_extents);
  const strew_tensor indices = tensor_of(STREW_DTYPE_I64, rows, 2, rows_extents);
  const strew_tensor output = tensor_of(STREW_DTYPE_F32, found, 2, found_extents);
  const strew_options options = STREW_OPTIONS_INIT;
  const strew_execution execution = STREW_EXECUTION_INIT;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_gather_nd(&data, &indices, &output, 0, &options, &execution, &error);
  if (status != STREW_STATUS_OK) {
    printf("strew_gather_nd: %s: %s\n", strew_status_name(status), error.message);
    return 0;
  }
  return memcmp(found, expected, sizeof expected) == 0;
}

int main(void) {
  if (strcmp(strew_version(), STREW_VERSION_STRING) != 0) {
    printf("library %s, header %s\n", strew_version(), STREW_VERSION_STRING);
    return 1;
  }
  if (!gathers_rows()) {
    printf("the rows gathered are not those of the table\n");
    return 1;
  }
  return 0;
}
