#include "mutate.h"

#include <limits.h>
#include <string.h>

const struct object objects[] = {
    {"strew_tensor", DATA, offsetof(struct scene, tensors[DATA])},
    {"strew_tensor", INDICES, offsetof(struct scene, tensors[INDICES])},
    {"strew_tensor", UPDATES, offsetof(struct scene, tensors[UPDATES])},
    {"strew_tensor", OUTPUT, offsetof(struct scene, tensors[OUTPUT])},
    {"strew_tensor", ARG, offsetof(struct scene, tensors[ARG])},
    {"strew_tensor", COUNT, offsetof(struct scene, tensors[COUNT])},
    {"strew_tensor", ZERO_POINTS, offsetof(struct scene, tensors[ZERO_POINTS])},
    {"strew_tensor", CODEBOOK, offsetof(struct scene, tensors[CODEBOOK])},
    {"strew_options", OPTIONS, offsetof(struct scene, options)},
    {"strew_options", WRITTEN_OPTIONS, offsetof(struct scene, written_options)},
    {"strew_execution", EXECUTION, offsetof(struct scene, execution)},
    {"strew_allocator", EXECUTION, offsetof(struct scene, allocator)},
    {"strew_executor", EXECUTION, offsetof(struct scene, executor)},
    {"strew_error", ERROR, offsetof(struct scene, error)},
    {"strew_gather_dimensions", GATHER_DIMENSIONS, offsetof(struct scene, gather_dimensions)},
    {"strew_scatter_dimensions", SCATTER_DIMENSIONS, offsetof(struct scene, scatter_dimensions)},
    {"strew_segmentation", SEGMENTATION, offsetof(struct scene, segmentation)},
    {"strew_quantization", QUANTIZATION, offsetof(struct scene, quantization)},
    {"strew_problem_view", PROBLEM, offsetof(struct scene, problem)},
    {"strew_problem_view", GIVEN_PROBLEM, offsetof(struct scene, given_problem)},
    {"strew_operand_places", OPERAND_PLACES, offsetof(struct scene, places)},
    {"strew_problem_bad_index", BAD_INDEX, offsetof(struct scene, bad_index)},
    {"strew_problem_duplicate", DUPLICATE, offsetof(struct scene, duplicate)},
    {"strew_problem_places", PLACES, offsetof(struct scene, problem_places)},
    {"strew_problem_part", PART, offsetof(struct scene, part)},
    {"strew_problem_bases", BASES, offsetof(struct scene, bases)},
    {"strew_problem_accumulators", ACCUMULATORS, offsetof(struct scene, accumulators)},
    {"strew_operator", OPERATION, offsetof(struct scene, operation)},
    {"strew_site", SITE, offsetof(struct scene, site)},
    {"strew_operands", OPERANDS, offsetof(struct scene, operands)},
    {"strew_vocabulary", VOCABULARY, offsetof(struct scene, vocabulary)},
    {"strew_prepared_info", INFO, offsetof(struct scene, info)},
    {"strew_layout", LAYOUT, offsetof(struct scene, layout)},
    {"strew_exchange_call", EXCHANGE_CALL, offsetof(struct scene, exchange_call)},
    {"strew_exchange_rows", EXCHANGE_ROWS, offsetof(struct scene, exchange_rows)},
    {"strew_tensor", EXCHANGE_INDICES, offsetof(struct scene, exchange_indices)},
    {"strew_prepared_lists", PREPARED_LISTS, offsetof(struct scene, prepared_lists)},
};
const int object_count = sizeof objects / sizeof objects[0];

#define free free_value /* the kind's name is a function's */
const struct field fields[] = {
#define STREW_STRUCT(name, bytes)
#define STREW_VERSION(name, version, bytes)
#define STREW_FIELD(name, field, offset, bytes, kind, ...) {#name, #field, offsetof(name, field), bytes, kind},
#define STREW_CONSTANT(name, value)
#include "../layout.def"
#undef STREW_STRUCT
#undef STREW_VERSION
#undef STREW_FIELD
#undef STREW_CONSTANT
};
#undef free
const int field_count = sizeof fields / sizeof fields[0];

uint64_t draw(struct random* random, uint64_t below) {
  uint64_t z = random->state += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  z ^= z >> 31;
  return below == 0 ? z : z % below;
}

/* Sizes and versions that no struct has, as what they add to the right ones. */
static const uint32_t wrong_heads[][2] = {{1, 0}, {8, 0},          {UINT32_MAX, 0}, {UINT32_MAX / 2, 0},
                                          {0, 1}, {0, UINT32_MAX}, {0, 1U << 31}};
enum { HEADS = sizeof wrong_heads / sizeof wrong_heads[0] };

static const char* const enum_fields[] = {
    "device",     "dtype",      "reduction",      "out_of_bounds", "negative_indices",
    "accumulate", "duplicates", "partial_window", "kind",          "on_error"};
enum { ENUMS = sizeof enum_fields / sizeof enum_fields[0] };
static const int32_t unknown_values[] = {-1, 999, INT32_MAX, INT32_MIN};
enum { UNKNOWN = sizeof unknown_values / sizeof unknown_values[0] };

uint64_t planned_steps(void) {
  return SLOTS + 1 + (uint64_t)object_count * HEADS + (uint64_t)object_count * ENUMS * UNKNOWN + UNKNOWN;
}

static void null_slot(struct scene* scene, const struct function* function, uint64_t slot,
                      struct expectation* expectation) {
  if (slot < SLOTS) {
    scene->at[slot] = NULL;
    expectation->expect_failure = (function->needs & BIT(slot)) != 0;
  } else {
    memset(scene->at, 0, sizeof scene->at);
    expectation->expect_failure = function->needs != 0;
  }
  expectation->expect_success = !expectation->expect_failure;
  expectation->rule = "PT1";
}

static void wrong_head(struct scene* scene, const struct function* function, const struct object* object,
                       const uint32_t* add, struct expectation* expectation) {
  uint32_t now[2];
  unsigned char* at = (unsigned char*)scene + object->offset;
  memcpy(now, at, sizeof now);
  now[0] += add[0];
  now[1] += add[1];
  memcpy(at, now, sizeof now);
  expectation->expect_failure = (seen_by(function) & BIT(object->slot)) != 0;
  expectation->expect_success = !expectation->expect_failure;
  expectation->rule = "PT2";
}

/* Plans and shapes look at no memory, so any device will do. */
static int looks_at_devices(const struct function* function) {
  return (function->needs & (BIT(PLAN_PLACE) | BIT(EXTENTS_PLACE))) == 0;
}

static void unknown_enum(struct scene* scene, const struct function* function, uint64_t step,
                         struct expectation* expectation) {
  const struct object* object = &objects[step / (ENUMS * UNKNOWN)];
  const char* name = enum_fields[step / UNKNOWN % ENUMS];
  if (object->slot == INFO) return; /* what it has of these names is no enum */
  for (int i = 0; i < field_count; ++i) {
    if (strcmp(fields[i].of, object->of) != 0 || strcmp(fields[i].name, name) != 0) continue;
    memcpy((unsigned char*)scene + object->offset + fields[i].offset, &unknown_values[step % UNKNOWN], sizeof(int32_t));
    expectation->expect_failure = (seen_by(function) & BIT(object->slot)) != 0 && object->slot != WRITTEN_OPTIONS &&
                                  (strcmp(name, "device") != 0 || looks_at_devices(function));
    expectation->expect_success = !expectation->expect_failure;
  }
}

void mutate(struct scene* scene, const struct function* function, uint64_t step, struct random* random,
            struct expectation* expectation) {
  *expectation = (struct expectation){0};
  if (step <= SLOTS) {
    null_slot(scene, function, step, expectation);
    return;
  }
  step -= SLOTS + 1;
  if (step < (uint64_t)object_count * HEADS) {
    wrong_head(scene, function, &objects[step / HEADS], wrong_heads[step % HEADS], expectation);
    return;
  }
  step -= (uint64_t)object_count * HEADS;
  if (step < (uint64_t)object_count * ENUMS * UNKNOWN) {
    unknown_enum(scene, function, step, expectation);
    return;
  }
  step -= (uint64_t)object_count * ENUMS * UNKNOWN;
  if (step < UNKNOWN) {
    scene->mode = unknown_values[step];
    expectation->expect_failure = function->geometry == APPEND;
    expectation->rule = "TS7";
    return;
  }
  mutate_randomly(scene, function, random);
}
