/* hostile LIBRARY SYMBOLS [--seed S] [--cases N] [--case K]: calls every function of the C ABI as no caller should.
 *
 * A case is a function, a call of it that works, and what is done to that (mutate.h). Nothing may crash, print, or
 * write where it should not; statuses are known, error records say what the status says, allocations come back. The
 * cases run in a child; what it prints or dies of is a failure, told with the line that runs the one case again. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutate.h"

struct progress {
  uint64_t number;
  char name[64];
};

struct settings {
  const char* library;
  const char* symbols;
  uint64_t seed;
  uint64_t first;
  uint64_t last; /* and no further */
};

static int complain(const char* name) {
  printf("%s\n", name);
  return 0;
}

static int has_head(const strew_error* error) {
  const int is_first = error->version == 1 && error->struct_size == offsetof(strew_error, sentence);
  return is_first || (error->version == 2 && error->struct_size == sizeof *error);
}

static int verify_record(const strew_error* error, strew_status status) {
  if (error->status != status) return complain("the record has another status");
  if (status == STREW_STATUS_OK) return 1; /* nothing else is written */
  if (error->operand < STREW_OPERAND_NONE || error->operand > STREW_OPERAND_COUNT) return complain("operand");
  if (memchr(error->rule, 0, sizeof error->rule) == NULL) return complain("the rule has no end");
  if (memchr(error->message, 0, sizeof error->message) == NULL) return complain("the message has no end");
  if (error->message[0] == '\0') return complain("a message goes with an error");
  if (api.strew_rule_text(error->rule) == NULL) return complain("a rule goes with an error");
  return error->rule[0] != '\0' || complain("a rule without a name");
}

static strew_status success_of(const struct function* function) {
  return function->has_status == GIVES_INDEX_ERROR ? STREW_STATUS_INDEX : STREW_STATUS_OK;
}

static int is_expected(const struct expectation* expectation, strew_status success, strew_status status,
                       const strew_error* error) {
  if (expectation->expect_success && status != success) return complain("this call works");
  if (expectation->expect_failure && status == success) return complain("this call must be refused");
  if (!expectation->expect_failure || expectation->rule == NULL || error == NULL) return 1;
  if (strcmp(error->rule, expectation->rule) == 0) return 1;
  printf("rule %s, expected %s\n", error->rule, expectation->rule);
  return 0;
}

static int may_differ(const unsigned char* at, const struct outcome* outcome, int has_result) {
  for (int i = 0; i < outcome->range_count; ++i) {
    const struct range* range = &outcome->ranges[i];
    const unsigned char* from = range->from;
    if ((range->always || has_result) && at >= from && at < from + range->bytes) return 1;
  }
  return 0;
}

static int verify_bytes(const struct scene* before, const struct scene* after, const struct outcome* outcome,
                        int has_result) {
  const unsigned char* old = (const unsigned char*)before;
  const unsigned char* now = (const unsigned char*)after;
  if (memcmp(old, now, sizeof *before) == 0) return 1;
  for (size_t i = 0; i < sizeof *before; ++i) {
    if (old[i] == now[i] || may_differ(now + i, outcome, has_result)) continue;
    printf("byte %zu of the scene was written\n", i);
    return 0;
  }
  return 1;
}

/* Whether there is a result, or one that the caller does not want: half of it may be there. */
static int has_output(const struct scene* scene, strew_status status) {
  const strew_execution* execution = scene->at[EXECUTION];
  if (status == STREW_STATUS_OK || status == STREW_STATUS_CANCELLED) return 1;
  if (execution == NULL || execution->on_error != STREW_ON_ERROR_DISCARD) return 0;
  return status == STREW_STATUS_INDEX || status == STREW_STATUS_MEMORY;
}

static int verify(const struct function* function, const struct scene* before, const struct scene* after,
                  struct outcome* outcome, const struct expectation* expectation) {
  const strew_error* error = after->at[ERROR];
  const strew_status status = outcome->status;
  const int has_record = error != NULL && has_head(&before->error);
  if (!function->has_status) {
    if (!outcome->is_plausible) return complain("a value that cannot be");
    return verify_bytes(before, after, outcome, 1);
  }
  if (status < STREW_STATUS_OK || status >= STREW_STATUS_INTERNAL) return complain("an unknown or internal status");
  if (error != NULL && !has_record && status != STREW_STATUS_POINTER) return complain("the record's head is wrong");
  if (has_record) may_write(outcome, error, sizeof *error, 1);
  if (has_record && !verify_record(error, status)) return 0;
  if (!is_expected(expectation, success_of(function), status, has_record ? error : NULL)) return 0;
  const int has_place = (function->needs & (BIT(PLAN_PLACE) | BIT(PREPARED_PLACE) | BIT(EXCHANGE_PLACE))) != 0;
  const int has_made = after->made_plan != NULL || after->made_prepared != NULL || after->made_exchange != NULL;
  if (has_made != (has_place && status == STREW_STATUS_OK))
    return complain("something is made exactly where a call works");
  return verify_bytes(before, after, outcome, has_output(before, status));
}

static uint64_t function_count(void) {
  return (uint64_t)(operator_count + other_count + exchange_count);
}

static const struct function* find_function(uint64_t number) {
  const uint64_t first = (uint64_t)operator_count, second = first + (uint64_t)other_count;
  if (number < first) return &operators[number];
  return number < second ? &others[number - first] : &exchanges[number - second];
}

static int run_case(const struct settings* settings, uint64_t number, struct progress* progress) {
  static struct scene scene;
  static struct scene before;
  const uint64_t count = function_count();
  const struct function* function = find_function(number % count);
  struct random random = {settings->seed * 0x9E3779B97F4A7C15U + number};
  struct expectation expectation;
  struct outcome outcome = {.status = -1};
  progress->number = number;
  snprintf(progress->name, sizeof progress->name, "%s", function->name);
  set_scene(&scene, function->geometry == PLANNED ? ND : function->geometry, function->is_scatter);
  mutate(&scene, function, number / count, &random, &expectation);
  before = scene;
  function->call(&scene, &outcome);
  int good = verify(function, &before, &scene, &outcome, &expectation);
  api.strew_plan_destroy(scene.made_plan);
  api.strew_prepared_destroy(scene.made_prepared);
  api.strew_exchange_destroy(scene.made_exchange);
  if (behaviour.blocks != 0) good = complain("what was allocated and what was released differ");
  return lseek(STDOUT_FILENO, 0, SEEK_CUR) == 0 && good; /* nothing is printed */
}

static int run_cases(const struct settings* settings, struct progress* progress) {
  int good = load_library(settings->library, settings->symbols);
  if (good && (api.strew_abi_version() != 1 || !make_plans())) good = complain("the plans cannot be made");
  for (uint64_t number = settings->first; good && number < settings->last; ++number)
    good = run_case(settings, number, progress);
  if (good) destroy_plans();
  if (good) forget_site();
  return good;
}

/* Copies what the child printed; returns the number of bytes. */
static size_t show(FILE* from) {
  char text[4096];
  size_t all = 0;
  rewind(from);
  for (size_t count; (count = fread(text, 1, sizeof text, from)) > 0; all += count) fwrite(text, 1, count, stdout);
  return all;
}

static int run(const struct settings* settings, const char* program) {
  struct progress* progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  FILE* printed = tmpfile();
  int state = 0;
  if (progress == MAP_FAILED || printed == NULL) return 1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(240);
    dup2(fileno(printed), 1);
    dup2(fileno(printed), 2);
    setvbuf(stdout, NULL, _IONBF, 0);
    exit(run_cases(settings, progress) ? 0 : 1);
  }
  if (child < 0 || waitpid(child, &state, 0) != child) return 1;
  const size_t bytes = show(printed);
  if (state == 0 && bytes == 0) return 0;
  if (WIFSIGNALED(state)) printf("\nkilled by signal %d", WTERMSIG(state));
  printf("\n%s, case %" PRIu64 "; again: %s %s %s --seed %" PRIu64 " --case %" PRIu64 "\n", progress->name,
         progress->number, program, settings->library, settings->symbols, settings->seed, progress->number);
  return 1;
}

int main(int argc, char** argv) {
  const uint64_t functions = function_count();
  struct settings settings = {argc > 2 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL, 1, 0,
                              functions * (planned_steps() + 2000)};
  int is_understood = argc > 2 && argc % 2 == 1;
  for (int i = 3; i + 1 < argc; i += 2) {
    const uint64_t number = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--seed") == 0) {
      settings.seed = number;
    } else if (strcmp(argv[i], "--cases") == 0) {
      settings.last = number;
    } else if (strcmp(argv[i], "--case") == 0) {
      settings.first = number;
      settings.last = number + 1;
    } else {
      is_understood = 0;
    }
  }
  if (!is_understood) {
    printf("hostile LIBRARY SYMBOLS [--seed S] [--cases N] [--case K]\n");
    return 2;
  }
  const int status = run(&settings, argv[0]);
  if (status == 0) printf("%" PRIu64 " calls, seed %" PRIu64 "\n", settings.last - settings.first, settings.seed);
  return status;
}
