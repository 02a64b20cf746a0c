/* The layout as C11 sees it. The STREW_*_INIT macros set size and version, the device of a tensor, and nothing else. */
#include "layout.h"

#include <stdio.h>
#include <string.h>

static const strew_tensor tensor = STREW_TENSOR_INIT;
static const strew_options options = STREW_OPTIONS_INIT;
static const strew_allocator allocator = STREW_ALLOCATOR_INIT;
static const strew_executor executor = STREW_EXECUTOR_INIT;
static const strew_execution execution = STREW_EXECUTION_INIT;
static const strew_error error = STREW_ERROR_INIT;
static const strew_gather_dimensions gather_dimensions = STREW_GATHER_DIMENSIONS_INIT;
static const strew_scatter_dimensions scatter_dimensions = STREW_SCATTER_DIMENSIONS_INIT;
static const strew_segmentation segmentation = STREW_SEGMENTATION_INIT;
static const strew_quantization quantization = STREW_QUANTIZATION_INIT;
static const strew_operator operation = STREW_OPERATOR_INIT;
static const strew_problem_view problem = STREW_PROBLEM_VIEW_INIT;
static const strew_problem_bad_index bad_index = STREW_PROBLEM_BAD_INDEX_INIT;
static const strew_problem_duplicate duplicate = STREW_PROBLEM_DUPLICATE_INIT;
static const strew_operand_places places = STREW_OPERAND_PLACES_INIT;
static const strew_problem_places problem_places = STREW_PROBLEM_PLACES_INIT;
static const strew_prepared_info prepared_info = STREW_PREPARED_INFO_INIT;
static const strew_prepared_lists prepared_lists = STREW_PREPARED_LISTS_INIT;
static const strew_layout layout = STREW_LAYOUT_INIT;
static const strew_exchange_call exchange_call = STREW_EXCHANGE_CALL_INIT;
static const strew_exchange_rows exchange_rows = STREW_EXCHANGE_ROWS_INIT;

struct field {
  const char* of;
  const char* name;
  size_t offset;
  size_t bytes;
};

static const struct field fields[] = {
#define STREW_STRUCT(name, bytes)
#define STREW_VERSION(name, version, bytes)
#define STREW_FIELD(name, field, offset, bytes, kind, ...) {#name, #field, offsetof(name, field), bytes},
#define STREW_CONSTANT(name, value)
#include "layout.def"
#undef STREW_STRUCT
#undef STREW_VERSION
#undef STREW_FIELD
#undef STREW_CONSTANT
};

/* The newest version of a struct comes last. */
static const struct version {
  const char* of;
  uint32_t number;
  size_t bytes;
  size_t is;
} versions[] = {
#define STREW_STRUCT(name, bytes) {#name, 1, bytes, sizeof(name)},
#define STREW_VERSION(name, version, bytes) {#name, version, bytes, sizeof(name)},
#define STREW_FIELD(name, field, offset, bytes, kind, ...)
#define STREW_CONSTANT(name, value)
#include "layout.def"
#undef STREW_STRUCT
#undef STREW_VERSION
#undef STREW_FIELD
#undef STREW_CONSTANT
};
enum { VERSIONS = sizeof versions / sizeof versions[0] };

static uint32_t newest_version(const char* name) {
  uint32_t newest = 0;
  for (size_t i = 0; i < VERSIONS; ++i) {
    if (strcmp(versions[i].of, name) == 0) newest = versions[i].number;
  }
  return newest;
}

/* Every version is larger than the one before, and the struct is the newest one. */
static int have_sizes(void) {
  int good = 1;
  for (size_t i = 0; STREW_IS_LONG && i < VERSIONS; ++i) {
    const int is_newest = i + 1 == VERSIONS || strcmp(versions[i].of, versions[i + 1].of) != 0;
    if (is_newest ? versions[i].is == versions[i].bytes : versions[i].bytes < versions[i + 1].bytes) continue;
    printf("%s has %zu bytes, version %u has %zu\n", versions[i].of, versions[i].is, (unsigned)versions[i].number,
           versions[i].bytes);
    good = 0;
  }
  return good;
}

static int has_value(const unsigned char* at, const struct field* field, uint64_t size) {
  unsigned char expected[1024] = {0};
  const int is_size = strcmp(field->name, "struct_size") == 0;
  const int is_version = strcmp(field->name, "version") == 0;
  const int is_device = strcmp(field->name, "device") == 0;
  const uint32_t number = is_size ? (uint32_t)size : is_version ? newest_version(field->of) : STREW_DEVICE_CPU;
  if (is_device || is_size || is_version) memcpy(expected, &number, sizeof number);
  return memcmp(at + field->offset, expected, field->bytes) == 0;
}

static int is_initial(const char* name, const void* made, size_t size) {
  int good = 1;
  int count = 0;
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
    if (strcmp(fields[i].of, name) != 0) continue;
    ++count;
    if (has_value(made, &fields[i], size)) continue;
    printf("%s.%s is not what its macro should make it\n", name, fields[i].name);
    good = 0;
  }
  return good && count > 0;
}

int main(void) {
  const int good = have_sizes() & is_initial("strew_tensor", &tensor, sizeof tensor) &
                   is_initial("strew_options", &options, sizeof options) &
                   is_initial("strew_allocator", &allocator, sizeof allocator) &
                   is_initial("strew_executor", &executor, sizeof executor) &
                   is_initial("strew_execution", &execution, sizeof execution) &
                   is_initial("strew_error", &error, sizeof error) &
                   is_initial("strew_gather_dimensions", &gather_dimensions, sizeof gather_dimensions) &
                   is_initial("strew_scatter_dimensions", &scatter_dimensions, sizeof scatter_dimensions) &
                   is_initial("strew_segmentation", &segmentation, sizeof segmentation) &
                   is_initial("strew_quantization", &quantization, sizeof quantization) &
                   is_initial("strew_operator", &operation, sizeof operation) &
                   is_initial("strew_problem_view", &problem, sizeof problem) &
                   is_initial("strew_problem_bad_index", &bad_index, sizeof bad_index) &
                   is_initial("strew_problem_duplicate", &duplicate, sizeof duplicate) &
                   is_initial("strew_problem_places", &problem_places, sizeof problem_places) &
                   is_initial("strew_operand_places", &places, sizeof places) &
                   is_initial("strew_prepared_info", &prepared_info, sizeof prepared_info) &
                   is_initial("strew_prepared_lists", &prepared_lists, sizeof prepared_lists) &
                   is_initial("strew_layout", &layout, sizeof layout) &
                   is_initial("strew_exchange_call", &exchange_call, sizeof exchange_call) &
                   is_initial("strew_exchange_rows", &exchange_rows, sizeof exchange_rows);
  return good ? 0 : 1;
}
