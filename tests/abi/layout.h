/* The assertions of layout.def, in whatever language includes this: sizes, offsets and types of all fields, and the
 * values of all constants. Where pointers are shorter only types and constants are asserted. */
#ifndef STREW_TESTS_ABI_LAYOUT_H
#define STREW_TESTS_ABI_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "strew/exchange.h"
#include "strew/problem.h"
#include "strew/strew.h"

#ifdef __cplusplus
#include <type_traits>
#define STREW_ASSERT(condition, text) static_assert(condition, text)
#define STREW_IS_TYPE(struct_name, field, ...) std::is_same_v<decltype(struct_name::field), __VA_ARGS__>
#else
#define STREW_ASSERT(condition, text) _Static_assert(condition, text)
#define STREW_IS_TYPE(struct_name, field, ...) \
  _Generic(&((struct_name*)0)->field, __typeof__(__typeof__(__VA_ARGS__)*) : 1, default : 0)
#endif

#define STREW_IS_LONG (UINTPTR_MAX == UINT64_MAX)

/* That it has the size of its newest version, layout_test.c sees. */
#define STREW_STRUCT(name, bytes) STREW_ASSERT(!STREW_IS_LONG || sizeof(name) >= (bytes), "size of " #name);
#define STREW_VERSION(name, version, bytes) STREW_STRUCT(name, bytes)
#define STREW_FIELD(name, field, offset, bytes, kind, ...)                                           \
  STREW_ASSERT(!STREW_IS_LONG || offsetof(name, field) == (offset), "offset of " #name "." #field);  \
  STREW_ASSERT(!STREW_IS_LONG || sizeof(((name*)0)->field) == (bytes), "size of " #name "." #field); \
  STREW_ASSERT(STREW_IS_TYPE(name, field, __VA_ARGS__), "type of " #name "." #field);
#define STREW_CONSTANT(name, value) STREW_ASSERT(name == (value), "value of " #name);
#include "layout.def"
#undef STREW_STRUCT
#undef STREW_VERSION
#undef STREW_FIELD
#undef STREW_CONSTANT

STREW_ASSERT(sizeof(strew_status) == 4 && (strew_status)-1 < 0, "strew_status is int32_t");
STREW_ASSERT(sizeof(strew_dtype) == 4 && (strew_dtype)-1 > 0, "strew_dtype is uint32_t");

#endif
