/* A library that was unloaded leaves nothing behind: it is loaded, called in many ways and unloaded again and again. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "strew/strew.h"

enum { ROUNDS = 30, FIRST = 5, SHAPES = 200 };

typedef strew_status scatter(const strew_tensor*, const strew_tensor*, const strew_tensor*, const strew_tensor*,
                             int64_t, int64_t, const strew_options*, const strew_execution*, strew_error*);

static strew_tensor view(strew_dtype dtype, void* data, const int64_t* extents) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = dtype;
  made.data = data;
  made.rank = 1;
  made.extents = extents;
  return made;
}

/* Means over many shapes, each often enough to be remembered. */
static int call_often(scatter* run) {
  static float table[SHAPES + 1];
  static float updates[4];
  static int32_t indices[4] = {0, 1, 0, 1};
  const int64_t four[1] = {4};
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_MEAN;
  for (int64_t rows = 2; rows < SHAPES; ++rows) {
    const int64_t extents[1] = {rows};
    const strew_tensor d = view(STREW_DTYPE_F32, table, extents);
    const strew_tensor i = view(STREW_DTYPE_I32, indices, four);
    const strew_tensor u = view(STREW_DTYPE_F32, updates, four);
    for (int times = 0; times < 3; ++times)
      if (run(&d, &i, &u, &d, 0, 0, &options, NULL, NULL) != STREW_STATUS_OK) return 0;
  }
  return 1;
}

static int round_trip(const char* path) {
  scatter* run = NULL;
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return printf("%s\n", dlerror()), 0;
  void* const found = dlsym(library, "strew_scatter");
  memcpy(&run, &found, sizeof run);
  if (run == NULL || !call_often(run)) return puts("a call failed"), 0;
  dlclose(library);
  if (dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL) return puts("it is still loaded"), 0;
  return 1;
}

int main(int count, char** arguments) {
  size_t before = 0;
  if (count != 2) return 2;
  for (int round = 0; round < ROUNDS; ++round) {
    if (!round_trip(arguments[1])) return 1;
    const size_t used = mallinfo2().uordblks;
    if (round == FIRST) before = used;
    if (round > FIRST && used > before + 65536) {
      printf("%zu bytes more are in use after %d rounds\n", used - before, round - FIRST);
      return 1;
    }
  }
  return 0;
}
