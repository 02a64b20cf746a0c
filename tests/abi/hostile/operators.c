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

/* The row that a result points to. */
static void may_write_result(struct scene* scene, struct outcome* outcome, enum slot slot) {
  const strew_tensor* result = scene->at[slot];
  for (int i = 0; i < TENSORS && result != NULL; ++i)
    if (is_in_row(scene, i, result->data)) may_write(outcome, scene->bytes[i], BYTES, 0);
}

/* A run writes the output, wherever that points to, and its workspace. */
static const strew_execution* execution_of(struct scene* scene, struct outcome* outcome) {
  may_write_result(scene, outcome, OUTPUT);
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

/* The operator of a scene with what stands in the slots and arguments of the named functions. */
static const strew_operator* operation_of(const struct scene* scene, strew_operator* made) {
  if (scene->at[OPERATION] == NULL) return NULL;
  *made = *(const strew_operator*)scene->at[OPERATION];
  if (made->kind == STREW_OPERATOR_TENSOR_SCATTER && made->mode == 0) made->mode = scene->mode;
  if (made->gather_dimensions != NULL) made->gather_dimensions = scene->at[GATHER_DIMENSIONS];
  if (made->scatter_dimensions != NULL) made->scatter_dimensions = scene->at[SCATTER_DIMENSIONS];
  if (made->segmentation != NULL) made->segmentation = scene->at[SEGMENTATION];
  if (made->quantization != NULL) made->quantization = scene->at[QUANTIZATION];
  return made;
}

/* What the library remembers at the site of all calls here: it outlives their scenes. */
static void* remembered;

static strew_site* site_of(struct scene* scene, struct outcome* outcome) {
  strew_site* site = scene->at[SITE];
  may_write(outcome, site, sizeof *site, 1);
  if (site != NULL) site->remembered = remembered;
  return site;
}

static const strew_operands* operands_of(struct scene* scene, struct outcome* outcome, const strew_tensor* updates) {
  strew_operands* all = scene->at[OPERANDS];
  may_write(outcome, all, sizeof *all, 1);
  if (all == NULL) return NULL;
  all->data = D, all->indices = I, all->updates = updates, all->output = O;
  all->context = NULL, all->make_output = NULL;
  return all;
}

static void run_at(struct scene* scene, struct outcome* outcome, const strew_operands* given) {
  strew_operator made;
  const strew_operator* op = operation_of(scene, &made);
  strew_site* site = site_of(scene, outcome);
  outcome->status = api.strew_run_at(site, op, given, RUN);
  if (site != NULL) remembered = site->remembered;
}

static void plan_of(struct scene* scene, struct outcome* outcome, const strew_operands* given) {
  strew_operator made;
  const strew_operator* op = operation_of(scene, &made);
  outcome->status = api.strew_plan_of(op, given, MAKE);
}

static void call_site_clear(struct scene* scene, struct outcome* outcome) {
  strew_site* site = site_of(scene, outcome);
  api.strew_site_clear(site);
  if (site != NULL) remembered = site->remembered;
  outcome->is_plausible = site == NULL || remembered == NULL;
}

void forget_site(void) {
  strew_site site = STREW_SITE_INIT;
  site.remembered = remembered;
  api.strew_site_clear(&site);
  remembered = NULL;
}

#define DESCRIBED(name, updates)                                               \
  static void call_run_##name(struct scene* scene, struct outcome* outcome) {  \
    strew_operator made;                                                       \
    const strew_operator* op = operation_of(scene, &made);                     \
    outcome->status = api.strew_run(op, D, I, updates, O, RUN);                \
  }                                                                            \
  static void call_at_##name(struct scene* scene, struct outcome* outcome) {   \
    run_at(scene, outcome, operands_of(scene, outcome, updates));              \
  }                                                                            \
  static void call_make_##name(struct scene* scene, struct outcome* outcome) { \
    strew_operator made;                                                       \
    const strew_operator* op = operation_of(scene, &made);                     \
    outcome->status = api.strew_plan_make(op, D, I, updates, O, MAKE);         \
  }

DESCRIBED(gather, NULL)
DESCRIBED(scatter, U)

static void call_shape(struct scene* scene, struct outcome* outcome) {
  strew_operator made;
  const strew_operator* op = operation_of(scene, &made);
  may_write(outcome, scene->at[EXTENTS_PLACE], scene->capacity * sizeof(int64_t), 0);
  may_write(outcome, scene->at[RANK_PLACE], sizeof(uint64_t), 0);
  outcome->status = api.strew_shape(op, D, I, scene->capacity, scene->at[EXTENTS_PLACE], scene->at[RANK_PLACE],
                                    (strew_error*)scene->at[ERROR]);
}

/* None of its operands is given yet. */
static strew_operands* no_operands(struct scene* scene, struct outcome* outcome) {
  strew_operands* all = scene->at[OPERANDS];
  may_write(outcome, all, sizeof *all, 1);
  if (all == NULL) return NULL;
  all->data = all->indices = all->updates = all->output = all->segments = all->weights = all->base = all->right = NULL;
  all->scales = all->zero_points = all->codebook = all->arg = all->count = NULL;
  all->context = NULL, all->make_output = NULL;
  return all;
}

/* Rows are data, their ids indices, which are there in any case (SG1), their weights updates, where the options have a
 * reduction, which must be one that takes elements where their positions are asked for. */
static const strew_operands* segments_of(struct scene* scene, struct outcome* outcome) {
  strew_operands* all = no_operands(scene, outcome);
  if (all == NULL) return NULL;
  const int has_reduction = scene->at[OPTIONS] != NULL;
  all->data = D, all->segments = &scene->tensors[INDICES], all->output = O;
  all->weights = has_reduction ? U : NULL;
  all->arg = has_reduction ? TENSOR(ARG) : NULL;
  all->count = TENSOR(COUNT);
  return all;
}

/* The right operand is in the place of updates. */
static const strew_operands* products_of(struct scene* scene, struct outcome* outcome) {
  strew_operands* all = no_operands(scene, outcome);
  if (all == NULL) return NULL;
  all->data = D, all->segments = &scene->tensors[INDICES], all->right = U, all->output = O;
  return all;
}

/* Scales are where others have their updates. */
static const strew_operands* codes_of(struct scene* scene, struct outcome* outcome) {
  strew_operands* all = no_operands(scene, outcome);
  if (all == NULL) return NULL;
  all->data = D, all->indices = I, all->scales = U, all->output = O;
  all->zero_points = TENSOR(ZERO_POINTS);
  return all;
}

/* The same, with numbers for codes instead of zero points. */
static const strew_operands* listed_codes_of(struct scene* scene, struct outcome* outcome) {
  strew_operands* all = no_operands(scene, outcome);
  if (all == NULL) return NULL;
  all->data = D, all->indices = I, all->scales = U, all->output = O;
  all->codebook = TENSOR(CODEBOOK);
  return all;
}

static void call_segment_reduce(struct scene* scene, struct outcome* outcome) {
  may_write_result(scene, outcome, ARG);
  may_write_result(scene, outcome, COUNT);
  outcome->status =
      api.strew_segment_reduce(segments_of(scene, outcome), scene->at[SEGMENTATION], scene->batch_dims, RUN);
}

static void call_segments_at(struct scene* scene, struct outcome* outcome) {
  may_write_result(scene, outcome, ARG);
  may_write_result(scene, outcome, COUNT);
  run_at(scene, outcome, segments_of(scene, outcome));
}

/* Without options it has no reduction, which a scan cannot do without. */
static void call_segment_scan(struct scene* scene, struct outcome* outcome) {
  static const strew_options defaults = STREW_OPTIONS_INIT;
  strew_options adding = defaults;
  adding.reduction = STREW_REDUCTION_ADD;
  strew_operands* all = no_operands(scene, outcome);
  if (all != NULL) all->data = D, all->segments = &scene->tensors[INDICES], all->output = O;
  const strew_options* options = scene->at[OPTIONS] == NULL ? &adding : (const strew_options*)scene->at[OPTIONS];
  outcome->status = api.strew_segment_scan(all, scene->at[SEGMENTATION], scene->operation.mode, scene->batch_dims,
                                           options, execution_of(scene, outcome), (strew_error*)scene->at[ERROR]);
}

static void call_sddmm(struct scene* scene, struct outcome* outcome) {
  outcome->status = api.strew_sddmm(products_of(scene, outcome), scene->at[SEGMENTATION], scene->batch_dims, RUN);
}

static void call_gather_block_quantized(struct scene* scene, struct outcome* outcome) {
  outcome->status = api.strew_gather_block_quantized(codes_of(scene, outcome), scene->at[QUANTIZATION], scene->axis,
                                                     scene->batch_dims, RUN);
}

#define RUN_AT(name)                                                           \
  static void call_##name##_at(struct scene* scene, struct outcome* outcome) { \
    run_at(scene, outcome, name##_of(scene, outcome));                         \
  }
#define PLAN_OF(name)                                                             \
  static void call_plan_of_##name(struct scene* scene, struct outcome* outcome) { \
    plan_of(scene, outcome, name##_of(scene, outcome));                           \
  }

RUN_AT(products)
RUN_AT(codes)
RUN_AT(listed_codes)
PLAN_OF(segments)
PLAN_OF(products)
PLAN_OF(codes)
PLAN_OF(listed_codes)

#define READS (BIT(DATA) | BIT(INDICES) | BIT(OUTPUT))
#define ADDS (READS | BIT(UPDATES))
#define SEGMENTED (BIT(DATA) | BIT(OUTPUT) | BIT(OPERANDS) | BIT(SEGMENTATION))
#define WEIGHTED (BIT(INDICES) | BIT(UPDATES) | BIT(ARG) | BIT(COUNT))
#define MULTIPLIED (SEGMENTED | BIT(UPDATES))
#define DECODED (ADDS | BIT(OPERANDS) | BIT(QUANTIZATION))
#define ASK (BIT(OPTIONS) | BIT(ERROR))
#define ASK_RUN (ASK | BIT(EXECUTION))

#define BOTH(name, geometry, is_scatter, needs, may)                                                       \
  {"strew_" #name, call_##name, geometry, is_scatter, 1, (needs), (may) | ASK_RUN}, {                      \
    "strew_plan_" #name, call_plan_##name, geometry, is_scatter, 1, (needs) | BIT(PLAN_PLACE), (may) | ASK \
  }

/* The same as descriptors. */
#define RUNS_AND_PLANS(form, geometry, is_scatter, needs, may)                                                      \
  {"strew_run of " #geometry, call_run_##form, geometry, is_scatter, 1, (needs) | BIT(OPERATION), (may) | ASK_RUN}, \
      {"strew_run_at of " #geometry,                                                                                \
       call_at_##form,                                                                                              \
       geometry,                                                                                                    \
       is_scatter,                                                                                                  \
       1,                                                                                                           \
       (needs) | BIT(OPERATION) | BIT(SITE) | BIT(OPERANDS),                                                        \
       (may) | ASK_RUN},                                                                                            \
  {                                                                                                                 \
    "strew_plan_make of " #geometry, call_make_##form, geometry, is_scatter, 1,                                     \
        (needs) | BIT(OPERATION) | BIT(PLAN_PLACE), (may) | ASK                                                     \
  }

#define SHAPED(geometry, is_scatter, needs)                                                                    \
  {                                                                                                            \
    "strew_shape of " #geometry, call_shape, geometry, is_scatter, 1,                                          \
        (needs) | BIT(OPERATION) | BIT(DATA) | BIT(INDICES) | BIT(EXTENTS_PLACE) | BIT(RANK_PLACE), BIT(ERROR) \
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
    RUNS_AND_PLANS(gather, ALONG_AXIS, 0, READS, 0),
    RUNS_AND_PLANS(scatter, ALONG_AXIS, 1, ADDS, 0),
    RUNS_AND_PLANS(gather, ELEMENTS, 0, READS, 0),
    RUNS_AND_PLANS(scatter, ELEMENTS, 1, ADDS, 0),
    RUNS_AND_PLANS(gather, ND, 0, READS, 0),
    RUNS_AND_PLANS(scatter, ND, 1, ADDS, 0),
    RUNS_AND_PLANS(scatter, APPEND, 1, ADDS & ~BIT(INDICES), BIT(INDICES)),
    RUNS_AND_PLANS(gather, STABLEHLO, 0, READS | BIT(GATHER_DIMENSIONS), 0),
    RUNS_AND_PLANS(scatter, STABLEHLO, 1, ADDS | BIT(SCATTER_DIMENSIONS), 0),
    {"strew_segment_reduce", call_segment_reduce, SEGMENTS, 1, 1, SEGMENTED, WEIGHTED | ASK_RUN},
    {"strew_run_at of SEGMENTS", call_segments_at, SEGMENTS, 1, 1, SEGMENTED | BIT(OPERATION) | BIT(SITE),
     WEIGHTED | ASK_RUN},
    {"strew_plan_of SEGMENTS", call_plan_of_segments, SEGMENTS, 1, 1, SEGMENTED | BIT(OPERATION) | BIT(PLAN_PLACE),
     WEIGHTED | ASK},
    {"strew_segment_scan", call_segment_scan, SCANS, 1, 1, SEGMENTED, BIT(INDICES) | ASK_RUN},
    {"strew_sddmm", call_sddmm, PRODUCTS, 1, 1, MULTIPLIED, BIT(INDICES) | ASK_RUN},
    {"strew_run_at of PRODUCTS", call_products_at, PRODUCTS, 1, 1, MULTIPLIED | BIT(OPERATION) | BIT(SITE),
     BIT(INDICES) | ASK_RUN},
    {"strew_plan_of PRODUCTS", call_plan_of_products, PRODUCTS, 1, 1, MULTIPLIED | BIT(OPERATION) | BIT(PLAN_PLACE),
     BIT(INDICES) | ASK},
    {"strew_gather_block_quantized", call_gather_block_quantized, CODES, 0, 1, DECODED, BIT(ZERO_POINTS) | ASK_RUN},
    {"strew_run_at of CODES", call_codes_at, CODES, 0, 1, DECODED | BIT(OPERATION) | BIT(SITE),
     BIT(ZERO_POINTS) | ASK_RUN},
    {"strew_run_at of CODES with a codebook", call_listed_codes_at, CODES, 0, 1, DECODED | BIT(OPERATION) | BIT(SITE),
     BIT(CODEBOOK) | ASK_RUN},
    {"strew_plan_of CODES", call_plan_of_codes, CODES, 0, 1, DECODED | BIT(OPERATION) | BIT(PLAN_PLACE),
     BIT(ZERO_POINTS) | ASK},
    {"strew_plan_of CODES with a codebook", call_plan_of_listed_codes, CODES, 0, 1,
     DECODED | BIT(OPERATION) | BIT(PLAN_PLACE), BIT(CODEBOOK) | ASK},
    {"strew_site_clear", call_site_clear, ALONG_AXIS, 0, 0, 0, BIT(SITE)},
    SHAPED(ALONG_AXIS, 0, 0),
    SHAPED(ALONG_AXIS, 1, 0),
    SHAPED(ELEMENTS, 1, 0),
    SHAPED(ND, 0, 0),
    SHAPED(STABLEHLO, 0, BIT(GATHER_DIMENSIONS)),
};
const int operator_count = sizeof operators / sizeof operators[0];
