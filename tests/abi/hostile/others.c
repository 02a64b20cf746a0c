/* Everything that is no operator: plans at work, prepared indices, names. */
#include <string.h>

#include "functions.h"

#define TENSOR(slot) ((const strew_tensor*)scene->at[slot])
#define ERROR_RECORD ((strew_error*)scene->at[ERROR])
#define CALL(name) static void call_##name(struct scene* scene, struct outcome* outcome)

CALL(execute) {
  for (int i = 0; i < TENSORS; ++i)
    if (is_in_row(scene, i, scene->at[RAW_OUTPUT])) may_write(outcome, scene->bytes[i], BYTES, 0);
  may_write(outcome, scene->workspace, sizeof scene->workspace, 1);
  outcome->status =
      api.strew_execute(scene->at[PLAN], scene->at[RAW_DATA], scene->at[RAW_INDICES], scene->at[RAW_UPDATES],
                        scene->at[RAW_OUTPUT], scene->at[EXECUTION], ERROR_RECORD);
}

CALL(execute_at) {
  for (int i = 0; i < TENSORS; ++i)
    if (is_in_row(scene, i, scene->places.output)) may_write(outcome, scene->bytes[i], BYTES, 0);
  may_write(outcome, scene->workspace, sizeof scene->workspace, 1);
  outcome->status =
      api.strew_execute_at(scene->at[PLAN], scene->at[OPERAND_PLACES], scene->at[EXECUTION], ERROR_RECORD);
}

CALL(plan_from_problem) {
  may_write(outcome, scene->at[PLAN_PLACE], sizeof(strew_plan*), 0);
  outcome->status = api.strew_plan_from_problem(scene->at[GIVEN_PROBLEM], NULL, scene->at[PLAN_PLACE], ERROR_RECORD);
}

CALL(problem_slice) {
  may_write(outcome, scene->at[PLAN_PLACE], sizeof(strew_plan*), 0);
  may_write(outcome, scene->at[BASES], sizeof(strew_problem_bases), 0);
  outcome->status =
      api.strew_problem_slice(scene->at[PLAN], scene->at[PART], scene->at[PLAN_PLACE], scene->at[BASES], ERROR_RECORD);
}

CALL(plan_open) {
  may_write(outcome, scene->at[PLAN_PLACE], sizeof(strew_plan*), 0);
  outcome->status = api.strew_plan_open(scene->at[PLAN], scene->at[PLAN_PLACE], ERROR_RECORD);
}

/* The usual plan, which keeps no state, with open accumulators. Made once. */
static const strew_plan* open_plan(const struct scene* scene) {
  static strew_plan* made = NULL;
  if (scene->at[PLAN] == NULL) return NULL;
  if (made == NULL) api.strew_plan_open(plans[PLAN_SCATTER], &made, NULL);
  return made;
}

CALL(execute_phase) {
  for (int i = 0; i < TENSORS; ++i)
    if (is_in_row(scene, i, scene->places.output)) may_write(outcome, scene->bytes[i], BYTES, 0);
  outcome->status = api.strew_execute_phase(open_plan(scene), STREW_PHASE_ACCUMULATE, scene->at[OPERAND_PLACES], NULL,
                                            0, scene->at[EXECUTION], ERROR_RECORD);
}

CALL(plan_accumulators) {
  may_write(outcome, scene->at[ACCUMULATORS], sizeof(strew_problem_accumulators), 0);
  outcome->status = api.strew_plan_accumulators(open_plan(scene), scene->at[ACCUMULATORS], ERROR_RECORD);
}

CALL(check) {
  may_write(outcome, scene->workspace, sizeof scene->workspace, 1);
  outcome->status = api.strew_check(scene->at[PLAN], scene->at[RAW_DATA], scene->at[RAW_INDICES],
                                    scene->at[RAW_UPDATES], scene->at[RAW_OUTPUT], scene->at[EXECUTION], ERROR_RECORD);
}

CALL(prepare) {
  may_write(outcome, scene->workspace, sizeof scene->workspace, 1);
  may_write(outcome, scene->at[PREPARED_PLACE], sizeof(strew_prepared*), 0);
  outcome->status = api.strew_prepare(scene->at[PLAN], scene->at[RAW_INDICES], scene->at[EXECUTION],
                                      scene->at[PREPARED_PLACE], ERROR_RECORD);
}

CALL(plan_bind) {
  may_write(outcome, scene->at[PLAN_PLACE], sizeof(strew_plan*), 0);
  outcome->status = api.strew_plan_bind(scene->at[PLAN], scene->at[PREPARED], scene->at[PLAN_PLACE], ERROR_RECORD);
}

/* A plan whose updates have indices, of two positions: any values. Made once. */
static const strew_plan* plan_with_from(void) {
  static const strew_problem_axis axes[1] = {{2, 4, 0, 0, -1, 8, 0, 0}};
  static const strew_problem_position places[1] = {{2, 0, 0}}, positions[1] = {{2, 8, -1}};
  static const strew_problem_coordinate row = {3, 1, 4, 0, 0};
  static const strew_problem_member member = {3, 1, 0, 0};
  static strew_plan* made = NULL;
  if (made != NULL) return made;
  const strew_problem_from from = {
      STREW_DTYPE_I64, STREW_OOB_CLAMP, STREW_NEGATIVE_FROM_END, -1, 1, &row, 1, positions, 1, &member, NULL, NULL};
  strew_problem_step step = {0};
  step.kind = STREW_STEP_MOVE;
  step.direction = STREW_WRITE;
  step.table = STREW_OPERAND_OUTPUT;
  step.direct = STREW_OPERAND_UPDATES;
  step.width = 4;
  step.index_dtype = STREW_DTYPE_I64;
  step.axis_count = 1;
  step.axes = axes;
  step.padding = -1;
  step.from = &from;
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  view.step_count = 1;
  view.steps = &step;
  view.position_rank = 1;
  view.positions = places;
  api.strew_plan_from_problem(&view, NULL, &made, NULL);
  return made;
}

CALL(prepare_from) {
  const strew_plan* plan = scene->at[PLAN] == NULL ? NULL : plan_with_from();
  may_write(outcome, scene->at[PREPARED_PLACE], sizeof(strew_prepared*), 0);
  outcome->status = api.strew_prepare_from(plan, scene->at[RAW_INDICES], scene->at[EXECUTION],
                                           scene->at[PREPARED_PLACE], ERROR_RECORD);
}

CALL(plan_bind_both) {
  may_write(outcome, scene->at[PLAN_PLACE], sizeof(strew_plan*), 0);
  outcome->status =
      api.strew_plan_bind_both(scene->at[PLAN], scene->at[PREPARED], NULL, scene->at[PLAN_PLACE], ERROR_RECORD);
}

CALL(prepared_inspect) {
  may_write(outcome, scene->at[INFO], sizeof(strew_prepared_info), 0);
  outcome->status = api.strew_prepared_inspect(scene->at[PREPARED], scene->at[INFO], ERROR_RECORD);
}

CALL(prepared_order) {
  may_write(outcome, scene->at[POSITIONS], scene->capacity * sizeof(uint64_t), 1);
  const uint64_t count = api.strew_prepared_order(scene->at[PREPARED], scene->capacity, scene->at[POSITIONS]);
  outcome->is_plausible = count == (scene->at[PREPARED] == NULL ? 0U : 2U);
}

CALL(prepared_view) {
  may_write(outcome, scene->at[PREPARED_LISTS], sizeof(strew_prepared_lists), 0);
  outcome->status = api.strew_prepared_view(scene->at[PREPARED], scene->at[PREPARED_LISTS], ERROR_RECORD);
}

CALL(plan_cells) {
  may_write(outcome, scene->at[POSITIONS], 2 * sizeof(uint64_t), 0);
  outcome->status = api.strew_plan_cells(scene->at[PLAN], scene->at[RAW_INDICES], 0, 2, scene->at[POSITIONS],
                                         scene->at[EXECUTION], ERROR_RECORD);
}

CALL(tensor_from_dlpack) {
  may_write(outcome, scene->at[VIEW], sizeof(strew_tensor), 0);
  may_write(outcome, scene->at[STRIDES_PLACE], scene->capacity * sizeof(int64_t), 0);
  outcome->status = api.strew_tensor_from_dlpack(scene->at[DL_TENSOR], scene->capacity, scene->at[STRIDES_PLACE],
                                                 scene->at[VIEW], ERROR_RECORD);
}

CALL(stablehlo_options) {
  may_write(outcome, scene->at[WRITTEN_OPTIONS], sizeof(strew_options), 0);
  outcome->status = api.strew_stablehlo_options(scene->number, scene->at[WRITTEN_OPTIONS], ERROR_RECORD);
}

static void call_text(struct scene* scene, struct outcome* outcome,
                      size_t (*text)(const strew_plan* plan, char* text, size_t capacity)) {
  char* to = scene->at[TEXT];
  const size_t capacity = (size_t)scene->text_capacity;
  may_write(outcome, to, capacity, 1);
  const size_t length = text(scene->at[PLAN], to, capacity);
  const size_t kept = length < capacity ? length : capacity - 1;
  outcome->is_plausible = (scene->at[PLAN] == NULL) == (length == 0);
  if (to != NULL && capacity > 0) outcome->is_plausible &= memchr(to, 0, capacity) == to + kept;
}

/* A record of the library's, or what the scene has, with a sentence of the library's in it or none. */
CALL(error_text) {
  static strew_error made = STREW_ERROR_INIT;
  if (made.sentence == NULL) {
    strew_operator unknown = STREW_OPERATOR_INIT;
    unknown.kind = 99;
    api.strew_run(&unknown, NULL, NULL, NULL, NULL, NULL, NULL, &made);
  }
  strew_error* record = ERROR_RECORD;
  may_write(outcome, record, sizeof *record, 1);
  if (record != NULL && scene->number % 4 == 1) *record = made;
  if (record != NULL && scene->number % 4 > 1) {
    record->sentence = made.sentence;
    record->sentence_number = made.sentence_number;
    if (scene->number % 4 == 2) record->value_count = made.value_count;
  }
  char* to = scene->at[TEXT];
  const size_t capacity = (size_t)scene->text_capacity;
  may_write(outcome, to, capacity, 1);
  outcome->is_plausible = 1;
  const size_t length = api.strew_error_text(record, scene->at[VOCABULARY], to, capacity);
  const size_t kept = length < capacity ? length : capacity - 1;
  if (to != NULL && capacity > 0) outcome->is_plausible = to[kept] == 0;
}

CALL(plan_problem) {
  call_text(scene, outcome, api.strew_plan_problem);
}
CALL(plan_describe) {
  call_text(scene, outcome, api.strew_plan_describe);
}
CALL(plan_explain) {
  call_text(scene, outcome, api.strew_plan_explain);
}

CALL(plan_numbers) {
  const strew_plan* plan = scene->at[PLAN];
  const uint64_t bytes = api.strew_plan_bytes(plan);
  const uint64_t prepared_bytes = api.strew_plan_prepared_bytes(plan);
  outcome->is_plausible = (bytes == 0) == (plan == NULL) && (prepared_bytes == 0) == (plan == NULL);
  outcome->is_plausible &= api.strew_plan_workspace(plan) < BYTES && api.strew_plan_prepare_workspace(plan) < BYTES;
  const int keeps_state = api.strew_plan_keeps_state(plan);
  outcome->is_plausible &= keeps_state == (plan == plans[PLAN_MEAN]); /* as it has few cells for its updates */
  outcome->is_plausible &= api.strew_plan_hash(plan) == api.strew_plan_hash(plan);
  outcome->is_plausible &= api.strew_plan_equal(plan, plan) == 1;
  outcome->is_plausible &= api.strew_plan_equal(plan, plans[PLAN_GATHER]) == (plan == plans[PLAN_GATHER]);
}

CALL(plan_view) {
  may_write(outcome, scene->at[PROBLEM], sizeof(strew_problem_view), 0);
  outcome->status = api.strew_plan_view(scene->at[PLAN], scene->at[PROBLEM], ERROR_RECORD);
}

CALL(plan_index_error) {
  outcome->status = api.strew_plan_index_error(scene->at[PLAN], scene->at[BAD_INDEX], ERROR_RECORD);
}

/* The usual plan refuses no duplicates. */
CALL(plan_duplicate_error) {
  const strew_plan* plan = scene->at[PLAN] == plans[PLAN_SCATTER] ? plans[PLAN_UNIQUE] : scene->at[PLAN];
  outcome->status = api.strew_plan_duplicate_error(plan, scene->at[DUPLICATE], ERROR_RECORD);
}

CALL(check_memory) {
  outcome->status = api.strew_check_memory(scene->at[PLAN], scene->at[PLACES], ERROR_RECORD);
}

/* What is made in a scene is destroyed after every call; here are the null ones. */
CALL(destroy) {
  api.strew_plan_destroy(NULL);
  api.strew_prepared_destroy(NULL);
  outcome->is_plausible = scene != NULL;
}

CALL(names) {
  const char* rule = scene->at[RULE];
  const uint64_t number = (uint64_t)(int64_t)scene->number;
  const char* name = api.strew_rule_name(number);
  const char* solver = api.strew_solver_name(number);
  outcome->is_plausible = api.strew_status_name(scene->number) != NULL;
  outcome->is_plausible &= api.strew_dtype_name((strew_dtype)scene->number) != NULL;
  outcome->is_plausible &= api.strew_dtype_bytes((strew_dtype)scene->number) <= 16;
  const char* operation = api.strew_operator_name(scene->number);
  outcome->is_plausible &= (operation != NULL) == (scene->number >= 1 && scene->number <= STREW_OPERATOR_SEGMENT_SCAN);
  outcome->is_plausible &= number < 1000 || (name == NULL && solver == NULL);
  outcome->is_plausible &= name == NULL || api.strew_rule_text(name) != NULL;
  outcome->is_plausible &= solver == NULL || solver[0] != '\0';
  if (rule == NULL) outcome->is_plausible &= api.strew_rule_text(rule) == NULL;
  if (rule != NULL && strcmp(rule, "IX1") == 0) outcome->is_plausible &= api.strew_rule_text(rule) != NULL;
  outcome->is_plausible &= api.strew_targets(NULL, 0) > 0;
  outcome->is_plausible &= api.strew_tuning(NULL, 0) > 0;
  outcome->is_plausible &= api.strew_build_info(NULL, 0) > 0;
  outcome->is_plausible &= api.strew_machine(NULL, 0) > 0;
  char untouched = 'x';
  outcome->is_plausible &= api.strew_tune(NULL, number) > 0 && api.strew_tune(&untouched, 0) > 0 && untouched == 'x';
  outcome->is_plausible &= strcmp(api.strew_version(), STREW_VERSION_STRING) == 0 && api.strew_abi_version() == 1;
}

#define RUNS (BIT(PLAN) | BIT(RAW_DATA) | BIT(RAW_INDICES) | BIT(RAW_UPDATES) | BIT(RAW_OUTPUT))

const struct function others[] = {
    {"strew_execute", call_execute, PLANNED, 1, 1, RUNS, BIT(EXECUTION) | BIT(ERROR)},
    {"strew_execute_at", call_execute_at, PLANNED, 1, 1, BIT(PLAN) | BIT(OPERAND_PLACES), BIT(EXECUTION) | BIT(ERROR)},
    {"strew_plan_from_problem", call_plan_from_problem, PLANNED, 1, 1, BIT(GIVEN_PROBLEM) | BIT(PLAN_PLACE),
     BIT(ERROR)},
    {"strew_problem_slice", call_problem_slice, PLANNED, 1, 1, BIT(PLAN) | BIT(PART) | BIT(PLAN_PLACE) | BIT(BASES),
     BIT(ERROR)},
    {"strew_plan_open", call_plan_open, PLANNED, 1, 1, BIT(PLAN) | BIT(PLAN_PLACE), BIT(ERROR)},
    {"strew_execute_phase", call_execute_phase, PLANNED, 1, 1, BIT(PLAN) | BIT(OPERAND_PLACES),
     BIT(EXECUTION) | BIT(ERROR)},
    {"strew_plan_accumulators", call_plan_accumulators, PLANNED, 1, 1, BIT(PLAN) | BIT(ACCUMULATORS), BIT(ERROR)},
    {"strew_check", call_check, PLANNED, 1, 1, RUNS, BIT(EXECUTION) | BIT(ERROR)},
    {"strew_prepare", call_prepare, PLANNED, 1, 1, BIT(PLAN) | BIT(RAW_INDICES) | BIT(PREPARED_PLACE),
     BIT(EXECUTION) | BIT(ERROR)},
    {"strew_plan_bind", call_plan_bind, PLANNED, 1, 1, BIT(PLAN) | BIT(PREPARED) | BIT(PLAN_PLACE), BIT(ERROR)},
    {"strew_prepare_from", call_prepare_from, PLANNED, 1, 1, BIT(PLAN) | BIT(RAW_INDICES) | BIT(PREPARED_PLACE),
     BIT(EXECUTION) | BIT(ERROR)},
    {"strew_plan_bind_both", call_plan_bind_both, PLANNED, 1, 1, BIT(PLAN) | BIT(PREPARED) | BIT(PLAN_PLACE),
     BIT(ERROR)},
    {"strew_prepared_inspect", call_prepared_inspect, PLANNED, 1, 1, BIT(PREPARED) | BIT(INFO), BIT(ERROR)},
    {"strew_prepared_order", call_prepared_order, PLANNED, 1, 0, 0, BIT(PREPARED) | BIT(POSITIONS)},
    {"strew_prepared_view", call_prepared_view, PLANNED, 1, 1, BIT(PREPARED) | BIT(PREPARED_LISTS), BIT(ERROR)},
    {"strew_plan_cells", call_plan_cells, PLANNED, 1, 1, BIT(PLAN) | BIT(RAW_INDICES) | BIT(POSITIONS),
     BIT(EXECUTION) | BIT(ERROR)},
    {"strew_tensor_from_dlpack", call_tensor_from_dlpack, ND, 0, 1, BIT(DL_TENSOR) | BIT(STRIDES_PLACE) | BIT(VIEW),
     BIT(ERROR)},
    {"strew_stablehlo_options", call_stablehlo_options, ND, 0, 1, BIT(WRITTEN_OPTIONS), BIT(ERROR)},
    {"strew_error_text", call_error_text, PLANNED, 0, 0, 0, BIT(ERROR) | BIT(TEXT) | BIT(VOCABULARY)},
    {"strew_plan_problem", call_plan_problem, PLANNED, 0, 0, 0, BIT(PLAN) | BIT(TEXT)},
    {"strew_plan_describe", call_plan_describe, PLANNED, 0, 0, 0, BIT(PLAN) | BIT(TEXT)},
    {"strew_plan_explain", call_plan_explain, PLANNED, 0, 0, 0, BIT(PLAN) | BIT(TEXT)},
    {"strew_plan_bytes and other numbers", call_plan_numbers, PLANNED, 0, 0, 0, BIT(PLAN)},
    {"strew_plan_view", call_plan_view, PLANNED, 0, 1, BIT(PLAN) | BIT(PROBLEM), BIT(ERROR)},
    {"strew_plan_index_error", call_plan_index_error, PLANNED, 1, GIVES_INDEX_ERROR, BIT(PLAN) | BIT(BAD_INDEX),
     BIT(ERROR)},
    {"strew_plan_duplicate_error", call_plan_duplicate_error, PLANNED, 1, GIVES_INDEX_ERROR, BIT(PLAN) | BIT(DUPLICATE),
     BIT(ERROR)},
    {"strew_check_memory", call_check_memory, PLANNED, 1, 1, BIT(PLAN) | BIT(PLACES), BIT(ERROR)},
    {"strew_plan_destroy", call_destroy, PLANNED, 0, 0, 0, 0},
    {"strew_version and other names", call_names, PLANNED, 0, 0, 0, BIT(RULE)},
};
const int other_count = sizeof others / sizeof others[0];
