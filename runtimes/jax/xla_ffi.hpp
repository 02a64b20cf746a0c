// What strew uses of XLA's foreign function interface, version 0.1, declared again: no header of jaxlib is needed.
//
// Source of every layout and number: xla/ffi/api/c_api.h of the packages jaxlib 0.6.2 (interface 0.1) and 0.10.2 (0.3),
// whose structs of the same names agree in everything used here. There a struct begins with its size and a list of
// extensions; fields are only appended. A handler built for 0.1 runs on both, one for 0.3 only on the newer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::jax::xla {

constexpr int version_major = 0;
constexpr int version_minor = 1;

// XLA_FFI_Extension_Base; the only type that a caller attaches to a call asks for the metadata of the handler.
enum class extension_type : std::int32_t { metadata = 1 };
struct extension {
  std::size_t struct_size;
  extension_type type;
  extension* next;
};

// What each struct that is passed begins with.
struct header {
  std::size_t struct_size;
  extension* extensions;
};

// XLA_FFI_Api_Version
struct api_version {
  header head;
  int major_number;
  int minor_number;
};

// XLA_FFI_Metadata and the extension that points to it: filled in by the handler. Newer versions append fields.
struct metadata {
  std::size_t struct_size;
  api_version version;
  std::uint32_t traits;
};
struct metadata_extension {
  extension base;
  metadata* about;
};

// XLA_FFI_DataType: those that have an element type of strew, or one byte.
enum class data_type : std::int32_t {
  none = 0,
  pred = 1,
  s8 = 2,
  s16 = 3,
  s32 = 4,
  s64 = 5,
  u8 = 6,
  u16 = 7,
  u32 = 8,
  u64 = 9,
  f16 = 10,
  f32 = 11,
  f64 = 12,
  c64 = 15,
  bf16 = 16,
  c128 = 18,
  f8e5m2 = 19,
  f8e4m3fn = 20,
  f8e4m3b11fnuz = 23,
  f8e5m2fnuz = 24,
  f8e4m3fnuz = 25,
  f8e4m3 = 28,
  f8e3m4 = 29,
  f8e8m0fnu = 33
};

// XLA_FFI_Buffer: packed row-major, which the lowering asks for.
struct buffer {
  header head;
  data_type type;
  void* data;
  std::int64_t rank;
  std::int64_t* extents;
};

// XLA_FFI_Args and XLA_FFI_Rets; type 1 is a buffer, the only one.
struct buffers {
  header head;
  std::int64_t size;
  std::int32_t* types;
  void** values;
};

// XLA_FFI_ByteSpan, XLA_FFI_Scalar, XLA_FFI_Array
struct byte_span {
  const char* bytes;
  std::size_t size;
};
struct scalar {
  data_type type;
  void* value;
};
struct array {
  data_type type;
  std::size_t size;
  void* values;
};

// XLA_FFI_Attrs. XLA sorts them by name.
enum class attribute_type : std::int32_t { array = 1, dictionary = 2, scalar = 3, string = 4 };
struct attributes {
  header head;
  std::int64_t size;
  attribute_type* types;
  byte_span** names;
  void** values;
};

struct api;
struct error;              // XLA_FFI_Error, XLA's own
struct execution_context;  // XLA_FFI_ExecutionContext
enum class stage : std::int32_t { instantiate = 0, prepare = 1, initialize = 2, execute = 3 };

// XLA_FFI_CallFrame
struct call_frame {
  header head;
  const api* functions;
  execution_context* context;
  stage at;
  buffers arguments;
  buffers results;
  attributes named;
  void* future;  // for handlers that return before they are done
};

// XLA_FFI_Error_Code
enum class error_code : std::int32_t {
  cancelled = 1,
  invalid_argument = 3,
  resource_exhausted = 8,
  out_of_range = 11,
  unimplemented = 12,
  internal = 13
};

// XLA_FFI_Error_Create_Args, ..._Destroy_Args, XLA_FFI_ThreadPool_Schedule_Args, ..._NumThreads_Args
struct create_error {
  header head;
  const char* message;
  error_code code;
};
struct destroy_error {
  header head;
  error* failed;
};
struct schedule_task {
  header head;
  execution_context* context;
  void (*task)(void*);
  void* argument;
};
struct count_threads {
  header head;
  execution_context* context;
  std::int64_t* count;
};

// XLA_FFI_Api: its functions in order. Those that are not called have no type here.
using other_function = void (*)();
struct api {
  header head;
  api_version version;
  const void* internal;
  error* (*create_error)(jax::xla::create_error*);
  other_function get_message;
  void (*destroy_error)(jax::xla::destroy_error*);
  other_function not_called[8];  // register a handler, stream, types, context, state, device memory
  error* (*schedule_task)(jax::xla::schedule_task*);
  error* (*count_threads)(jax::xla::count_threads*);
};

// The size and version of a struct that is passed to XLA.
template <class Struct>
constexpr header head_of() noexcept {
  return {sizeof(Struct), nullptr};
}

// Offsets on 64-bit machines, as the compiler of jaxlib has them.
static_assert(sizeof(void*) != 8 || (offsetof(call_frame, arguments) == 40 && offsetof(call_frame, results) == 80 &&
                                     offsetof(call_frame, named) == 120 && sizeof(call_frame) == 176));
static_assert(sizeof(void*) != 8 || (offsetof(api, create_error) == 48 && offsetof(api, schedule_task) == 136));
static_assert(sizeof(void*) != 8 || (sizeof(buffer) == 48 && offsetof(metadata, traits) == 32));

}  // namespace strew::jax::xla
