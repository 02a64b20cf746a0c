/* One row a function: what it takes from a scene, and the bytes it may write there. */
#ifndef STREW_TESTS_ABI_HOSTILE_FUNCTIONS_H
#define STREW_TESTS_ABI_HOSTILE_FUNCTIONS_H

#include "scene.h"

#define BIT(slot) (UINT64_C(1) << (slot))

struct range {
  const void* from;
  size_t bytes;
  int always; /* else only with STREW_STATUS_OK and STREW_STATUS_CANCELLED */
};

enum { GIVES_INDEX_ERROR = 2 };

struct outcome {
  strew_status status; /* of functions that return one */
  int is_plausible;    /* of those that do not: what they returned can be */
  int range_count;
  struct range ranges[RANGES];
};

struct function {
  const char* name;
  void (*call)(struct scene* scene, struct outcome* outcome);
  enum geometry geometry;
  int is_scatter;
  int has_status; /* GIVES_INDEX_ERROR: a call that works gives one, not STREW_STATUS_OK */
  uint64_t needs; /* slots that must not be null */
  uint64_t may;   /* slots that may be null */
};

extern const struct function operators[];
extern const int operator_count;
extern const struct function others[];
extern const int other_count;
extern const struct function exchanges[];
extern const int exchange_count;

void forget_site(void); /* what all calls of strew_run_at remember */

void may_write(struct outcome* outcome, const void* from, size_t bytes, int always);

#endif
