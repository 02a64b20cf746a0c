// The enums of DirectML that its gather and scatter operators, devices and bindings use, with the published values.
// Each has a fixed underlying type, so that any 32-bit value can be passed and unknown ones refused.
#ifndef STREW_DIRECTML_ENUMS_HPP
#define STREW_DIRECTML_ENUMS_HPP

#include <cstdint>

#include "strew/directml/platform.hpp"

// The version of DirectML's header that has every name used here: 1.15, feature level 6_4.
#if defined(STREW_DIRECTML_NAMES) && !defined(DML_TARGET_VERSION)
#define DML_TARGET_VERSION 0x6400
#endif

STREW_DIRECTML_BEGIN

enum DML_TENSOR_DATA_TYPE : std::int32_t {
  DML_TENSOR_DATA_TYPE_UNKNOWN = 0,
  DML_TENSOR_DATA_TYPE_FLOAT32 = 1,
  DML_TENSOR_DATA_TYPE_FLOAT16 = 2,
  DML_TENSOR_DATA_TYPE_UINT32 = 3,
  DML_TENSOR_DATA_TYPE_UINT16 = 4,
  DML_TENSOR_DATA_TYPE_UINT8 = 5,
  DML_TENSOR_DATA_TYPE_INT32 = 6,
  DML_TENSOR_DATA_TYPE_INT16 = 7,
  DML_TENSOR_DATA_TYPE_INT8 = 8,
  DML_TENSOR_DATA_TYPE_FLOAT64 = 9,  // 64-bit types: known from level 3_0, moved from 4_1
  DML_TENSOR_DATA_TYPE_UINT64 = 10,
  DML_TENSOR_DATA_TYPE_INT64 = 11,
  DML_TENSOR_DATA_TYPE_UINT4 = 12,  // level 6_3; no gather or scatter supports them
  DML_TENSOR_DATA_TYPE_INT4 = 13
};

enum DML_TENSOR_TYPE : std::int32_t { DML_TENSOR_TYPE_INVALID = 0, DML_TENSOR_TYPE_BUFFER = 1 };

enum DML_TENSOR_FLAGS : std::int32_t {
  DML_TENSOR_FLAG_NONE = 0x0,
  DML_TENSOR_FLAG_OWNED_BY_DML = 0x1  // inputs only: bound once, when the operator is initialized
};

enum DML_FEATURE_LEVEL : std::int32_t {
  DML_FEATURE_LEVEL_1_0 = 0x1000,
  DML_FEATURE_LEVEL_2_0 = 0x2000,
  DML_FEATURE_LEVEL_2_1 = 0x2100,
  DML_FEATURE_LEVEL_3_0 = 0x3000,
  DML_FEATURE_LEVEL_3_1 = 0x3100,
  DML_FEATURE_LEVEL_4_0 = 0x4000,
  DML_FEATURE_LEVEL_4_1 = 0x4100,
  DML_FEATURE_LEVEL_5_0 = 0x5000,
  DML_FEATURE_LEVEL_5_1 = 0x5100,
  DML_FEATURE_LEVEL_5_2 = 0x5200,
  DML_FEATURE_LEVEL_6_0 = 0x6000,
  DML_FEATURE_LEVEL_6_1 = 0x6100,
  DML_FEATURE_LEVEL_6_2 = 0x6200,
  DML_FEATURE_LEVEL_6_3 = 0x6300,
  DML_FEATURE_LEVEL_6_4 = 0x6400
};

enum DML_FEATURE : std::int32_t { DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT = 0, DML_FEATURE_FEATURE_LEVELS = 1 };

enum DML_CREATE_DEVICE_FLAGS : std::int32_t { DML_CREATE_DEVICE_FLAG_NONE = 0x0, DML_CREATE_DEVICE_FLAG_DEBUG = 0x1 };

enum DML_EXECUTION_FLAGS : std::int32_t {
  DML_EXECUTION_FLAG_NONE = 0x0,
  DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION = 0x1,
  DML_EXECUTION_FLAG_DISABLE_META_COMMANDS = 0x2,
  DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE = 0x4
};

enum DML_BINDING_TYPE : std::int32_t {
  DML_BINDING_TYPE_NONE = 0,
  DML_BINDING_TYPE_BUFFER = 1,
  DML_BINDING_TYPE_BUFFER_ARRAY = 2
};

enum DML_GRAPH_NODE_TYPE : std::int32_t {
  DML_GRAPH_NODE_TYPE_INVALID = 0,
  DML_GRAPH_NODE_TYPE_OPERATOR = 1,
  DML_GRAPH_NODE_TYPE_CONSTANT = 2
};

enum DML_GRAPH_EDGE_TYPE : std::int32_t {
  DML_GRAPH_EDGE_TYPE_INVALID = 0,
  DML_GRAPH_EDGE_TYPE_INPUT = 1,
  DML_GRAPH_EDGE_TYPE_OUTPUT = 2,
  DML_GRAPH_EDGE_TYPE_INTERMEDIATE = 3
};

enum DML_REDUCE_FUNCTION : std::int32_t {  // of DML_OPERATOR_REDUCE; no scatter of DirectML has one
  DML_REDUCE_FUNCTION_ARGMAX = 0,
  DML_REDUCE_FUNCTION_ARGMIN = 1,
  DML_REDUCE_FUNCTION_AVERAGE = 2,
  DML_REDUCE_FUNCTION_L1 = 3,
  DML_REDUCE_FUNCTION_L2 = 4,
  DML_REDUCE_FUNCTION_LOG_SUM = 5,
  DML_REDUCE_FUNCTION_LOG_SUM_EXP = 6,
  DML_REDUCE_FUNCTION_MAX = 7,
  DML_REDUCE_FUNCTION_MIN = 8,
  DML_REDUCE_FUNCTION_MULTIPLY = 9,
  DML_REDUCE_FUNCTION_SUM = 10,
  DML_REDUCE_FUNCTION_SUM_SQUARE = 11
};

enum DML_AXIS_DIRECTION : std::int32_t { DML_AXIS_DIRECTION_INCREASING = 0, DML_AXIS_DIRECTION_DECREASING = 1 };

// Flag operators, as defined by Windows' DEFINE_ENUM_FLAG_OPERATORS.
#define STREW_DIRECTML_FLAGS(type)                               \
  constexpr type operator|(type a, type b) noexcept {            \
    return static_cast<type>(std::int32_t{a} | std::int32_t{b}); \
  }                                                              \
  constexpr type operator&(type a, type b) noexcept {            \
    return static_cast<type>(std::int32_t{a} & std::int32_t{b}); \
  }                                                              \
  constexpr type operator^(type a, type b) noexcept {            \
    return static_cast<type>(std::int32_t{a} ^ std::int32_t{b}); \
  }                                                              \
  constexpr type operator~(type a) noexcept {                    \
    return static_cast<type>(~std::int32_t{a});                  \
  }                                                              \
  constexpr type& operator|=(type& a, type b) noexcept {         \
    return a = a | b;                                            \
  }                                                              \
  constexpr type& operator&=(type& a, type b) noexcept {         \
    return a = a & b;                                            \
  }                                                              \
  constexpr type& operator^=(type& a, type b) noexcept {         \
    return a = a ^ b;                                            \
  }
STREW_DIRECTML_FLAGS(DML_TENSOR_FLAGS)
STREW_DIRECTML_FLAGS(DML_CREATE_DEVICE_FLAGS)
STREW_DIRECTML_FLAGS(DML_EXECUTION_FLAGS)
#undef STREW_DIRECTML_FLAGS

inline constexpr UINT DML_TENSOR_DIMENSION_COUNT_MAX = 5;
inline constexpr UINT DML_TENSOR_DIMENSION_COUNT_MAX1 = 8;  // from level 3_0
inline constexpr UINT DML_TEMPORARY_BUFFER_ALIGNMENT = 256;
inline constexpr UINT DML_PERSISTENT_BUFFER_ALIGNMENT = 256;
inline constexpr UINT DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT = 16;

STREW_DIRECTML_END

#endif
