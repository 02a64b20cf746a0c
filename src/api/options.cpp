// Options of an operator: enums in range, the fill value as bytes of one element.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "api/convert.hpp"
#include "base/number.hpp"

namespace strew::engine::api {
namespace {

// The C enums, the internal ones and the words have the same numbers.
#define STREW_TYPE(number, C, cpp, ...) static_assert(STREW_DTYPE_##C == number);
#define STREW_REDUCTION(number, C, cpp, ...) static_assert(STREW_REDUCTION_##C == number);
#define STREW_OUT_OF_BOUNDS(number, C, word) static_assert(STREW_##C == number);
#define STREW_NEGATIVE_INDICES(number, C, word) static_assert(STREW_##C == number);
#define STREW_ACCUMULATE(number, C, word) static_assert(STREW_##C == number);
#define STREW_DUPLICATES(number, C, word) static_assert(STREW_##C == number);
#define STREW_PARTIAL_WINDOW(number, C, word) static_assert(STREW_##C == number);
#define STREW_MODE(number, C, word) static_assert(STREW_##C == number);
#define STREW_ON_ERROR(number, C, word) static_assert(STREW_##C == number);
#include "strew/words.def"
static_assert(static_cast<int>(accumulation::native) == STREW_ACCUMULATE_NATIVE);
static_assert(static_cast<int>(partial_window::whole) == STREW_PARTIAL_WHOLE);
static_assert(static_cast<int>(cache_mode::circular) == STREW_MODE_CIRCULAR);
static_assert(static_cast<int>(out_of_bounds::assume) == STREW_OOB_ASSUME &&
              static_cast<int>(out_of_bounds::wrap) == STREW_OOB_WRAP);
static_assert(static_cast<int>(negative::invalid) == STREW_NEGATIVE_INVALID);
static_assert(static_cast<int>(code_packing::halves) == STREW_PACKING_HALVES);

enum class duplicates : std::int32_t { allow = STREW_DUPLICATES_ALLOW, error = STREW_DUPLICATES_ERROR };

template <class Enum>
void read(std::int32_t given, Enum last, const char* name, Enum& to, status& invalid) {
  if (given >= 0 && given <= static_cast<std::int32_t>(last)) {
    to = static_cast<Enum>(given);
  } else if (!invalid) {
    invalid = fail(rule::AT1, operand::none, "{} is {}, outside [0, {}]", name, given, static_cast<std::int32_t>(last));
  }
}

result<number> to_number(const strew_options& options) {
  number value;
  switch (options.fill_dtype) {
    case STREW_DTYPE_I64:
      value.kind = number::number_kind::signed_integer;
      std::memcpy(&value.i, options.fill_value, sizeof value.i);
      return value;
    case STREW_DTYPE_U64:
      value.kind = number::number_kind::unsigned_integer;
      std::memcpy(&value.u, options.fill_value, sizeof value.u);
      return value;
    case STREW_DTYPE_F64:
      value.kind = number::number_kind::real;
      std::memcpy(&value.f, options.fill_value, sizeof value.f);
      return value;
    default:
      return fail(rule::AT4, operand::none, "a fill value is given as i64, u64, f64 or raw bytes, not as type {}",
                  options.fill_dtype);
  }
}

status read_raw_fill(const strew_options& options, const tensor& filled, operand where, fill_pattern& fill) {
  const auto width = static_cast<std::size_t>(filled.width);
  if (options.fill_bytes != width) {
    if (where != operand::data)
      return fail(rule::AT4, operand::none, "the fill value has {} bytes, an element of {} has {}", options.fill_bytes,
                  where, filled.width);
    return fail(rule::AT4, operand::none, "the fill value has {} bytes, an element of <data> has {}",
                options.fill_bytes, filled.width);
  }
  fill = {static_cast<const std::byte*>(options.fill_value), width};
  return {};
}

status read_fill(const strew_options& options, const tensor& filled, operand where, fill_pattern& fill) {
  if (options.fill_dtype == STREW_DTYPE_OPAQUE) return read_raw_fill(options, filled, where, fill);
  auto value = to_number(options);
  if (!value) return std::move(value).error();
  const auto bytes = encode(*value, filled.type);
  if (!bytes) {
    return fail(rule::AT4, operand::none, "the fill value {} is not exactly a value of type {}", to_text(*value),
                type_words{filled.type, filled.width, where});
  }
  fill = {bytes->data(), bytes->size()};
  return {};
}

}  // namespace

operator_options to_options(const strew_options* given, const tensor& filled, operand where) {
  operator_options made;
  if (given == nullptr) return made;
  read(given->reduction, static_cast<reduction>(reduction_count - 1), "reduction", made.reduce, made.invalid);
  read(given->out_of_bounds, out_of_bounds::assume, "out_of_bounds", made.policy.outside, made.invalid);
  read(given->negative_indices, negative::invalid, "negative_indices", made.policy.below_zero, made.invalid);
  read(given->accumulate, accumulation::native, "accumulate", made.accumulate, made.invalid);
  read(given->partial_window, partial_window::whole, "partial_window", made.policy.cut, made.invalid);
  duplicates found = duplicates::allow;
  read(given->duplicates, duplicates::error, "duplicates", found, made.invalid);
  made.refuses_duplicates = found == duplicates::error;
  made.exclude_self = given->exclude_self != 0;
  made.unordered = given->unordered != 0;
  made.has_fill_value = given->fill_value != nullptr;
  if (made.has_fill_value && !made.invalid && made.policy.outside == out_of_bounds::fill) {
    made.invalid = read_fill(*given, filled, where, made.fill);
  }
  if (!made.invalid && given->solver != nullptr && solver_of(given) == nullptr)
    made.invalid = fail(rule::AT5, operand::none, "there is no solver {}", given->solver);
  return made;
}

quantization_rules to_quantization_rules(const strew_quantization& given, const arguments& of, std::int64_t axis,
                                         std::int64_t batch_dims) {
  quantization_rules made;
  made.axis = axis;
  made.batch_dims = batch_dims;
  made.block_size = given.block_size;
  made.bits = given.bits;
  made.packing = given.packing;
  made.has_zero_points = of.zero_points != nullptr;
  made.has_codebook = of.codebook != nullptr;
  return made;
}

namespace {

// AT1: what only a scan has.
void read_scan(const strew_operator& op, segment_rules& made) {
  made.segment_count = op.segmentation->segment_count;
  if (op.kind != STREW_OPERATOR_SEGMENT_SCAN) {
    if (!made.invalid && made.segment_count != 0)
      made.invalid =
          fail(rule::AT1, operand::none, "segment_count is {}, but an operand has as many rows", made.segment_count);
    return;
  }
  made.trace = op.mode == STREW_SCAN_EXCLUSIVE ? segment_trace::before : segment_trace::after;
  if (!made.invalid && op.mode != STREW_SCAN_INCLUSIVE && op.mode != STREW_SCAN_EXCLUSIVE)
    made.invalid =
        fail(rule::AT1, operand::none, "the mode is {}, outside [0, {}]", op.mode, std::int32_t{STREW_SCAN_EXCLUSIVE});
  if (!made.invalid && made.segment_count < 0)
    made.invalid = fail(rule::AT1, operand::none, "segment_count is {}, below 0", made.segment_count);
}

}  // namespace

segment_rules to_segment_rules(const strew_operator& op, const arguments& of) {
  const strew_segmentation& given = *op.segmentation;
  segment_rules made;
  if (given.form < STREW_SEGMENTS_IDS || given.form > STREW_SEGMENTS_GROUPS)
    made.invalid = fail(rule::AT1, operand::none, "the form of segments is {}, outside [0, {}]", given.form,
                        std::int32_t{STREW_SEGMENTS_GROUPS});
  else
    made.form = static_cast<segment_form>(given.form);
  read_scan(op, made);
  read(given.out_of_bounds, out_of_bounds::assume, "out_of_bounds of segments", made.policy.outside, made.invalid);
  made.policy.below_zero = given.ids_from_end != 0 ? negative::from_end : negative::invalid;
  if (!made.invalid && made.policy.outside == out_of_bounds::fill)
    made.invalid = fail(rule::AT2, operand::none, "segments have no out_of_bounds policy fill; skip drops an update");
  made.has_padding_index = given.has_padding_index != 0;
  made.has_padding_segment = given.has_padding_segment != 0;
  made.padding_index = given.padding_index;
  made.padding_segment = given.padding_segment;
  made.batch_dims = op.batch_dims;
  made.has_segments = of.indices != nullptr;
  made.has_indices = of.from != nullptr;
  made.has_weights = of.weights != nullptr;
  made.has_base = of.data != nullptr;
  made.has_codes = of.has_codes;
  if (made.has_codes) made.codes = to_quantization_rules(*op.quantization, of, 0, 0);
  return made;
}

const solver* solver_of(const strew_options* options) {
  return options == nullptr || options->solver == nullptr ? nullptr : find_solver(options->solver);
}

}  // namespace strew::engine::api
