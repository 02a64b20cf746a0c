// Creation of devices, and additions to DirectML: options, messages, the error record, the level tables.
#ifndef STREW_DIRECTML_DEVICE_HPP
#define STREW_DIRECTML_DEVICE_HPP

#include <cstdint>

#include "strew/directml/interface_ids.hpp"
#include "strew/strew.h"

#if defined(STREW_STATIC)  // as in strew/types.h
#define STREW_DIRECTML_API
#elif defined(_WIN32)
#if defined(STREW_DIRECTML_BUILD)
#define STREW_DIRECTML_API __declspec(dllexport)
#else
#define STREW_DIRECTML_API __declspec(dllimport)
#endif
#else
#define STREW_DIRECTML_API __attribute__((visibility("default")))
#endif

extern "C" {

// Called for failures of a device and its children, on the calling thread: the HRESULT that the method returns, a
// message with the method, the rule and the tensor, and the record. QueryInterface, GetDevice and the methods of
// private data only return their HRESULT. It must not throw.
typedef void (*strew_directml_message)(void* context, std::int32_t result, const char* text, const strew_error* record);

// All zero (with size and version) means the defaults. Options of the engine are checked with each operator. The
// objects pointed to must live as long as the device.
typedef struct strew_directml_options {
  std::uint32_t struct_size;
  std::uint32_t version;         // 1
  std::int32_t flags;            // DML_CREATE_DEVICE_FLAGS; with the debug flag messages go to stderr by default
  std::int32_t feature_level;    // a DML_FEATURE_LEVEL; 0 = the highest, 6_4
  std::int32_t lenient;          // non-zero: off the axis, indices of the elements forms may be shorter than the input
  std::int32_t as_documented;    // non-zero: gathers clamp and scatters skip indices out of bounds
  std::int32_t page_tables;      // non-zero: levels exactly as the pages print them (strew caps --directml)
  const strew_options* gather;   // of all gathers; null = strew's defaults. Not together with as_documented
  const strew_options* scatter;  // of all scatters; its reduction is STREW_REDUCTION_NONE
  const strew_execution*
      execution;  // of every dispatch, except workspace: threads, cancel, allocator, executor, on_error
  strew_directml_message message;  // null: stderr with the debug flag, else nobody
  void* message_context;
} strew_directml_options;
enum { STREW_DIRECTML_NO_LEVEL = -1 };  // as feature_level: refused
#define STREW_DIRECTML_OPTIONS_INIT \
  { sizeof(strew_directml_options), 1, 0, 0, 0, 0, 0, nullptr, nullptr, nullptr, nullptr, nullptr }

// Creates a device with one reference. `options` may be null; `interface_id` is an interface that IDMLDevice supports.
// E_INVALIDARG for an unknown feature level or options, DXGI_ERROR_UNSUPPORTED for a level above 6_4, E_NOINTERFACE.
[[nodiscard]] STREW_DIRECTML_API std::int32_t strew_directml_create_device(const strew_directml_options* options,
                                                                           const void* interface_id, void** device);

// The options used for gathers, or for scatters if `is_scatter` is not 0, by a device without its own; as_documented:
// by such a device. E_INVALIDARG for an unknown struct size or version.
STREW_DIRECTML_API std::int32_t strew_directml_default_options(std::int32_t as_documented, std::int32_t is_scatter,
                                                               strew_options* options);

// The last failure of the calling thread that is reported by messages; status STREW_STATUS_OK if there was none.
// Positions and coordinates count the meaningful dimensions of the indices. `record` begins with its size and version
// (STREW_ERROR_INIT). Operands: data = InputTensor, indices, updates, output. E_INVALIDARG for an unknown struct size
// or version.
STREW_DIRECTML_API std::int32_t strew_directml_last_error(strew_error* record);

// One row of the feature-level tables: from `level` up to the next row of the operator.
typedef struct strew_directml_level {
  std::uint32_t struct_size;
  std::uint32_t version;  // 1
  std::int32_t operator_type;
  std::int32_t level;
  std::uint32_t dimensions_low;  // dimension counts, both ends included
  std::uint32_t dimensions_high;
  std::uint32_t data_types;   // bit t is set for DML_TENSOR_DATA_TYPE t
  std::uint32_t index_types;  // likewise
  std::int32_t source;        // STREW_DIRECTML_PAGE and so on
} strew_directml_level;
#define STREW_DIRECTML_LEVEL_INIT \
  { sizeof(strew_directml_level), 1, 0, 0, 0, 0, 0, 0, 0 }
enum {
  STREW_DIRECTML_PAGE = 0,      // printed on the operator's page and in force
  STREW_DIRECTML_HISTORY = 1,   // from the history of feature levels; omitted with page_tables
  STREW_DIRECTML_PAGE_ONLY = 2  // printed on the page, against header and history; in force only with page_tables
};

// The published feature levels from 1_0 on; 0 past the last one.
STREW_DIRECTML_API std::int32_t strew_directml_feature_level(std::uint64_t number);

// Row `number` of the tables; returns 0 past the last one.
STREW_DIRECTML_API std::int32_t strew_directml_level_row(std::uint64_t number, strew_directml_level* row);

// The rules of this frontend in order (DM1 ...), null past the last; the text of a rule, strew's own rules included.
STREW_DIRECTML_API const char* strew_directml_rule_name(std::uint64_t number);
STREW_DIRECTML_API const char* strew_directml_rule_text(const char* rule);

// DML_OPERATOR_GATHER and so on for the operators that strew has, FLOAT32 and so on for data types; else null.
STREW_DIRECTML_API const char* strew_directml_operator_name(std::int32_t operator_type);
STREW_DIRECTML_API const char* strew_directml_data_type_name(std::int32_t data_type);

}  // extern "C"

namespace strew {
namespace directml {
namespace detail {
using guid = GUID;  // global, or in strew::directml
}  // namespace detail
}  // namespace directml
}  // namespace strew

// The same for IID_PPV_ARGS: strew_directml_create_device(&options, IID_PPV_ARGS(&device)).
[[nodiscard]] inline std::int32_t strew_directml_create_device(const strew_directml_options* options,
                                                               const strew::directml::detail::guid& riid,
                                                               void** device) noexcept {
  return strew_directml_create_device(options, static_cast<const void*>(&riid), device);
}

STREW_DIRECTML_BEGIN

// The debug flag is on where the including file is compiled without NDEBUG. These functions have internal linkage,
// since the files of a program may differ in that.

// A device of exactly the requested feature level. `device` is ignored.
[[nodiscard]] static inline HRESULT DMLCreateDevice1(ID3D12Device*, DML_CREATE_DEVICE_FLAGS flags,
                                                     DML_FEATURE_LEVEL minimumFeatureLevel, REFIID riid,
                                                     void** ppv) noexcept {
  strew_directml_options options = STREW_DIRECTML_OPTIONS_INIT;
#if !defined(NDEBUG)
  flags |= DML_CREATE_DEVICE_FLAG_DEBUG;
#endif
  options.flags = flags;
  options.feature_level = minimumFeatureLevel == 0 ? STREW_DIRECTML_NO_LEVEL : std::int32_t{minimumFeatureLevel};
  return strew_directml_create_device(&options, riid, ppv);
}

// A device of the highest feature level.
[[nodiscard]] static inline HRESULT DMLCreateDevice(ID3D12Device* device, DML_CREATE_DEVICE_FLAGS flags, REFIID riid,
                                                    void** ppv) noexcept {
  return DMLCreateDevice1(device, flags, DML_FEATURE_LEVEL_6_4, riid, ppv);
}

STREW_DIRECTML_END

#endif
