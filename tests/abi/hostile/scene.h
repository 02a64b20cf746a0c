/* Everything that one call can be given, in one flat struct: a copy of it before the call shows afterwards which bytes
 * the library wrote. */
#ifndef STREW_TESTS_ABI_HOSTILE_SCENE_H
#define STREW_TESTS_ABI_HOSTILE_SCENE_H

#include "library.h"

enum { ROOM = 8, BYTES = 1024, LISTS = 6, TUPLES = 3, WORKSPACE = 4096, RANGES = 10 };

/* The pointers that functions take; null ones are put here. */
enum slot {
  DATA,
  INDICES,
  UPDATES,
  OUTPUT,
  ARG,
  COUNT,
  ZERO_POINTS,
  CODEBOOK,
  OPTIONS,
  EXECUTION,
  ERROR,
  GATHER_DIMENSIONS,
  SCATTER_DIMENSIONS,
  SEGMENTATION,
  QUANTIZATION,
  INFO,
  PLAN_PLACE,
  PLAN,
  PREPARED_PLACE,
  PREPARED,
  RAW_DATA,
  RAW_INDICES,
  RAW_UPDATES,
  RAW_OUTPUT,
  EXTENTS_PLACE,
  RANK_PLACE,
  TEXT,
  POSITIONS,
  DL_TENSOR,
  STRIDES_PLACE,
  VIEW,
  WRITTEN_OPTIONS,
  RULE,
  OPERATION,
  SITE,
  OPERANDS,
  VOCABULARY,
  PROBLEM,
  PREPARED_LISTS,
  BAD_INDEX,
  DUPLICATE,
  GIVEN_PROBLEM,
  OPERAND_PLACES,
  PLACES,
  PART,
  BASES,
  ACCUMULATORS,
  LAYOUT,
  EXCHANGE_CALL,
  EXCHANGE_PLACE,
  EXCHANGE,
  EXCHANGE_ROWS,
  EXCHANGE_INDICES,
  HELLOS,
  SLOTS
};
enum { TENSORS = CODEBOOK + 1 };

/* DLPack's DLTensor. */
struct dl_tensor {
  void* data;
  int32_t device_type;
  int32_t device_id;
  int32_t rank;
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
  int64_t* extents;
  int64_t* strides;
  uint64_t byte_offset;
};

struct scene {
  void* at[SLOTS];
  strew_tensor tensors[TENSORS]; /* by slot */
  int64_t extents[TENSORS][ROOM];
  int64_t strides[TENSORS][ROOM];
  strew_options options;
  strew_options written_options;
  strew_allocator allocator;
  strew_executor executor;
  strew_execution execution;
  strew_error error;
  strew_gather_dimensions gather_dimensions;
  strew_scatter_dimensions scatter_dimensions;
  strew_segmentation segmentation;
  strew_quantization quantization;
  int64_t lists[LISTS][ROOM];
  strew_operator operation;
  strew_site site;
  strew_operands operands;
  strew_vocabulary vocabulary;
  strew_problem_view problem;
  strew_problem_view given_problem; /* that of plans[PLAN_SCATTER] */
  strew_operand_places places;
  strew_problem_bad_index bad_index;
  strew_problem_duplicate duplicate;
  strew_problem_places problem_places;
  strew_problem_part part;
  strew_problem_bases bases;
  strew_problem_accumulators accumulators;
  strew_layout layout;
  strew_exchange_call exchange_call;
  strew_exchange_rows exchange_rows;
  strew_tensor exchange_indices;
  int64_t exchange_extents[ROOM];
  int64_t exchange_strides[ROOM];
  strew_hello hello;
  uint64_t tuples[TUPLES][ROOM]; /* a bad one, two that collide */
  strew_prepared_info info;
  strew_prepared_lists prepared_lists;
  strew_plan* made_plan;
  strew_prepared* made_prepared;
  strew_exchange* made_exchange;
  struct dl_tensor dl_tensor;
  strew_tensor view;
  int64_t axis;
  int64_t batch_dims;
  int32_t mode;
  int32_t number;
  uint64_t capacity; /* at most ROOM */
  uint64_t text_capacity;
  uint64_t rank;
  int64_t extents_place[ROOM];
  int64_t strides_place[ROOM];
  uint64_t positions[ROOM];
  char text[BYTES];
  char rule[8];
  unsigned char fill[BYTES];
  unsigned char bytes[TENSORS][BYTES]; /* a tensor's first element lies in the middle of its row */
  unsigned char workspace[WORKSPACE];
};

/* What the callbacks of a scene do and did; not part of the scene, as they change it. */
struct behaviour {
  uint64_t allocations_left; /* then allocate returns null */
  uint64_t polls_left;       /* then cancel says stop */
  uint64_t concurrency;
  int64_t blocks; /* allocated and not released */
  int is_inside;
};
extern struct behaviour behaviour;

/* Plans that live as long as the process, on f32 data of extents {3, 2} and two tuples. */
enum { PLAN_GATHER, PLAN_SCATTER, PLAN_MEAN, PLAN_UNIQUE, PLANS };
extern strew_plan* plans[PLANS];
extern strew_prepared* prepared;
extern strew_exchange* exchange; /* of one rank; each call finds it anew */
int make_plans(void);            /* 0 if the library refuses */
void destroy_plans(void);

enum geometry { ALONG_AXIS, ELEMENTS, ND, APPEND, STABLEHLO, SEGMENTS, SCANS, PRODUCTS, CODES, PLANNED };

/* A call that works. */
void set_scene(struct scene* scene, enum geometry geometry, int is_scatter);
unsigned char* middle(struct scene* scene, int tensor);
int is_in_row(const struct scene* scene, int tensor, const void* place);

#endif
