/* What every C consumer here runs: a gather, a scatter, an error, all checked. Compiles as C11 and as C++20. */
#include <stdio.h>
#include <strew/strew.h>
#include <string.h>

static int failures;

static void expect(int holds, const char* name) {
  if (holds) return;
  printf("consumer: %s\n", name);
  ++failures;
}

static strew_tensor view(void* data, strew_dtype dtype, uint64_t rank, const int64_t* extents) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.data = data;
  made.dtype = dtype;
  made.rank = rank;
  made.extents = extents;
  return made;
}

int main(void) {
  float table[6] = {0, 1, 2, 3, 4, 5};
  float rows[4] = {0, 0, 0, 0};
  int64_t places[2] = {2, 0};
  const int64_t table_extents[2] = {3, 2};
  const int64_t rows_extents[2] = {2, 2};
  const int64_t places_extents[2] = {2, 1};
  const strew_tensor data = view(table, STREW_DTYPE_F32, 2, table_extents);
  const strew_tensor indices = view(places, STREW_DTYPE_I64, 2, places_extents);
  const strew_tensor both = view(rows, STREW_DTYPE_F32, 2, rows_extents);
  strew_options options = STREW_OPTIONS_INIT;
  strew_error error = STREW_ERROR_INIT;

  expect(strcmp(strew_version(), STREW_VERSION_STRING) == 0, "the library is another version than its header");
  expect(strew_abi_version() == 1, "the ABI is another version than its soname");
  expect(strew_gather_nd(&data, &indices, &both, 0, NULL, NULL, &error) == STREW_STATUS_OK, error.message);
  expect(rows[0] == 4 && rows[1] == 5 && rows[2] == 0 && rows[3] == 1, "the gathered rows are wrong");
  options.reduction = STREW_REDUCTION_ADD;
  expect(strew_scatter_nd(&data, &indices, &both, &data, 0, &options, NULL, &error) == STREW_STATUS_OK, error.message);
  expect(table[0] == 0 && table[1] == 2 && table[3] == 3 && table[4] == 8 && table[5] == 10, "the sums are wrong");
  places[1] = 9;
  expect(strew_gather_nd(&data, &indices, &both, 0, NULL, NULL, &error) == STREW_STATUS_INDEX, "index 9 was taken");
  expect(strcmp(error.rule, "IX1") == 0 && error.position == 1, "the error names another place");
  if (failures == 0) puts("gathered and scattered");
  return failures != 0;
}
