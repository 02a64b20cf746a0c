/* A library whose threads have been started may be closed and opened again: the threads keep what they execute. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "strew/strew.h"

enum { ROUNDS = 10, CALLS = 20, POSITIONS = 1 << 20 };

typedef strew_status gather(const strew_tensor*, const strew_tensor*, const strew_tensor*, int64_t, int64_t,
                            const strew_options*, const strew_execution*, strew_error*);

static strew_tensor view(strew_dtype dtype, void* data, const int64_t* extents) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = dtype;
  made.data = data;
  made.rank = 1;
  made.extents = extents;
  return made;
}

static int call_often(gather* run) {
  static float table[4] = {1, 2, 3, 4};
  static float output[POSITIONS];
  static int32_t indices[POSITIONS];
  const int64_t four[1] = {4};
  const int64_t many[1] = {POSITIONS};
  const strew_tensor d = view(STREW_DTYPE_F32, table, four);
  const strew_tensor i = view(STREW_DTYPE_I32, indices, many);
  const strew_tensor o = view(STREW_DTYPE_F32, output, many);
  for (int times = 0; times < CALLS; ++times)
    if (run(&d, &i, &o, 0, 0, NULL, NULL, NULL) != STREW_STATUS_OK) return 0;
  return 1;
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  for (int round = 0; round < ROUNDS; ++round) {
    gather* run = NULL;
    void* const library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return printf("%s\n", dlerror()), 1;
    void* const found = dlsym(library, "strew_gather");
    memcpy(&run, &found, sizeof run);
    if (run == NULL || !call_often(run)) return puts("a call failed"), 1;
    dlclose(library);
    usleep(20000);
  }
  return 0;
}
