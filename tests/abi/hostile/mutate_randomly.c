#include <stdint.h>
#include <string.h>

#include "mutate.h"

static uint64_t any_number(struct random* random) {
  switch (draw(random, 6)) {
    case 0:
      return draw(random, 0);
    case 1:
      return (uint64_t)1 << draw(random, 64);
    case 2:
      return (uint64_t)0 - draw(random, 4);
    case 3:
      return UINT64_MAX >> draw(random, 64);
    default:
      return draw(random, 20);
  }
}

/* As many as there is room for, or more than any rank that is read. */
static uint64_t any_count(struct random* random) {
  return draw(random, 4) != 0 ? draw(random, ROOM + 1) : 1025 + any_number(random) % (UINT64_MAX - 1025);
}

static void* any_memory(struct scene* scene, struct random* random, int usual) {
  const int row = draw(random, 4) != 0 ? usual : (int)draw(random, TENSORS);
  return middle(scene, row) + draw(random, 4);
}

static const char* any_solver(struct random* random) {
  const uint64_t number = draw(random, 12);
  return number == 11 ? "" : number == 10 ? "of another library" : api.strew_solver_name(number);
}

/* Null or what a caller may put there; callbacks stay what they are. */
static void mutate_pointer(struct scene* scene, const struct object* object, const struct field* field, void* at,
                           struct random* random) {
  const char* name = field->name;
  const void* value = NULL;
  if (draw(random, 4) == 0) {
    memcpy(at, &value, sizeof value);
    return;
  }
  const int row = object->slot <= CODEBOOK ? (int)object->slot : DATA;
  if (strcmp(name, "data") == 0) value = any_memory(scene, random, row);
  if (strcmp(name, "extents") == 0) value = scene->extents[draw(random, TENSORS)];
  if (strcmp(name, "strides") == 0) value = scene->strides[row];
  if (strcmp(name, "fill_value") == 0) value = scene->fill + draw(random, 4);
  if (strcmp(name, "workspace") == 0) value = scene->workspace + draw(random, 64);
  if (strcmp(name, "gather_dimensions") == 0) value = &scene->gather_dimensions;
  if (strcmp(name, "scatter_dimensions") == 0) value = &scene->scatter_dimensions;
  if (strcmp(name, "segmentation") == 0) value = &scene->segmentation;
  if (strcmp(name, "quantization") == 0) value = &scene->quantization;
  if (strstr(name, "tuple") != NULL) value = scene->tuples[draw(random, TUPLES)];
  if (strcmp(name, "solver") == 0) value = any_solver(random);
  if (value != NULL) memcpy(at, &value, sizeof value);
}

static void mutate_list(struct scene* scene, strew_dims* dims, struct random* random) {
  dims->count = any_count(random);
  dims->values = draw(random, 4) == 0 ? NULL : scene->lists[draw(random, LISTS)];
}

static uint64_t bound_number(const struct field* field, struct random* random) {
  if (strcmp(field->name, "rank") == 0) return any_count(random);
  return draw(random, strcmp(field->name, "fill_bytes") == 0 ? 32 : WORKSPACE - 64);
}

/* What goes with lists that are there: fewer entries, or the sizes of this header. */
static void mutate_given(const struct field* field, unsigned char* at, struct random* random) {
  uint64_t count = 0;
  if (field->bytes == sizeof count) {
    memcpy(&count, at, sizeof count);
    count = draw(random, count + 1);
  }
  memcpy(at, &count, field->bytes);
}

static void mutate_field(struct scene* scene, const struct object* object, const struct field* field,
                         struct random* random) {
  unsigned char* at = (unsigned char*)scene + object->offset + field->offset;
  uint64_t number = any_number(random);
  if (field->kind == pointer) {
    mutate_pointer(scene, object, field, at, random);
  } else if (field->kind == list) {
    mutate_list(scene, (strew_dims*)(void*)at, random);
  } else if (field->kind == bound && (object->slot == GIVEN_PROBLEM || object->slot == VOCABULARY)) {
    mutate_given(field, at, random);
  } else if (field->kind == bound) {
    number = bound_number(field, random);
    memcpy(at, &number, sizeof number);
  } else if (field->kind == free_value || draw(random, 8) == 0) {
    for (size_t i = 0; i < field->bytes; i += sizeof number) {
      memcpy(at + i, &number, field->bytes - i < sizeof number ? field->bytes - i : sizeof number);
      number = draw(random, 0);
    }
  }
}

static void mutate_struct(struct scene* scene, const struct function* function, struct random* random) {
  const struct object* object = &objects[draw(random, (uint64_t)object_count)];
  if ((seen_by(function) & BIT(object->slot)) == 0) return;
  for (;;) {
    const struct field* field = &fields[draw(random, (uint64_t)field_count)];
    if (strcmp(field->of, object->of) != 0) continue;
    mutate_field(scene, object, field, random);
    return;
  }
}

static void mutate_dl_tensor(struct scene* scene, struct random* random) {
  struct dl_tensor* tensor = &scene->dl_tensor;
  const uint64_t number = any_number(random);
  const uint64_t which = draw(random, 8);
  if (which == 0) memcpy(&tensor->device_type, &number, 8);
  if (which == 1)
    tensor->rank = draw(random, 2) == 0 ? (int32_t)draw(random, ROOM + 1) : (int32_t)(number | 0x80000000U);
  if (which == 2) memcpy(&tensor->code, &number, 4);
  if (which == 3) tensor->code = (uint8_t)draw(random, 10);
  if (which == 4) tensor->bits = (uint8_t)(8U << draw(random, 5));
  if (which == 5) tensor->extents = NULL;
  if (which == 6) tensor->strides = draw(random, 2) == 0 ? NULL : scene->strides[UPDATES];
  if (which == 7) tensor->byte_offset = number;
}

static void mutate_argument(struct scene* scene, struct random* random) {
  const uint64_t number = any_number(random);
  const uint64_t tensor = draw(random, TENSORS);
  switch (draw(random, 11)) {
    case 0:
      scene->axis = (int64_t)number;
      break;
    case 1:
      scene->batch_dims = (int64_t)number;
      break;
    case 2:
      scene->mode = (int32_t)draw(random, 3);
      scene->number = (int32_t)number;
      break;
    case 3:
      scene->capacity = draw(random, ROOM + 1);
      scene->text_capacity = draw(random, BYTES + 1);
      break;
    case 4:
      scene->extents[tensor][draw(random, ROOM)] = (int64_t)number;
      break;
    case 5:
      scene->strides[tensor][draw(random, ROOM)] = (int64_t)number;
      scene->tensors[tensor].strides = scene->strides[tensor];
      break;
    case 6:
      scene->lists[draw(random, LISTS)][draw(random, ROOM)] = (int64_t)number;
      break;
    case 7:
      memcpy(middle(scene, INDICES) + draw(random, 64), &number, sizeof number);
      break;
    case 8:
      scene->tuples[draw(random, TUPLES)][draw(random, ROOM)] = number;
      break;
    case 9:
      memcpy(scene->rule, &number, sizeof scene->rule - 1);
      break;
    default:
      mutate_dl_tensor(scene, random);
  }
}

static void mutate_run(struct scene* scene, struct random* random) {
  const uint64_t raw = draw(random, 4);
  switch (draw(random, 7)) {
    case 0:
      behaviour.allocations_left = draw(random, 3);
      break;
    case 1:
      behaviour.polls_left = draw(random, 4);
      break;
    case 2:
      behaviour.concurrency = draw(random, 5); /* 0 is a lie */
      break;
    case 3:
      behaviour.is_inside = 1;
      break;
    case 4:
      scene->at[PLAN] = plans[draw(random, PLANS)];
      break;
    case 5:
      scene->at[RAW_DATA + raw] = any_memory(scene, random, (int)raw);
      break;
    default:
      if (draw(random, 4) == 0) scene->at[draw(random, SLOTS)] = NULL;
  }
}

/* Only numbers whose use the library must refuse, or that describe memory which is there, may go with a pointer. */
static int is_contained(struct scene* scene, const strew_tensor* tensor) {
  const uint64_t known = api.strew_dtype_bytes(tensor->dtype);
  long double low = 0;
  long double high = (long double)(known != 0 ? known : tensor->element_bytes);
  long double count = 1;
  if (tensor->rank > 1024 || tensor->data == NULL || (tensor->rank > 0 && tensor->extents == NULL)) return 1;
  long double packed = high;
  for (uint64_t i = tensor->rank; i > 0; --i) {
    const long double extent = (long double)tensor->extents[i - 1];
    if (extent < 0) return 1;
    const long double stride = tensor->strides == NULL ? packed : (long double)tensor->strides[i - 1];
    const long double reach = extent == 0 ? 0 : (extent - 1) * stride;
    *(reach < 0 ? &low : &high) += reach;
    packed *= extent == 0 ? 1 : extent;
    count *= extent == 0 ? 1 : extent;
  }
  for (int i = 0; i < TENSORS; ++i) {
    const unsigned char* at = tensor->data;
    if (!is_in_row(scene, i, at)) continue;
    const long double before = (long double)(at - scene->bytes[i]);
    return count < 4096 && -low <= before && high <= (long double)BYTES - before;
  }
  return 0;
}

void mutate_randomly(struct scene* scene, const struct function* function, struct random* random) {
  for (uint64_t n = 1 + draw(random, 4); n > 0; --n) {
    const uint64_t which = draw(random, 8);
    if (which < 4) mutate_struct(scene, function, random);
    if (which == 4 || which == 5) mutate_argument(scene, random);
    if (which >= 6) mutate_run(scene, random);
  }
  if ((seen_by(function) & BIT(PLAN_PLACE)) != 0) return; /* a plan looks at no data */
  for (int i = 0; i < TENSORS; ++i)
    if (!is_contained(scene, &scene->tensors[i])) scene->tensors[i].data = NULL;
  if (!is_contained(scene, &scene->exchange_indices)) scene->exchange_indices.data = NULL;
}
