/* The library as a program sees it that has only its header and the name of a file: every function is looked up. */
#ifndef STREW_TESTS_ABI_HOSTILE_LIBRARY_H
#define STREW_TESTS_ABI_HOSTILE_LIBRARY_H

#include "strew/exchange.h"
#include "strew/problem.h"
#include "strew/strew.h"

#define STREW_FUNCTIONS(F)        \
  F(strew_abi_version)            \
  F(strew_build_info)             \
  F(strew_check)                  \
  F(strew_check_memory)           \
  F(strew_dtype_bytes)            \
  F(strew_dtype_name)             \
  F(strew_error_text)             \
  F(strew_execute)                \
  F(strew_execute_at)             \
  F(strew_execute_phase)          \
  F(strew_plan_cells)             \
  F(strew_exchange_create)        \
  F(strew_exchange_destroy)       \
  F(strew_exchange_open)          \
  F(strew_exchange_fail)          \
  F(strew_exchange_settle)        \
  F(strew_exchange_rounds)        \
  F(strew_exchange_counts)        \
  F(strew_exchange_pack)          \
  F(strew_exchange_take)          \
  F(strew_exchange_give_up)       \
  F(strew_exchange_repeat)        \
  F(strew_exchange_explain)       \
  F(strew_gather)                 \
  F(strew_gather_elements)        \
  F(strew_gather_nd)              \
  F(strew_layout_rows)            \
  F(strew_machine)                \
  F(strew_operator_name)          \
  F(strew_plan_accumulators)      \
  F(strew_plan_bind)              \
  F(strew_plan_bind_both)         \
  F(strew_plan_bytes)             \
  F(strew_plan_describe)          \
  F(strew_plan_destroy)           \
  F(strew_plan_duplicate_error)   \
  F(strew_plan_equal)             \
  F(strew_plan_explain)           \
  F(strew_plan_from_problem)      \
  F(strew_plan_gather)            \
  F(strew_plan_gather_elements)   \
  F(strew_plan_gather_nd)         \
  F(strew_plan_hash)              \
  F(strew_plan_index_error)       \
  F(strew_plan_keeps_state)       \
  F(strew_plan_make)              \
  F(strew_plan_prepare_workspace) \
  F(strew_plan_prepared_bytes)    \
  F(strew_plan_problem)           \
  F(strew_plan_scatter)           \
  F(strew_plan_scatter_elements)  \
  F(strew_plan_scatter_nd)        \
  F(strew_plan_stablehlo_gather)  \
  F(strew_plan_stablehlo_scatter) \
  F(strew_plan_tensor_scatter)    \
  F(strew_plan_view)              \
  F(strew_plan_workspace)         \
  F(strew_plan_open)              \
  F(strew_problem_slice)          \
  F(strew_prepare)                \
  F(strew_prepare_from)           \
  F(strew_prepared_destroy)       \
  F(strew_prepared_inspect)       \
  F(strew_prepared_order)         \
  F(strew_prepared_view)          \
  F(strew_rule_name)              \
  F(strew_rule_text)              \
  F(strew_run)                    \
  F(strew_run_at)                 \
  F(strew_plan_of)                \
  F(strew_segment_reduce)         \
  F(strew_segment_scan)           \
  F(strew_sddmm)                  \
  F(strew_gather_block_quantized) \
  F(strew_scatter)                \
  F(strew_scatter_elements)       \
  F(strew_scatter_nd)             \
  F(strew_shape)                  \
  F(strew_site_clear)             \
  F(strew_solver_name)            \
  F(strew_stablehlo_gather)       \
  F(strew_stablehlo_options)      \
  F(strew_stablehlo_scatter)      \
  F(strew_status_name)            \
  F(strew_tensor_from_dlpack)     \
  F(strew_tensor_scatter)         \
  F(strew_targets)                \
  F(strew_tune)                   \
  F(strew_tuning)                 \
  F(strew_version)

struct library {
#define STREW_MEMBER(name) __typeof__(&name) name;
  STREW_FUNCTIONS(STREW_MEMBER)
#undef STREW_MEMBER
};

extern struct library api;

/* Loads the file and looks up every function above; the names in the list file must be the same. Says what is wrong and
 * returns 0. */
int load_library(const char* path, const char* list);

#endif
