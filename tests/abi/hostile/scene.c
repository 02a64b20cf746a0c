#include "scene.h"

#include <stdlib.h>
#include <string.h>

struct behaviour behaviour;
strew_plan* plans[PLANS];
strew_prepared* prepared;
strew_exchange* exchange;

static void* allocate(void* context, uint64_t bytes, uint64_t alignment) {
  (void)context;
  if (behaviour.allocations_left == 0 || bytes > (1U << 24)) return NULL;
  --behaviour.allocations_left;
  void* block = aligned_alloc((size_t)alignment, (size_t)((bytes + alignment - 1) / alignment * alignment));
  if (block != NULL) ++behaviour.blocks;
  return block;
}

static void release(void* context, void* block, uint64_t bytes, uint64_t alignment) {
  (void)context;
  (void)bytes;
  (void)alignment;
  --behaviour.blocks;
  free(block);
}

static uint64_t concurrency(void* context) {
  (void)context;
  return behaviour.concurrency;
}

static int is_inside(void* context) {
  (void)context;
  return behaviour.is_inside;
}

static void run(void* context, uint64_t tasks, void (*task)(void* argument, uint64_t n), void* argument) {
  (void)context;
  for (uint64_t n = tasks; n > 0; --n) task(argument, n - 1);
}

static int cancel(void* context) {
  (void)context;
  if (behaviour.polls_left == 0) return 1;
  --behaviour.polls_left;
  return 0;
}

unsigned char* middle(struct scene* scene, int tensor) {
  return scene->bytes[tensor] + BYTES / 2;
}

int is_in_row(const struct scene* scene, int tensor, const void* place) {
  const uintptr_t row = (uintptr_t)scene->bytes[tensor];
  return (uintptr_t)place >= row && (uintptr_t)place < row + BYTES;
}

static void set_tensor(struct scene* scene, int slot, strew_dtype dtype, uint64_t rank, const int64_t* extents) {
  strew_tensor* tensor = &scene->tensors[slot];
  *tensor = (strew_tensor)STREW_TENSOR_INIT;
  tensor->dtype = dtype;
  tensor->data = middle(scene, slot);
  tensor->rank = rank;
  tensor->extents = scene->extents[slot];
  memcpy(scene->extents[slot], extents, rank * sizeof *extents);
  int64_t stride = dtype == STREW_DTYPE_I64 ? 8 : 4;
  for (uint64_t i = rank; i > 0; --i) {
    scene->strides[slot][i - 1] = stride;
    stride *= extents[i - 1];
  }
}

static void set_operands(struct scene* scene, enum geometry geometry, int is_scatter) {
  const int64_t table[3] = {3, 2, 0};
  const int64_t cache[3] = {2, 3, 2};
  const int64_t rows[3] = {2, 1, 2};
  const int64_t square[2] = {2, 2};
  const int is_append = geometry == APPEND;
  const int64_t three[1] = {3};
  const uint64_t index_rank = geometry == ALONG_AXIS || is_append ? 1 : 2;
  set_tensor(scene, DATA, STREW_DTYPE_F32, is_append ? 3 : 2, is_append ? cache : table);
  set_tensor(scene, INDICES, STREW_DTYPE_I64, index_rank, geometry == ELEMENTS ? square : rows);
  set_tensor(scene, UPDATES, STREW_DTYPE_F32, is_append ? 3 : 2, is_append ? rows : square);
  set_tensor(scene, OUTPUT, STREW_DTYPE_F32, is_append ? 3 : 2, is_append ? cache : is_scatter ? table : square);
  set_tensor(scene, ARG, STREW_DTYPE_I64, 2, table);
  set_tensor(scene, COUNT, STREW_DTYPE_I64, 1, three);
  set_tensor(scene, ZERO_POINTS, STREW_DTYPE_U8, 2, (const int64_t[2]){3, 1});
  set_tensor(scene, CODEBOOK, STREW_DTYPE_F32, 1, (const int64_t[1]){16});
  if (geometry == SEGMENTS || geometry == SCANS) { /* the ids of three rows, and their weights */
    set_tensor(scene, INDICES, STREW_DTYPE_I64, 1, three);
    set_tensor(scene, UPDATES, STREW_DTYPE_F32, 1, three);
  }
  if (geometry == CODES) { /* rows of four codes of 4 bits, their scales, which are updates */
    set_tensor(scene, DATA, STREW_DTYPE_U8, 2, table);
    set_tensor(scene, INDICES, STREW_DTYPE_I64, 1, three);
    set_tensor(scene, UPDATES, STREW_DTYPE_F32, 2, table);
    set_tensor(scene, OUTPUT, STREW_DTYPE_F32, 2, (const int64_t[2]){3, 4});
  }
  if (geometry == PRODUCTS) { /* three rows on both sides, and the ids of pairs */
    set_tensor(scene, INDICES, STREW_DTYPE_I64, 1, three);
    set_tensor(scene, UPDATES, STREW_DTYPE_F32, 2, table);
    set_tensor(scene, OUTPUT, STREW_DTYPE_F32, 1, three);
  }
  const int64_t values[4] = {2, 0, 1, is_append ? 0 : -3};
  memcpy(middle(scene, INDICES), values, sizeof values);
}

static void set_list(struct scene* scene, strew_dims* list, int number, uint64_t count, int64_t first, int64_t second) {
  scene->lists[number][0] = first;
  scene->lists[number][1] = second;
  list->values = count == 0 ? NULL : scene->lists[number];
  list->count = count;
}

static void set_dimensions(struct scene* scene) {
  scene->gather_dimensions = (strew_gather_dimensions)STREW_GATHER_DIMENSIONS_INIT;
  scene->gather_dimensions.index_vector_dim = 1;
  set_list(scene, &scene->gather_dimensions.offset_dims, 0, 1, 1, 0);
  set_list(scene, &scene->gather_dimensions.collapsed_slice_dims, 1, 1, 0, 0);
  set_list(scene, &scene->gather_dimensions.start_index_map, 2, 1, 0, 0);
  set_list(scene, &scene->gather_dimensions.slice_sizes, 3, 2, 1, 2);
  scene->scatter_dimensions = (strew_scatter_dimensions)STREW_SCATTER_DIMENSIONS_INIT;
  scene->scatter_dimensions.index_vector_dim = 1;
  set_list(scene, &scene->scatter_dimensions.update_window_dims, 0, 1, 1, 0);
  set_list(scene, &scene->scatter_dimensions.inserted_window_dims, 4, 1, 0, 0);
  set_list(scene, &scene->scatter_dimensions.scatter_dims_to_operand_dims, 5, 1, 0, 0);
  scene->segmentation = (strew_segmentation)STREW_SEGMENTATION_INIT;
  scene->quantization = (strew_quantization)STREW_QUANTIZATION_INIT;
  scene->quantization.bits = 4;
  scene->quantization.block_size = 2;
}

/* The number of a scatter follows that of its gather. */
static const char* name_of_type(void* context, strew_dtype type, int32_t operand) {
  (void)context, (void)operand;
  return type == STREW_DTYPE_I32 ? "int32" : NULL;
}

/* Words for some of what a message speaks of. */
static void set_vocabulary(struct scene* scene) {
  static const strew_phrase phrases[] = {{"data", "table"}, {"axis", "dimension"}, {"extents", "<data>"}};
  static const char* const operands[] = {"", "table", NULL, "rows"};
  scene->vocabulary = (strew_vocabulary)STREW_VOCABULARY_INIT;
  scene->vocabulary.phrases = phrases;
  scene->vocabulary.type_name = name_of_type;
  scene->vocabulary.operands = operands;
  scene->vocabulary.brackets = "()";
  scene->vocabulary.phrase_count = 3;
  scene->vocabulary.operand_count = 4;
}

static void set_operation(struct scene* scene, enum geometry geometry, int is_scatter) {
  const int32_t kinds[] = {[ALONG_AXIS] = STREW_OPERATOR_GATHER,
                           [ELEMENTS] = STREW_OPERATOR_GATHER_ELEMENTS,
                           [ND] = STREW_OPERATOR_GATHER_ND,
                           [APPEND] = STREW_OPERATOR_TENSOR_SCATTER,
                           [STABLEHLO] = STREW_OPERATOR_STABLEHLO_GATHER,
                           [SEGMENTS] = STREW_OPERATOR_SEGMENT_REDUCE,
                           [SCANS] = STREW_OPERATOR_SEGMENT_SCAN,
                           [PRODUCTS] = STREW_OPERATOR_SDDMM,
                           [CODES] = STREW_OPERATOR_GATHER_BLOCK_QUANTIZED};
  scene->operation = (strew_operator)STREW_OPERATOR_INIT;
  scene->site = (strew_site)STREW_SITE_INIT;
  scene->operands = (strew_operands)STREW_OPERANDS_INIT;
  set_vocabulary(scene);
  const int has_segments = geometry == SEGMENTS || geometry == SCANS || geometry == PRODUCTS;
  const int has_gather = geometry != APPEND && !has_segments;
  scene->operation.kind = kinds[geometry] + (is_scatter && has_gather);
  scene->operation.axis = geometry == APPEND ? 1 : 0;
  if (geometry == SEGMENTS || geometry == SCANS) scene->options.reduction = STREW_REDUCTION_MAX;
  if (geometry == SCANS) scene->segmentation.segment_count = 3;
  if (has_segments) scene->operation.segmentation = &scene->segmentation;
  if (geometry == CODES) scene->operation.quantization = &scene->quantization;
  if (geometry != STABLEHLO) return;
  if (is_scatter) scene->operation.scatter_dimensions = &scene->scatter_dimensions;
  if (!is_scatter) scene->operation.gather_dimensions = &scene->gather_dimensions;
}

static void set_callbacks(struct scene* scene) {
  behaviour = (struct behaviour){.allocations_left = 1000, .polls_left = 1000000, .concurrency = 2};
  scene->allocator = (strew_allocator)STREW_ALLOCATOR_INIT;
  scene->allocator.allocate = allocate;
  scene->allocator.release = release;
  scene->executor = (strew_executor)STREW_EXECUTOR_INIT;
  scene->executor.min_bytes = 1;
  scene->executor.concurrency = concurrency;
  scene->executor.is_inside = is_inside;
  scene->executor.run = run;
  scene->execution = (strew_execution)STREW_EXECUTION_INIT;
  scene->execution.cancel = cancel;
  scene->execution.allocator = &scene->allocator;
  scene->execution.executor = &scene->executor;
}

/* An index error of plans[PLAN_SCATTER], and one of plans[PLAN_UNIQUE]. */
static void set_found(struct scene* scene) {
  scene->bad_index = (strew_problem_bad_index)STREW_PROBLEM_BAD_INDEX_INIT;
  scene->bad_index.position = 1;
  scene->bad_index.bad_count = 1;
  scene->bad_index.tuple_depth = 1;
  scene->bad_index.tuple = scene->tuples[0];
  scene->tuples[0][0] = 3;
  scene->duplicate = (strew_problem_duplicate)STREW_PROBLEM_DUPLICATE_INIT;
  scene->duplicate.position = 1;
  scene->duplicate.tuple_depth = 1;
  scene->duplicate.tuple = scene->tuples[1];
  scene->duplicate.other_tuple = scene->tuples[2];
  scene->problem_places = (strew_problem_places)STREW_PROBLEM_PLACES_INIT;
  scene->problem_places.data = 1U << 12;
  scene->problem_places.indices = 2U << 12;
  scene->problem_places.updates = 3U << 12;
  scene->problem_places.output = 4U << 12;
  scene->problem_places.alignment = scene->problem_places.index_alignment = 4;
}

/* Of one rank, whose only position is at the first row. */
static void set_exchange(struct scene* scene) {
  scene->layout = (strew_layout)STREW_LAYOUT_INIT;
  scene->layout.rows = 1;
  scene->layout.ranks = 1;
  scene->exchange_call = (strew_exchange_call)STREW_EXCHANGE_CALL_INIT;
  scene->exchange_call.kind = STREW_EXCHANGE_GATHER;
  scene->exchange_call.dtype = STREW_DTYPE_F32;
  scene->exchange_call.columns = 1;
  scene->exchange_call.index_dtype = STREW_DTYPE_I64;
  scene->exchange_rows = (strew_exchange_rows)STREW_EXCHANGE_ROWS_INIT;
  scene->exchange_rows.table = middle(scene, DATA);
  scene->exchange_rows.rows = middle(scene, OUTPUT);
  scene->exchange_rows.row_count = 1;
  scene->exchange_indices = (strew_tensor)STREW_TENSOR_INIT;
  scene->exchange_indices.dtype = STREW_DTYPE_I64;
  scene->exchange_indices.rank = 1;
  scene->exchange_indices.extents = scene->exchange_extents;
  scene->exchange_indices.strides = scene->exchange_strides;
  scene->exchange_indices.data = middle(scene, INDICES) + sizeof(int64_t); /* a zero */
  scene->exchange_extents[0] = 1;
  scene->exchange_strides[0] = sizeof(int64_t);
}

static void set_places(struct scene* scene) {
  scene->dl_tensor =
      (struct dl_tensor){middle(scene, DATA), 1, 0, 2, 2, 32, 1, scene->extents[DATA], scene->strides[DATA], 0};
  scene->axis = 0;
  scene->capacity = ROOM;
  scene->text_capacity = BYTES;
  scene->view = (strew_tensor)STREW_TENSOR_INIT;
  scene->written_options = (strew_options)STREW_OPTIONS_INIT;
  scene->error = (strew_error)STREW_ERROR_INIT;
  scene->problem = (strew_problem_view)STREW_PROBLEM_VIEW_INIT;
  scene->given_problem = (strew_problem_view)STREW_PROBLEM_VIEW_INIT;
  if (plans[PLAN_SCATTER] != NULL) api.strew_plan_view(plans[PLAN_SCATTER], &scene->given_problem, NULL);
  scene->places = (strew_operand_places)STREW_OPERAND_PLACES_INIT;
  scene->places.data = middle(scene, DATA);
  scene->places.indices = middle(scene, INDICES);
  scene->places.updates = middle(scene, UPDATES);
  scene->places.output = middle(scene, OUTPUT);
  scene->part = (strew_problem_part)STREW_PROBLEM_PART_INIT;
  scene->bases = (strew_problem_bases)STREW_PROBLEM_BASES_INIT;
  scene->accumulators = (strew_problem_accumulators)STREW_PROBLEM_ACCUMULATORS_INIT;
  scene->info = (strew_prepared_info)STREW_PREPARED_INFO_INIT;
  scene->prepared_lists = (strew_prepared_lists)STREW_PREPARED_LISTS_INIT;
  set_exchange(scene);
  memcpy(scene->rule, "IX1", 4);
  void* at[SLOTS] = {
      [DATA] = &scene->tensors[DATA],
      [INDICES] = &scene->tensors[INDICES],
      [UPDATES] = &scene->tensors[UPDATES],
      [OUTPUT] = &scene->tensors[OUTPUT],
      [ARG] = &scene->tensors[ARG],
      [COUNT] = &scene->tensors[COUNT],
      [ZERO_POINTS] = &scene->tensors[ZERO_POINTS],
      [CODEBOOK] = &scene->tensors[CODEBOOK],
      [OPTIONS] = &scene->options,
      [EXECUTION] = &scene->execution,
      [ERROR] = &scene->error,
      [GATHER_DIMENSIONS] = &scene->gather_dimensions,
      [SCATTER_DIMENSIONS] = &scene->scatter_dimensions,
      [SEGMENTATION] = &scene->segmentation,
      [QUANTIZATION] = &scene->quantization,
      [INFO] = &scene->info,
      [PLAN_PLACE] = &scene->made_plan,
      [PLAN] = plans[PLAN_SCATTER],
      [PREPARED_PLACE] = &scene->made_prepared,
      [PREPARED] = prepared,
      [RAW_DATA] = middle(scene, DATA),
      [RAW_INDICES] = middle(scene, INDICES),
      [RAW_UPDATES] = middle(scene, UPDATES),
      [RAW_OUTPUT] = middle(scene, OUTPUT),
      [EXTENTS_PLACE] = scene->extents_place,
      [RANK_PLACE] = &scene->rank,
      [TEXT] = scene->text,
      [POSITIONS] = scene->positions,
      [DL_TENSOR] = &scene->dl_tensor,
      [STRIDES_PLACE] = scene->strides_place,
      [VIEW] = &scene->view,
      [WRITTEN_OPTIONS] = &scene->written_options,
      [RULE] = scene->rule,
      [OPERATION] = &scene->operation,
      [SITE] = &scene->site,
      [OPERANDS] = &scene->operands,
      [VOCABULARY] = &scene->vocabulary,
      [PROBLEM] = &scene->problem,
      [PREPARED_LISTS] = &scene->prepared_lists,
      [BAD_INDEX] = &scene->bad_index,
      [DUPLICATE] = &scene->duplicate,
      [GIVEN_PROBLEM] = &scene->given_problem,
      [OPERAND_PLACES] = &scene->places,
      [PLACES] = &scene->problem_places,
      [PART] = &scene->part,
      [BASES] = &scene->bases,
      [ACCUMULATORS] = &scene->accumulators,
      [LAYOUT] = &scene->layout,
      [EXCHANGE_CALL] = &scene->exchange_call,
      [EXCHANGE_PLACE] = &scene->made_exchange,
      [EXCHANGE] = exchange,
      [EXCHANGE_ROWS] = &scene->exchange_rows,
      [EXCHANGE_INDICES] = &scene->exchange_indices,
      [HELLOS] = &scene->hello,
  };
  memcpy(scene->at, at, sizeof at);
}

void set_scene(struct scene* scene, enum geometry geometry, int is_scatter) {
  memset(scene, 0, sizeof *scene);
  memset(scene->bytes, 0x40, sizeof scene->bytes);
  memset(scene->text, '#', sizeof scene->text);
  scene->options = (strew_options)STREW_OPTIONS_INIT;
  set_operands(scene, geometry, is_scatter);
  set_dimensions(scene);
  set_operation(scene, geometry, is_scatter);
  set_callbacks(scene);
  set_found(scene);
  set_places(scene);
  scene->axis = geometry == APPEND ? 1 : 0;
}

int make_plans(void) {
  static struct scene scene;
  set_scene(&scene, ND, 0);
  const strew_tensor* t = scene.tensors;
  int good = api.strew_plan_gather_nd(&t[DATA], &t[INDICES], &t[OUTPUT], 0, NULL, &plans[PLAN_GATHER], NULL) == 0;
  set_scene(&scene, ND, 1);
  for (int i = PLAN_SCATTER; i < PLANS; ++i) {
    scene.options.reduction = i == PLAN_SCATTER ? STREW_REDUCTION_ADD
                              : i == PLAN_MEAN  ? STREW_REDUCTION_MEAN
                                                : STREW_REDUCTION_NONE;
    scene.options.duplicates = i == PLAN_UNIQUE ? STREW_DUPLICATES_ERROR : STREW_DUPLICATES_ALLOW;
    good &= api.strew_plan_scatter_nd(&t[DATA], &t[INDICES], &t[UPDATES], &t[OUTPUT], 0, &scene.options, &plans[i],
                                      NULL) == 0;
  }
  good &= api.strew_exchange_create(&scene.layout, 0, &scene.exchange_call, NULL, &exchange, NULL) == 0;
  return good && api.strew_prepare(plans[PLAN_SCATTER], middle(&scene, INDICES), NULL, &prepared, NULL) == 0;
}

void destroy_plans(void) {
  for (int i = 0; i < PLANS; ++i) api.strew_plan_destroy(plans[i]);
  api.strew_prepared_destroy(prepared);
  api.strew_exchange_destroy(exchange);
}
