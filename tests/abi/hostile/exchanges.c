/* Exchanges between ranks, of which there is one here: before each call it is brought to where the call works. */
#include "functions.h"

#define ERROR_RECORD ((strew_error*)scene->at[ERROR])
#define CALL(name) static void call_##name(struct scene* scene, struct outcome* outcome)

static const strew_tensor* usual_indices(void) {
  static const int64_t one = 1, step = 8;
  static int64_t at = 0;
  static strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = STREW_DTYPE_I64;
  made.rank = 1;
  made.extents = &one;
  made.strides = &step;
  made.data = &at;
  return &made;
}

static void settle_exchange(void) {
  strew_hello hello;
  api.strew_exchange_open(exchange, usual_indices(), NULL, &hello, NULL);
  api.strew_exchange_settle(exchange, 1, &hello, NULL);
}

CALL(layout_rows) {
  may_write(outcome, scene->at[POSITIONS], sizeof(int64_t), 0);
  outcome->status = api.strew_layout_rows(scene->at[LAYOUT], 0, (int64_t*)scene->at[POSITIONS], ERROR_RECORD);
}

CALL(create) {
  may_write(outcome, scene->at[EXCHANGE_PLACE], sizeof(strew_exchange*), 0);
  outcome->status = api.strew_exchange_create(scene->at[LAYOUT], 0, scene->at[EXCHANGE_CALL], scene->at[OPTIONS],
                                              scene->at[EXCHANGE_PLACE], ERROR_RECORD);
}

CALL(open) {
  may_write(outcome, scene->at[HELLOS], sizeof(strew_hello), 1);
  outcome->status = api.strew_exchange_open(scene->at[EXCHANGE], scene->at[EXCHANGE_INDICES], scene->at[EXECUTION],
                                            scene->at[HELLOS], ERROR_RECORD);
}

CALL(fail) {
  may_write(outcome, scene->at[HELLOS], sizeof(strew_hello), 1);
  api.strew_exchange_fail(ERROR_RECORD, 1, scene->at[HELLOS]);
  outcome->is_plausible = 1;
}

/* Words that no rank says are refused. */
CALL(settle) {
  strew_hello own;
  api.strew_exchange_open(exchange, usual_indices(), NULL, &own, NULL);
  strew_hello* const given = scene->at[HELLOS];
  may_write(outcome, &scene->hello, sizeof scene->hello, 1);
  if (given != NULL) {
    const uint64_t other = given->words[0];
    *given = own;
    if (other != 0) given->words[other % 8] ^= other;
  }
  outcome->status = api.strew_exchange_settle(exchange, 1, given, ERROR_RECORD);
}

CALL(counts) {
  settle_exchange();
  may_write(outcome, scene->at[POSITIONS], 2 * sizeof(uint64_t), 0);
  uint64_t* const to = scene->at[POSITIONS];
  outcome->status = api.strew_exchange_counts(scene->at[EXCHANGE], to, to == NULL ? NULL : to + 1, ERROR_RECORD);
}

CALL(pack) {
  settle_exchange();
  outcome->status = api.strew_exchange_pack(scene->at[EXCHANGE], 0, scene->at[EXCHANGE_ROWS], scene->at[EXECUTION],
                                            NULL, ERROR_RECORD);
}

/* The round of the rows: their places have been taken. */
CALL(take) {
  strew_exchange_rows rows = STREW_EXCHANGE_ROWS_INIT;
  settle_exchange();
  api.strew_exchange_take(exchange, 0, &rows, NULL, NULL, NULL);
  for (int i = 0; i < TENSORS; ++i)
    if (is_in_row(scene, i, scene->exchange_rows.rows)) may_write(outcome, scene->bytes[i], BYTES, 0);
  may_write(outcome, scene->workspace, sizeof scene->workspace, 1);
  outcome->status = api.strew_exchange_take(scene->at[EXCHANGE], 0, scene->at[EXCHANGE_ROWS], scene->at[EXECUTION],
                                            NULL, ERROR_RECORD);
}

/* This one does not keep its routes. */
CALL(repeat) {
  settle_exchange();
  strew_error error = STREW_ERROR_INIT;
  outcome->is_plausible = api.strew_exchange_repeat(scene->at[EXCHANGE], &error) ==
                          (scene->at[EXCHANGE] == NULL ? STREW_STATUS_POINTER : STREW_STATUS_ATTRIBUTE);
  api.strew_exchange_give_up(scene->at[EXCHANGE]);
  outcome->is_plausible &= (api.strew_exchange_rounds(scene->at[EXCHANGE]) == 0) == (scene->at[EXCHANGE] == NULL);
}

CALL(explain) {
  char* const to = scene->at[TEXT];
  const size_t capacity = (size_t)scene->text_capacity;
  settle_exchange();
  may_write(outcome, to, capacity, 1);
  const size_t length = api.strew_exchange_explain(scene->at[EXCHANGE], to, capacity);
  outcome->is_plausible = (scene->at[EXCHANGE] == NULL) == (length == 0);
}

#define MAY (BIT(EXECUTION) | BIT(ERROR))

const struct function exchanges[] = {
    {"strew_layout_rows", call_layout_rows, PLANNED, 1, 1, BIT(LAYOUT) | BIT(POSITIONS), BIT(ERROR)},
    {"strew_exchange_create", call_create, PLANNED, 1, 1, BIT(LAYOUT) | BIT(EXCHANGE_CALL) | BIT(EXCHANGE_PLACE),
     BIT(OPTIONS) | BIT(ERROR)},
    {"strew_exchange_open", call_open, PLANNED, 1, 1, BIT(EXCHANGE) | BIT(EXCHANGE_INDICES) | BIT(HELLOS), MAY},
    {"strew_exchange_fail", call_fail, PLANNED, 1, 0, 0, BIT(HELLOS) | BIT(ERROR)},
    {"strew_exchange_settle", call_settle, PLANNED, 1, 1, BIT(HELLOS), BIT(ERROR)},
    {"strew_exchange_counts", call_counts, PLANNED, 1, 1, BIT(EXCHANGE) | BIT(POSITIONS), BIT(ERROR)},
    {"strew_exchange_pack", call_pack, PLANNED, 1, 1, BIT(EXCHANGE) | BIT(EXCHANGE_ROWS), MAY},
    {"strew_exchange_take", call_take, PLANNED, 1, 1, BIT(EXCHANGE) | BIT(EXCHANGE_ROWS), MAY},
    {"strew_exchange_repeat and others", call_repeat, PLANNED, 1, 0, 0, BIT(EXCHANGE)},
    {"strew_exchange_explain", call_explain, PLANNED, 1, 0, 0, BIT(EXCHANGE) | BIT(TEXT)},
};
const int exchange_count = sizeof exchanges / sizeof exchanges[0];
