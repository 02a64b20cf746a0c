/* A library that was unloaded leaves nothing behind: it is loaded, called in many ways and unloaded again and again. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "strew/strew.h"

enum { ROUNDS = 30, FIRST = 5, SHAPES = 200, LARGE = 1 << 20 };

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

/* A mean in an accumulator for each element: megabytes of workspace, of which blocks are kept for a next call. On one
 * thread: the library stays loaded once it has threads. */
static int call_with_workspace(scatter* run) {
  static float table[LARGE];
  static float updates[LARGE / 16];
  static int32_t indices[LARGE / 16];
  const int64_t all[1] = {LARGE};
  const int64_t some[1] = {LARGE / 16};
  for (int32_t n = 0; n < LARGE / 16; ++n) indices[n] = 16 * n;
  const strew_tensor d = view(STREW_DTYPE_F32, table, all);
  const strew_tensor i = view(STREW_DTYPE_I32, indices, some);
  const strew_tensor u = view(STREW_DTYPE_F32, updates, some);
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_MEAN;
  options.solver = "strided";
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = 1;
  return run(&d, &i, &u, &d, 0, 0, &options, &execution, NULL) == STREW_STATUS_OK;
}

/* Large blocks are mapped by themselves. */
static size_t bytes_in_use(void) {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

static int round_trip(const char* path) {
  scatter* run = NULL;
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return printf("%s\n", dlerror()), 0;
  void* const found = dlsym(library, "strew_scatter");
  memcpy(&run, &found, sizeof run);
  if (run == NULL || !call_often(run) || !call_with_workspace(run)) return puts("a call failed"), 0;
  dlclose(library);
  if (dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL) return puts("it is still loaded"), 0;
  return 1;
}

int main(int count, char** arguments) {
  size_t before = 0;
  if (count != 2) return 2;
  for (int round = 0; round < ROUNDS; ++round) {
    if (!round_trip(arguments[1])) return 1;
    const size_t used = bytes_in_use();
    if (round == FIRST) before = used;
    if (round > FIRST && used > before + 65536) {
      printf("%zu bytes more are in use after %d rounds\n", used - before, round - FIRST);
      return 1;
    }
  }
  return 0;
}
