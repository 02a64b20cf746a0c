// IDMLDevice::CheckFeatureSupport.
#include "directml/device.hpp"
#include "directml/levels.hpp"

namespace strew::frontends::directml {
namespace {

template <class Query, class Support>
maybe_failure check_sizes(UINT query_size, const void* query, UINT support_size, const void* support) {
  if (query == nullptr) return null_pointer(STREW_OPERAND_NONE, "featureQueryData");
  if (support == nullptr) return null_pointer(STREW_OPERAND_NONE, "featureSupportData");
  if (query_size == sizeof(Query) && support_size == sizeof(Support)) return {};
  return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM27",
                 "the sizes of query and answer are {} and {}, not {} and {}", query_size, support_size, sizeof(Query),
                 sizeof(Support));
}

// A type is supported from the level that introduced it in DirectML; the 4-bit types are never.
bool is_supported(std::int32_t data_type, std::int32_t level) {
  const bool is_wide = data_type == DML_TENSOR_DATA_TYPE_FLOAT64 || data_type == DML_TENSOR_DATA_TYPE_UINT64 ||
                       data_type == DML_TENSOR_DATA_TYPE_INT64;
  return can_be_data(data_type) && (!is_wide || level >= DML_FEATURE_LEVEL_3_0);
}

maybe_failure answer_type(UINT query_size, const void* query, UINT support_size, void* support, std::int32_t level) {
  using question = DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT;
  using answer = DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT;
  if (auto bad = check_sizes<question, answer>(query_size, query, support_size, support)) return bad;
  const std::int32_t type = static_cast<const question*>(query)->DataType;
  static_cast<answer*>(support)->IsSupported = is_supported(type, level) ? 1 : 0;
  return {};
}

maybe_failure answer_level(UINT query_size, const void* query, UINT support_size, void* support, std::int32_t level) {
  using question = DML_FEATURE_QUERY_FEATURE_LEVELS;
  using answer = DML_FEATURE_DATA_FEATURE_LEVELS;
  if (auto bad = check_sizes<question, answer>(query_size, query, support_size, support)) return bad;
  const auto& spec = *static_cast<const question*>(query);
  if (spec.RequestedFeatureLevelCount == 0 || spec.RequestedFeatureLevels == nullptr)
    return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM27", "no feature level is requested");
  std::int32_t highest = 0;
  for (UINT i = 0; i < spec.RequestedFeatureLevelCount; ++i) {
    const std::int32_t one = spec.RequestedFeatureLevels[i];
    if (is_published_level(one) && one <= level && one > highest) highest = one;
  }
  if (highest == 0) {
    return unsupported(STREW_OPERAND_NONE, "DM27", "none of the {} feature levels requested is at or below {:#x}",
                       spec.RequestedFeatureLevelCount, level);
  }
  static_cast<answer*>(support)->MaxSupportedFeatureLevel = static_cast<DML_FEATURE_LEVEL>(highest);
  return {};
}

maybe_failure answer_feature(std::int32_t feature, UINT query_size, const void* query, UINT support_size, void* support,
                             std::int32_t level) {
  switch (feature) {
    case DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT:
      return answer_type(query_size, query, support_size, support, level);
    case DML_FEATURE_FEATURE_LEVELS:
      return answer_level(query_size, query, support_size, support, level);
    default:
      return unsupported(STREW_OPERAND_NONE, "DM27", "feature {} is unknown", feature);
  }
}

}  // namespace

HRESULT STREW_DIRECTML_CALL device::CheckFeatureSupport(DML_FEATURE feature, UINT query_size, const void* query,
                                                        UINT support_size, void* support) noexcept {
  const maybe_failure bad = answer_feature(feature, query_size, query, support_size, support, settings_.level);
  return bad ? report({"IDMLDevice::CheckFeatureSupport"}, *bad) : S_OK;
}

}  // namespace strew::frontends::directml
