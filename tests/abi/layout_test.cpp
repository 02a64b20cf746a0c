// The layout as C++20 sees it; the macros make constants there too.
#include "layout.h"

namespace {

constexpr strew_tensor tensor = STREW_TENSOR_INIT;
constexpr strew_options options = STREW_OPTIONS_INIT;
constexpr strew_allocator allocator = STREW_ALLOCATOR_INIT;
constexpr strew_executor executor = STREW_EXECUTOR_INIT;
constexpr strew_execution execution = STREW_EXECUTION_INIT;
constexpr strew_error error = STREW_ERROR_INIT;
constexpr strew_gather_dimensions gather_dimensions = STREW_GATHER_DIMENSIONS_INIT;
constexpr strew_scatter_dimensions scatter_dimensions = STREW_SCATTER_DIMENSIONS_INIT;
constexpr strew_operator operation = STREW_OPERATOR_INIT;
constexpr strew_problem_view problem = STREW_PROBLEM_VIEW_INIT;
constexpr strew_problem_bad_index bad_index = STREW_PROBLEM_BAD_INDEX_INIT;
constexpr strew_problem_duplicate duplicate = STREW_PROBLEM_DUPLICATE_INIT;
constexpr strew_operand_places places = STREW_OPERAND_PLACES_INIT;
constexpr strew_problem_places problem_places = STREW_PROBLEM_PLACES_INIT;
constexpr strew_vocabulary vocabulary = STREW_VOCABULARY_INIT;
constexpr strew_site site = STREW_SITE_INIT;
constexpr strew_operands all_operands = STREW_OPERANDS_INIT;
constexpr strew_prepared_info prepared_info = STREW_PREPARED_INFO_INIT;
constexpr strew_prepared_lists prepared_lists = STREW_PREPARED_LISTS_INIT;
constexpr strew_layout layout = STREW_LAYOUT_INIT;
constexpr strew_exchange_call exchange_call = STREW_EXCHANGE_CALL_INIT;
constexpr strew_exchange_rows exchange_rows = STREW_EXCHANGE_ROWS_INIT;

template <class... Struct>
constexpr bool have_heads(uint32_t version, const Struct&... made) {
  return ((made.struct_size == sizeof(Struct) && made.version == version && std::is_trivial_v<Struct> &&
           std::is_standard_layout_v<Struct>)&&...);
}
static_assert(have_heads(1, tensor, options, allocator, executor, vocabulary, site, all_operands, gather_dimensions,
                         scatter_dimensions, operation, bad_index, duplicate, prepared_lists, places, problem_places,
                         layout, exchange_call, exchange_rows));
static_assert(have_heads(2, error, execution, prepared_info, problem));
}  // namespace
