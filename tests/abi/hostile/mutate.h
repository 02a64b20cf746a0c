/* What is done to a call that works. The first steps go through null pointers, wrong heads of structs and unknown enum
 * values one by one and know what must come of it; all later ones are random. */
#ifndef STREW_TESTS_ABI_HOSTILE_MUTATE_H
#define STREW_TESTS_ABI_HOSTILE_MUTATE_H

#include "functions.h"

struct expectation {
  int expect_success;
  int expect_failure;
  const char* rule; /* null: any */
};

struct random {
  uint64_t state;
};
uint64_t draw(struct random* random, uint64_t below);

uint64_t planned_steps(void);
void mutate(struct scene* scene, const struct function* function, uint64_t step, struct random* random,
            struct expectation* expectation);

/* Random bytes in some of the fields and arguments that the function sees, within what a caller may do. */
void mutate_randomly(struct scene* scene, const struct function* function, struct random* random);

/* A struct of a scene, in the slot whose function sees it. */
struct object {
  const char* of;
  enum slot slot;
  size_t offset;
};
extern const struct object objects[];
extern const int object_count;

struct field {
  const char* of;
  const char* name;
  size_t offset;
  size_t bytes;
  enum { head, free_value, bound, list, pointer } kind;
};
extern const struct field fields[];
extern const int field_count;

static inline uint64_t seen_by(const struct function* function) {
  return function->needs | function->may;
}

#endif
