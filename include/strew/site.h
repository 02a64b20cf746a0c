/* Call sites: a place in a program that makes calls like each other, with the plan of the last one. Part of strew.h.
 *
 *   static strew_site here = STREW_SITE_INIT;
 *   strew_operands all = STREW_OPERANDS_INIT;
 *   all.data = &table, all.indices = &rows, all.output = &out;
 *   status = strew_run_at(&here, &gather, &all, NULL, NULL, &error);
 */
#ifndef STREW_SITE_H
#define STREW_SITE_H

#include "strew/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of the caller's, which begins as STREW_SITE_INIT and is not copied afterwards. What it remembers is the
 * library's: strew_site_clear frees it. Any number of threads may call at one site at the same time. */
typedef struct strew_site {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  uint64_t
      is_private;   /* 1 = no two threads call at it at the same time, as the caller sees to: that is a little faster */
  void* remembered; /* the library's; null at first */
} strew_site;
#define STREW_SITE_INIT \
  { sizeof(strew_site), 1, 0, NULL }

/* Returns memory for an output of these extents in row-major order, aligned as its elements require; it is the
 * caller's. Null if there is none, or if there are no elements. */
typedef void* (*strew_make_output)(void* context, const int64_t* extents, uint64_t rank);

/* The operands of a call. Those that an operator has not are null. */
typedef struct strew_operands {
  uint32_t struct_size;
  uint32_t version; /* 1 */
  const strew_tensor* data;
  const strew_tensor* indices; /* may be null only for tensor_scatter and those of segments */
  const strew_tensor* updates; /* of a scatter */
  const strew_tensor* output;  /* null: one of the right extents is made, by `make_output` */
  void* context;               /* of make_output */
  strew_make_output make_output;
  const strew_tensor* segments;    /* of segment_reduce, segment_scan, sddmm: ids or offsets */
  const strew_tensor* weights;     /* of segment_reduce: one for each position, or null */
  const strew_tensor* base;        /* of segment_reduce: what output is before the contributions; null: the first one
                                      starts a segment */
  const strew_tensor* right;       /* of sddmm: the rows that segments address */
  const strew_tensor* scales;      /* of gather_block_quantized, and of segment_reduce with a quantization, as are
                                      the next two: one for each block */
  const strew_tensor* zero_points; /* packed as the codes; null: 0 */
  const strew_tensor* codebook;    /* f32, the numbers that codes stand for; null: codes are numbers */
  const strew_tensor* arg;         /* results of segment_reduce beside output, or null: of i64 and output's extents, the
                                      positions of minima or maxima, by their numbers in an entry of the batch; of equals
                                      the first. As many as it has positions: there is none, or base stayed */
  const strew_tensor* count;       /* of i64, how many contributions each segment has */
} strew_operands;
#define STREW_OPERANDS_INIT                                                                                        \
  {                                                                                                                \
    sizeof(strew_operands), 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL                                                                                                       \
  }

/* strew_run, but what is like the last call at this site finds its plan there, without a search; what is not, finds it
 * where those of all calls are kept. One of `output` and `make_output` is null (PT1). make_output is called once, when
 * nothing but the values of indices can be wrong; null for an output with elements is STREW_STATUS_MEMORY (MM1). It may
 * not call at this site. */
STREW_API strew_status strew_run_at(strew_site* site, const strew_operator* op, const strew_operands* operands,
                                    const strew_options* options, const strew_execution* execution, strew_error* error);

/* strew_plan_make, for operators of any operands; the output is given. A plan of segment_reduce, segment_scan or sddmm
 * is executed by strew_execute_at of problem.h; strew_prepare prepares its segment ids, strew_prepare_from its indices,
 * and strew_plan_bind_both(plan, ids, indices, ...) binds either or both: it is a write by the ids of what is read from
 * the indices. */
STREW_API strew_status strew_plan_of(const strew_operator* op, const strew_operands* operands,
                                     const strew_options* options, strew_plan** plan, strew_error* error);

/* Forgets what the site remembers; no other call is at it meanwhile. Null, and a site that never called, are fine. */
STREW_API void strew_site_clear(strew_site* site);

#ifdef __cplusplus
}
#endif

#endif
