/* A C program compiled for x86_64-pc-windows-msvc and linked by lld-link with the import library strew.lib: what a program
 * of MSVC sees of the DLL. It has no C runtime, as there is none of MSVC's at hand. */
#include "strew/strew.h"

__declspec(dllimport) void __stdcall ExitProcess(unsigned code);
int _fltused = 0; /* asked for by objects that use floats, defined by MSVC's C runtime */

/* What a compiler may call for structs. */
void* memset(void* to, int value, size_t bytes) {
  for (volatile char* at = (char*)to; bytes != 0; --bytes) *at++ = (char)value;
  return to;
}
void* memcpy(void* to, const void* from, size_t bytes) {
  volatile char* at = (char*)to;
  for (const char* source = (const char*)from; bytes != 0; --bytes) *at++ = *source++;
  return to;
}

static strew_tensor tensor_of(strew_dtype dtype, void* data, uint64_t rank, const int64_t* extents) {
  strew_tensor tensor = STREW_TENSOR_INIT;
  tensor.dtype = dtype;
  tensor.data = data;
  tensor.rank = rank;
  tensor.extents = extents;
  return tensor;
}

/* Sums in order, then an index that is refused with its message; the exit code says what went wrong. */
static unsigned scatter(void) {
  float table[4] = {1, 2, 3, 4}, values[3] = {10, 20, 30};
  int64_t places[3] = {2, 0, 2};
  const int64_t four[1] = {4}, three[1] = {3}, tuples[2] = {3, 1};
  const strew_tensor data = tensor_of(STREW_DTYPE_F32, table, 1, four);
  const strew_tensor indices = tensor_of(STREW_DTYPE_I64, places, 2, tuples);
  const strew_tensor updates = tensor_of(STREW_DTYPE_F32, values, 1, three);
  strew_options options = STREW_OPTIONS_INIT;
  strew_error error = STREW_ERROR_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  if (strew_scatter_nd(&data, &indices, &updates, &data, 0, &options, NULL, &error) != STREW_STATUS_OK) return 1;
  if (table[0] != 21 || table[1] != 2 || table[2] != 43 || table[3] != 4) return 2;
  places[1] = 7;
  if (strew_scatter_nd(&data, &indices, &updates, &data, 0, &options, NULL, &error) != STREW_STATUS_INDEX) return 3;
  return error.message[0] != 0 && table[2] == 43 ? 0 : 4;
}

void start(void) { ExitProcess(scatter()); }
