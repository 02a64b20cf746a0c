#define _POSIX_C_SOURCE 200809L
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct library api;

struct row {
  const char* name;
  void* place;
};

static const struct row rows[] = {
#define STREW_ROW(name) {#name, &api.name},
    STREW_FUNCTIONS(STREW_ROW)
#undef STREW_ROW
};
enum { COUNT = sizeof rows / sizeof rows[0] };

static int is_known(const char* name) {
  for (int i = 0; i < COUNT; ++i)
    if (strcmp(rows[i].name, name) == 0) return 1;
  return 0;
}

static int reads_list(const char* path) {
  char name[128];
  int count = 0;
  int good = 1;
  FILE* file = fopen(path, "r");
  while (file != NULL && fscanf(file, "%127s", name) == 1) {
    ++count;
    if (is_known(name)) continue;
    printf("%s is exported and never called here\n", name);
    good = 0;
  }
  if (file != NULL) fclose(file);
  if (count != COUNT) printf("%s lists %d functions, %d are called here\n", path, count, (int)COUNT);
  return good && count == COUNT;
}

int load_library(const char* path, const char* list) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    printf("%s\n", dlerror());
    return 0;
  }
  for (int i = 0; i < COUNT; ++i) {
    void* found = dlsym(library, rows[i].name);
    if (found == NULL) {
      printf("%s\n", dlerror());
      return 0;
    }
    memcpy(rows[i].place, &found, sizeof found); /* ISO C converts no object pointer to a function */
  }
  return reads_list(list);
}
