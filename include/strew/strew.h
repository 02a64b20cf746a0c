/* strew: scatter and gather for tensors. The C ABI.
 *
 * Version 1, frozen: no function, value, struct field, size or offset changes. Additions are new functions, new values
 * and new versions of structs; a caller of version 1 works with every later library.
 *
 * Rules for every function here:
 *  - it returns a status; it does not print, abort or throw;
 *  - after any error but STREW_STATUS_CANCELLED the output is byte for byte unchanged, unless the execution says
 *    that its content does not matter then: STREW_ON_ERROR_DISCARD;
 *  - extents count elements, strides and widths count bytes;
 *  - counts, lengths and ordinals are 64 bits wide on every platform;
 *  - a struct begins with its size and version: set them with the STREW_*_INIT macros;
 *  - an all-zero options struct (with size and version) means the defaults.
 *
 * Moves copy elements bit by bit, without arithmetic: NaN payloads and signed zeros arrive unchanged. Only reductions
 * compute. Each rule and the result of each option are defined in contract.md, which is installed with this header, in
 * share/doc/strew.
 */
#ifndef STREW_STREW_H
#define STREW_STREW_H

#include "strew/operator.h"
#include "strew/site.h"
#include "strew/types.h"
#include "strew/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Operators ---------------------------------------------------------------------------------------------------
 * One function per operator, as a one-shot call and as a plan: strew_run and strew_plan_make of operator.h with the
 * fields as parameters. D = extents of data, J = of indices, U = of updates, r and q the ranks of data and indices.
 * `options`, `execution` and `error` may be null. A scatter is in place when output is data: same pointer, extents and
 * strides. Updates are applied in row-major order of the positions. */

/* out[B, p, j, s] = data[B, p, indices[B, j], s]; output: D[:axis] + J[b:] + D[axis+1:]. */
STREW_API strew_status strew_gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                                    int64_t axis, int64_t batch_dims, const strew_options* options,
                                    const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_gather(const strew_tensor* data, const strew_tensor* indices,
                                         const strew_tensor* output, int64_t axis, int64_t batch_dims,
                                         const strew_options* options, strew_plan** plan, strew_error* error);

/* out = data; out[B, p, indices[B, j], s] (reduction)= updates[B, p, j, s]; updates: D[:axis] + J[b:] + D[axis+1:]. */
STREW_API strew_status strew_scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                     const strew_tensor* output, int64_t axis, int64_t batch_dims,
                                     const strew_options* options, const strew_execution* execution,
                                     strew_error* error);
STREW_API strew_status strew_plan_scatter(const strew_tensor* data, const strew_tensor* indices,
                                          const strew_tensor* updates, const strew_tensor* output, int64_t axis,
                                          int64_t batch_dims, const strew_options* options, strew_plan** plan,
                                          strew_error* error);

/* out[c] = data[c with c[axis] := indices[c]]; output: J, and J[d] <= D[d] off the axis. */
STREW_API strew_status strew_gather_elements(const strew_tensor* data, const strew_tensor* indices,
                                             const strew_tensor* output, int64_t axis, const strew_options* options,
                                             const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_gather_elements(const strew_tensor* data, const strew_tensor* indices,
                                                  const strew_tensor* output, int64_t axis,
                                                  const strew_options* options, strew_plan** plan, strew_error* error);

/* out = data; out[c with c[axis] := indices[c]] (reduction)= updates[c]; updates: J, and J[d] <= D[d] off the axis. */
STREW_API strew_status strew_scatter_elements(const strew_tensor* data, const strew_tensor* indices,
                                              const strew_tensor* updates, const strew_tensor* output, int64_t axis,
                                              const strew_options* options, const strew_execution* execution,
                                              strew_error* error);
STREW_API strew_status strew_plan_scatter_elements(const strew_tensor* data, const strew_tensor* indices,
                                                   const strew_tensor* updates, const strew_tensor* output,
                                                   int64_t axis, const strew_options* options, strew_plan** plan,
                                                   strew_error* error);

/* out[B, m, s] = data[B, indices[B, m, :], s]; k = J[q-1]; output: J[:-1] + D[b+k:]. */
STREW_API strew_status strew_gather_nd(const strew_tensor* data, const strew_tensor* indices,
                                       const strew_tensor* output, int64_t batch_dims, const strew_options* options,
                                       const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_gather_nd(const strew_tensor* data, const strew_tensor* indices,
                                            const strew_tensor* output, int64_t batch_dims,
                                            const strew_options* options, strew_plan** plan, strew_error* error);

/* out = data; out[B, indices[B, m, :], s] (reduction)= updates[B, m, s]; updates: J[:-1] + D[b+k:]. */
STREW_API strew_status strew_scatter_nd(const strew_tensor* data, const strew_tensor* indices,
                                        const strew_tensor* updates, const strew_tensor* output, int64_t batch_dims,
                                        const strew_options* options, const strew_execution* execution,
                                        strew_error* error);
STREW_API strew_status strew_plan_scatter_nd(const strew_tensor* data, const strew_tensor* indices,
                                             const strew_tensor* updates, const strew_tensor* output,
                                             int64_t batch_dims, const strew_options* options, strew_plan** plan,
                                             strew_error* error);

/* ONNX TensorScatter: out = cache; rows [w, w + U[axis]) of batch entry i, w = write_indices[i], are replaced by its
 * updates. Circular mode takes rows modulo D[axis]. Without write_indices (null) w is 0. A negative w is an error in
 * both modes. In records cache is data, write_indices are indices. Options must be the defaults. */
STREW_API strew_status strew_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                            const strew_tensor* write_indices, const strew_tensor* output, int64_t axis,
                                            int32_t mode, const strew_options* options,
                                            const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_tensor_scatter(const strew_tensor* cache, const strew_tensor* updates,
                                                 const strew_tensor* write_indices, const strew_tensor* output,
                                                 int64_t axis, int32_t mode, const strew_options* options,
                                                 strew_plan** plan, strew_error* error);

/* The general windowed forms of StableHLO, with one input. Null options mean StableHLO's defaults: negative indices
 * invalid, accumulate native, a gather clamps the start of a window, a scatter skips the elements of a window that are
 * out of bounds. */
/* result[...] = operand[start + batching + offset]. */
STREW_API strew_status strew_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                              const strew_tensor* result, const strew_gather_dimensions* dimensions,
                                              const strew_options* options, const strew_execution* execution,
                                              strew_error* error);
STREW_API strew_status strew_plan_stablehlo_gather(const strew_tensor* operand, const strew_tensor* start_indices,
                                                   const strew_tensor* result,
                                                   const strew_gather_dimensions* dimensions,
                                                   const strew_options* options, strew_plan** plan, strew_error* error);

/* result = input; result[start + batching + window] (reduction)= updates[...]. */
STREW_API strew_status strew_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                               const strew_tensor* updates, const strew_tensor* result,
                                               const strew_scatter_dimensions* dimensions, const strew_options* options,
                                               const strew_execution* execution, strew_error* error);
STREW_API strew_status strew_plan_stablehlo_scatter(const strew_tensor* input, const strew_tensor* scatter_indices,
                                                    const strew_tensor* updates, const strew_tensor* result,
                                                    const strew_scatter_dimensions* dimensions,
                                                    const strew_options* options, strew_plan** plan,
                                                    strew_error* error);

/* out[s] (reduction)= weights[p] * data[indices[p]] for the positions p of segment s in their order: sums of bags and
 * of neighbours, without a tensor of the rows between. D = extents of data, rows D[b], P = of the positions, as the
 * indices or D[:b+1]; weights and ids: P; offsets: P[:b] + [S] or [S + 1]; output and base: D[:b] + [S] + D[b+1:], of
 * groups P[:-1] + D[b+1:]. Without base the first contribution starts a segment, and an empty one is 0; with base all
 * are applied to it, as in a scatter. The policies of `options` are those of the indices. A plan: strew_plan_of. */
STREW_API strew_status strew_segment_reduce(const strew_operands* operands, const strew_segmentation* segmentation,
                                            int64_t batch_dims, const strew_options* options,
                                            const strew_execution* execution, strew_error* error);

/* What the reduction of each segment is on its way: output[p] is that of the positions of p's segment up to p, without
 * p itself if mode is STREW_SCAN_EXCLUSIVE; 0 where there is none, and for positions of no segment. Reductions add,
 * mul, min, max. Output: P + D[b+1:]. The rank of each position in its segment is the exclusive sum of ones: data of
 * i64 with stride 0. Operands: data, indices, segments, output; a plan: strew_plan_of. */
STREW_API strew_status strew_segment_scan(const strew_operands* operands, const strew_segmentation* segmentation,
                                          int32_t mode, int64_t batch_dims, const strew_options* options,
                                          const strew_execution* execution, strew_error* error);

/* out[p] = sum over k of data[indices[p], k] * right[s, k] for the segment s of position p: products of rows at chosen
 * pairs, a sampled matrix product, and the gradient of segment_reduce with respect to its weights. Positions and
 * segments are those of segment_reduce; right has the extents of its output, output those of the positions. Each
 * product is rounded, then added, k in row-major order; a position that is skipped, or of no segment, is 0. `options`
 * have no reduction. A plan: strew_plan_of. */
STREW_API strew_status strew_sddmm(const strew_operands* operands, const strew_segmentation* segmentation,
                                   int64_t batch_dims, const strew_options* options, const strew_execution* execution,
                                   strew_error* error);

/* out = (code - zero) * scale, or codebook[code] * scale, of the rows that indices pick along an axis: a gather of
 * codes of 8, 4 or 2 bits that decodes them. D = extents of data, whose last dimension has the bytes of codes, J = of
 * indices, K = the last extent of output, the values of a row, in blocks of block_size. Data: u8 or i8, D[-1] = the
 * bytes of K codes; output: f32, f16 or bf16, D[:axis] + J[b:] + D[axis+1:-1] + [K]; scales: f32, f16, bf16, or u8 as
 * exponents s of 2^(s - 127) with 255 a NaN, D[:-1] + [blocks]; zero points: packed as the codes, D[:-1] + [bytes of a
 * code for each block]. Difference and scale are exact in f32, the product is rounded there, then to the type of
 * output. The fill value is one of output. A plan: strew_plan_of. */
STREW_API strew_status strew_gather_block_quantized(const strew_operands* operands,
                                                    const strew_quantization* quantization, int64_t axis,
                                                    int64_t batch_dims, const strew_options* options,
                                                    const strew_execution* execution, strew_error* error);

/* Executes a plan. `updates` is null for a gather. A scatter is in place when data == output. Plans of segment_reduce,
 * segment_scan, sddmm and gather_block_quantized are executed by strew_execute_at (PT5). */
STREW_API strew_status strew_execute(const strew_plan* plan, const void* data, const void* indices, const void* updates,
                                     void* output, const strew_execution* execution, strew_error* error);
/* Only the checks that strew_execute makes before it writes: pointers, overlap, indices, duplicates. */
STREW_API strew_status strew_check(const strew_plan* plan, const void* data, const void* indices, const void* updates,
                                   const void* output, const strew_execution* execution, strew_error* error);
STREW_API void strew_plan_destroy(strew_plan* plan);

/* Text of a plan. Each writes at most `capacity` bytes, including the terminating 0, and returns the length of the full
 * text. describe: operator, operands, solver, bytes and workspace in one line. explain: first what moves, on how many
 * threads and in about what time, then these and what is validated, the candidates and why each other solver was
 * refused, a line for each, and at the end the problem. problem: the canonical problem in one line, followed by a
 * scatter's copy of data and a digest of prepared indices; equal lines mean equal plans, except for collisions of the
 * 64-bit digests. docs/explain.md is the legend. */
STREW_API size_t strew_plan_problem(const strew_plan* plan, char* text, size_t capacity);
STREW_API size_t strew_plan_describe(const strew_plan* plan, char* text, size_t capacity);
STREW_API size_t strew_plan_explain(const strew_plan* plan, char* text, size_t capacity);
/* The sets of kernels in the library, one per line: name; chosen, available or unavailable; why. All compute the same
 * bits. The best that the processor supports is chosen at the first plan or query of a process. The environment
 * variable STREW_TARGET, read then, names another; one that is unavailable stands for the best below it. Written like
 * the texts above. */
STREW_API size_t strew_targets(char* text, size_t capacity);
/* The tuning parameters of the library, one per line: name, value, effect. None changes a result. Written like the
 * texts above. */
STREW_API size_t strew_tuning(char* text, size_t capacity);
/* The numbers of the machine from which the costs of solvers are computed (docs/tuning.md): the text of a tuning file,
 * one number per line: name, value, after # its meaning. The first line, a comment, says where they come from: typical
 * ones of the processor, or the file that the environment variable STREW_TUNING_FILE named when a process needed them
 * first. A file for another processor, or one that cannot be read, is ignored; the comment says why. None changes a
 * result. Written like the texts above. */
STREW_API size_t strew_machine(char* text, size_t capacity);
/* Measures them: for some three seconds, on the library's threads, in four times the bytes of the last cache (at most 1
 * GiB). Writes the text of a tuning file, which this process does not use. Without memory the text is empty: 0. Without
 * room (null, or capacity 0) nothing is measured: the number of bytes that no such text exceeds. */
STREW_API size_t strew_tune(char* text, size_t capacity);
/* How the library was built and what it uses on this machine, one per line: name, value: versions, compiler, threads,
 * kernel sets, assertions. For people and for reports of faults: later versions may have more lines and other values.
 * Written like the texts above. */
STREW_API size_t strew_build_info(char* text, size_t capacity);
STREW_API uint64_t strew_plan_hash(const strew_plan* plan); /* equal plans have equal hashes */
/* 1 = executed with the same valid indices and the same operands both write the same bytes: the same move, the same
 * layout of a scatter's data, the same values where indices are prepared. */
STREW_API int strew_plan_equal(const strew_plan* left, const strew_plan* right);
/* Bytes that must be read and written; UINT64_MAX if there are more. A scatter's copy of data does not count if the
 * plan was made with one address for data and output. */
STREW_API uint64_t strew_plan_bytes(const strew_plan* plan);
STREW_API uint64_t strew_plan_workspace(const strew_plan* plan); /* allocated by an execution, at most */
/* 1 = a reduction that needs more state than the element, and keeps it for every element of the output that the plan
 * can reach: an execution accesses all of them. */
STREW_API int strew_plan_keeps_state(const strew_plan* plan);

/* ---- Prepared indices --------------------------------------------------------------------------------------------
 * An index operand validated in advance. It owns a copy of the values, so the caller's may be changed or freed. It can
 * be bound to plans whose index extents, index type, addressed extents and windows, negative rule and policy are those
 * of the plan it was prepared with (PR1 to PR4); data, updates, their strides, element type and reduction may differ.
 * Positions are sorted by destination when something depends on it: strew_prepared_order, strew_prepared_inspect, and
 * a plan that refuses duplicates where the addressed places are many more than the positions. Immutable; usable from
 * many threads concurrently. */
enum {
  STREW_ORDER_UNSORTED = 0,
  STREW_ORDER_SORTED = 1,    /* in row-major order of the positions the destinations do not decrease */
  STREW_ORDER_ASCENDING = 2, /* ... and strictly increase: there are no duplicates */
  STREW_ORDER_REVERSED = 3,  /* they do not increase, but decrease somewhere */
  STREW_ORDER_DESCENDING = 4 /* ... and strictly decrease: there are no duplicates */
};

typedef struct strew_prepared_info {
  uint32_t struct_size;
  uint32_t version;        /* 2; 1 ends before `distinct`, and both orders that descend are unsorted */
  uint64_t bytes;          /* owned by the prepared indices, apart from the lists of strew_prepared_view */
  uint64_t positions;      /* all of them, broadcast ones included */
  uint64_t skipped;        /* positions that the policy skips */
  uint64_t duplicates;     /* positions with a cell that an earlier position addresses too */
  uint64_t first_position; /* valid only with duplicates: the first such position ... */
  uint64_t other_position; /* ... and the first position that addresses a cell of it */
  int32_t order;           /* STREW_ORDER_...; skipped positions are ignored, here and below */
  int32_t reserved;        /* 0 */
  uint64_t distinct;       /* destinations that positions address, each counted once */
  uint64_t most_frequent;  /* positions that address the destination which most of them address */
  uint64_t runs;           /* pieces of the positions, as few as possible, in each of which they are sorted */
  int32_t constant_rows;   /* 1 = along the last dimension of the positions all index tuples lead to one place, and none
                              is skipped; 0 = somewhere they do not */
  int32_t reserved_2;      /* 0 */
} strew_prepared_info;
#define STREW_PREPARED_INFO_INIT \
  { sizeof(strew_prepared_info), 2, 0, 0, 0, 0, 0, 0, STREW_ORDER_UNSORTED, 0, 0, 0, 0, 0, 0 }

/* Bytes that indices prepared with this plan will own, and bytes of workspace that preparing them allocates and frees:
 * 0 unless the plan refuses duplicates. */
STREW_API uint64_t strew_plan_prepared_bytes(const strew_plan* plan);
STREW_API uint64_t strew_plan_prepare_workspace(const strew_plan* plan);
/* Validates as strew_execute does (STREW_STATUS_INDEX, IX1). The allocator of `execution` must remain valid as long as
 * the memory it returned, and may be called whenever the indices are bound or inspected. Duplicates are not an error
 * here; binding to a plan that refuses them is. */
STREW_API strew_status strew_prepare(const strew_plan* plan, const void* indices, const strew_execution* execution,
                                     strew_prepared** prepared, strew_error* error);
STREW_API void strew_prepared_destroy(strew_prepared* prepared);
/* STREW_STATUS_MEMORY (MM1) if there is no memory to sort the positions. */
STREW_API strew_status strew_prepared_inspect(const strew_prepared* prepared, strew_prepared_info* info,
                                              strew_error* error);
/* Positions in stable order by destination, skipped ones at the end. Writes at most `capacity` and returns the number
 * of positions; 0, and writes nothing, if there is no memory to sort them. */
STREW_API uint64_t strew_prepared_order(const strew_prepared* prepared, uint64_t capacity, uint64_t* positions);
/* Makes a plan that needs no indices: strew_execute with null `indices`. It keeps a reference to what it needs of
 * `prepared`, which may be destroyed first. STREW_STATUS_INDEX (IX2) if the plan refuses duplicates and there are some.
 */
STREW_API strew_status strew_plan_bind(const strew_plan* plan, const strew_prepared* prepared, strew_plan** bound,
                                       strew_error* error);

/* ---- DLPack ------------------------------------------------------------------------------------------------------
 * Checks a DLTensor (whole bytes) and describes it, with its device; page-locked memory for CUDA counts as CPU memory.
 * Its data are not read. DLPack counts strides in elements: `strides` must have room for `capacity` >= its rank numbers
 * and must remain valid as long as `tensor`; extents are borrowed from the DLTensor. */
STREW_API strew_status strew_tensor_from_dlpack(const void* dl_tensor, uint64_t capacity, int64_t* strides,
                                                strew_tensor* tensor, strew_error* error);

/* ---- Names -------------------------------------------------------------------------------------------------------*/
STREW_API const char* strew_version(void);
STREW_API uint32_t strew_abi_version(void); /* 1 */
STREW_API const char* strew_status_name(strew_status status);
/* The message of a record in other words: what the vocabulary has no word for is as in `message`, which is given itself
 * where the library did not make it, and where there is no memory. Null, or a vocabulary of an unknown version: the
 * engine's words. Written like the texts above. */
STREW_API size_t strew_error_text(const strew_error* error, const strew_vocabulary* vocabulary, char* text,
                                  size_t capacity);
STREW_API const char* strew_dtype_name(strew_dtype dtype);
STREW_API uint64_t strew_dtype_bytes(strew_dtype dtype);  /* 0 for STREW_DTYPE_OPAQUE and unknown types */
STREW_API const char* strew_rule_text(const char* rule);  /* the text of rule "ND3"; null if unknown */
STREW_API const char* strew_rule_name(uint64_t number);   /* the rules in order, null past the last */
STREW_API const char* strew_solver_name(uint64_t number); /* the solvers, fastest first, null past the last */
/* The default options of strew_stablehlo_gather (is_scatter 0) and strew_stablehlo_scatter, used for null options. */
STREW_API strew_status strew_stablehlo_options(int32_t is_scatter, strew_options* options, strew_error* error);

#ifdef __cplusplus
}
#endif

#endif
