/* The operators, as one call and as a plan. */
#include "functions.h"

#define TENSOR(slot) ((const strew_tensor*)scene->at[slot])
#define DIMENSIONS(kind) ((const strew_##kind##_dimensions*)scene->at[kind##_slot])
#define RUN (const strew_options*)scene->at[OPTIONS], execution_of(scene, outcome), (strew_error*)scene->at[ERROR]
#define MAKE (const strew_options*)scene->at[OPTIONS], place_of(scene, outcome), (strew_error*)scene->at[ERROR]

enum { gather_slot = GATHER_DIMENSIONS, scatter_slot = SCATTER_DIMENSIONS };

void may_write(struct outcome* outcome, const void* from, size_t bytes, int always) {
  if (from == NULL || bytes == 0) return;
  outcome->ranges[outcome->range_count++] = (struct range){from, bytes, always};
}

/* A run writes the output, wherever that points to, and its workspace. */
static const strew_execution* execution_of(struct scene* scene, struct outcome* outcome) {
  const strew_tensor* output = scene->at[OUTPUT];
  for (int i = 0; i < 4 && output != NULL; ++i)
    if (is_in_row(scene, i, output->data)) may_write(outcome, scene->bytes[i], BYTES, 0);
  may_write(outcome, scene->workspace, sizeof scene->workspace, 1);
  return scene->at[EXECUTION];
}

static strew_plan** place_of(struct scene* scene, struct outcome* outcome) {
  may_write(outcome, scene->at[PLAN_PLACE], sizeof(strew_plan*), 0);
  return scene->at[PLAN_PLACE];
}

#define FUNCTION(name, ...)                                               \
  static void call_##name(struct scene* scene, struct outcome* outcome) { \
    outcome->status = api.strew_##name(__VA_ARGS__);                      \
  }

#define D TENSOR(DATA)
#define I TENSOR(INDICES)
#define U TENSOR(UPDATES)
#define O TENSOR(OUTPUT)

FUNCTION(gather, D, I, O, scene->axis, scene->batch_dims, RUN)
FUNCTION(plan_gather, D, I, O, scene->axis, scene->batch_dims, MAKE)
FUNCTION(scatter, D, I, U, O, scene->axis, scene->batch_dims, RUN)
FUNCTION(plan_scatter, D, I, U, O, scene->axis, scene->batch_dims, MAKE)
FUNCTION(gather_elements, D, I, O, scene->axis, RUN)
FUNCTION(plan_gather_elements, D, I, O, scene->axis, MAKE)
FUNCTION(scatter_elements, D, I, U, O, scene->axis, RUN)
FUNCTION(plan_scatter_elements, D, I, U, O, scene->axis, MAKE)
FUNCTION(gather_nd, D, I, O, scene->batch_dims, RUN)
FUNCTION(plan_gather_nd, D, I, O, scene->batch_dims, MAKE)
FUNCTION(scatter_nd, D, I, U, O, scene->batch_dims, RUN)
FUNCTION(plan_scatter_nd, D, I, U, O, scene->batch_dims, MAKE)
FUNCTION(tensor_scatter, D, U, I, O, scene->axis, scene->mode, RUN)
FUNCTION(plan_tensor_scatter, D, U, I, O, scene->axis, scene->mode, MAKE)
FUNCTION(stablehlo_gather, D, I, O, DIMENSIONS(gather), RUN)
FUNCTION(plan_stablehlo_gather, D, I, O, DIMENSIONS(gather), MAKE)
FUNCTION(stablehlo_scatter, D, I, U, O, DIMENSIONS(scatter), RUN)
FUNCTION(plan_stablehlo_scatter, D, I, U, O, DIMENSIONS(scatter), MAKE)

#define READS (BIT(DATA) | BIT(INDICES) | BIT(OUTPUT))
#define ADDS (READS | BIT(UPDATES))
#define ASK (BIT(OPTIONS) | BIT(ERROR))
#define ASK_RUN (ASK | BIT(EXECUTION))

#define BOTH(name, geometry, is_scatter, needs, may)                                                       \
  {"strew_" #name, call_##name, geometry, is_scatter, 1, (needs), (may) | ASK_RUN}, {                      \
    "strew_plan_" #name, call_plan_##name, geometry, is_scatter, 1, (needs) | BIT(PLAN_PLACE), (may) | ASK \
  }

const struct function operators[] = {
    BOTH(gather, ALONG_AXIS, 0, READS, 0),
    BOTH(scatter, ALONG_AXIS, 1, ADDS, 0),
    BOTH(gather_elements, ELEMENTS, 0, READS, 0),
    BOTH(scatter_elements, ELEMENTS, 1, ADDS, 0),
    BOTH(gather_nd, ND, 0, READS, 0),
    BOTH(scatter_nd, ND, 1, ADDS, 0),
    BOTH(tensor_scatter, APPEND, 1, ADDS & ~BIT(INDICES), BIT(INDICES)),
    BOTH(stablehlo_gather, STABLEHLO, 0, READS | BIT(GATHER_DIMENSIONS), 0),
    BOTH(stablehlo_scatter, STABLEHLO, 1, ADDS | BIT(SCATTER_DIMENSIONS), 0),
};
const int operator_count = sizeof operators / sizeof operators[0];
