// Options of an operator and of one execution. A default-constructed struct has the defaults of the contract.
#ifndef STREW_OPTIONS_HPP
#define STREW_OPTIONS_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "strew/bytes.hpp"
#include "strew/cancel.hpp"
#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE {

// How an update combines with the old value. Updates of one cell are applied in row-major order of their
// positions. ONNX ScatterND and ScatterElements: none, add, mul, min, max. OpenVINO and TensorFlow also: sub. OpenVINO
// and PyTorch also: mean. StableHLO also: logic_and, logic_or, logic_xor. Integers: all, wrapping. Floats: none to
// mean. bool: all but mean; add and max are or, mul and min are and, sub is xor. Complex: none, add, sub, mul. Records:
// none.
enum class reduction : std::int32_t {
  none = STREW_REDUCTION_NONE,  // the last write wins
  add = STREW_REDUCTION_ADD,
  sub = STREW_REDUCTION_SUB,
  mul = STREW_REDUCTION_MUL,
  min = STREW_REDUCTION_MIN,    // IEEE 754-2019 minimum: NaN propagates, -0 < +0
  max = STREW_REDUCTION_MAX,    // IEEE 754-2019 maximum
  mean = STREW_REDUCTION_MEAN,  // the sum in order, one division by the number of updates, + 1 with the old value;
                                // integers: the floor
  logic_and = STREW_REDUCTION_AND,
  logic_or = STREW_REDUCTION_OR,
  logic_xor = STREW_REDUCTION_XOR
};

// Handling of an index outside its extent, after negatives were counted from the end.
enum class out_of_bounds : std::int32_t {
  error = STREW_OOB_ERROR,   // refuse the whole call before anything is written
  clamp = STREW_OOB_CLAMP,   // take the nearest valid index (StableHLO and JAX gathers)
  wrap = STREW_OOB_WRAP,     // take the index modulo the extent (NumPy take, mode="wrap")
  skip = STREW_OOB_SKIP,     // scatter: drop the update; gather: leave the output unchanged (StableHLO scatter)
  fill = STREW_OOB_FILL,     // gather: write the fill value (JAX mode="fill")
  assume = STREW_OOB_ASSUME  // the caller guarantees there is none; otherwise accesses still stay inside the operands
};

// Meaning of a negative index.
enum class negative_indices : std::int32_t {
  from_end = STREW_NEGATIVE_FROM_END,  // -1 is the last: the extent is added once, to values in [-extent, -1]
  invalid = STREW_NEGATIVE_INVALID     // it is out of bounds (BNNS, StableHLO)
};

// Precision in which narrow types are accumulated.
enum class accumulate : std::int32_t {
  wide = STREW_ACCUMULATE_WIDE,     // f16 and bf16 add, sub, mul and mean in f32 and round once; integer mean sums in
                                    // wider integers
  native = STREW_ACCUMULATE_NATIVE  // every update rounds or wraps (StableHLO)
};

// Handling of two positions that write one cell.
enum class duplicates : std::int32_t {
  allow = STREW_DUPLICATES_ALLOW,  // apply both, in row-major order of the positions
  error = STREW_DUPLICATES_ERROR   // refuse the whole call before anything is written
};

// What the output holds after a failure of one execution. The error is the same.
enum class on_error : std::int32_t {
  keep = STREW_ON_ERROR_KEEP,       // what it held before, byte for byte
  discard = STREW_ON_ERROR_DISCARD  // anything: indices may be read once, validated while the output is written
};

// Effect of out_of_bounds::skip and fill on a window that is partly out of bounds. Only the operators of stablehlo.hpp
// have windows.
enum class partial_window : std::int32_t {
  element = STREW_PARTIAL_ELEMENT,  // skip or fill each element out of bounds (StableHLO scatter)
  whole = STREW_PARTIAL_WHOLE       // skip or fill the whole window (JAX)
};

// The value that a gather writes under out_of_bounds::fill: zero bytes, a number, or the bytes of one element.
// A number is rounded to the element type, to nearest even; an integer type or bool must represent it exactly.
class fill {
 public:
  fill() noexcept {}  // zero bytes
  template <std::integral T>
  fill(T number) noexcept {
    if constexpr (std::is_signed_v<T>) {
      kind_ = kind::from_signed;
      number_.i = number;
    } else {
      kind_ = kind::from_unsigned;
      number_.u = number;
    }
  }
  fill(double number) noexcept : kind_(kind::from_double) { number_.f = number; }

  // The bytes of one element, as stored; their number is the element width.
  static fill bytes(std::span<const std::byte> bytes) { return fill(bytes.data(), bytes.size()); }

  // The bytes of `value`, for elements of its type.
  template <element T>
  static fill record(const T& value) {
    return fill(&value, sizeof value);
  }

  // Describes the value in `options`, which must not outlive it.
  void describe(strew_options& options) const noexcept {
    if (kind_ == kind::none) return;
    constexpr strew_dtype types[] = {STREW_DTYPE_OPAQUE, STREW_DTYPE_I64, STREW_DTYPE_U64, STREW_DTYPE_F64,
                                     STREW_DTYPE_OPAQUE};
    options.fill_dtype = types[static_cast<int>(kind_)];
    options.fill_bytes = kind_ == kind::from_bytes ? bytes_.size() : sizeof number_;
    options.fill_value = &number_;  // of no bytes too: none is no zero
    if (bytes_.size() != 0) options.fill_value = bytes_.data();
  }

 private:
  enum class kind : std::uint8_t { none, from_signed, from_unsigned, from_double, from_bytes };

  fill(const void* bytes, std::size_t size) : bytes_(static_cast<const char*>(bytes), size), kind_(kind::from_bytes) {}

  union {
    std::int64_t i = 0;
    std::uint64_t u;
    double f;
  } number_;
  detail::bytes bytes_;
  kind kind_ = kind::none;
};

// Options of an operator, to be written as {.reduction = strew::reduction::add}. A gather refuses a reduction;
// it ignores include_self, accumulate, ordered and duplicates.
struct options {
  std::int64_t batch_dims = 0;  // number of leading dimensions shared by data and indices: gather, scatter, nd forms
  strew::reduction reduction = strew::reduction::none;
  bool include_self = true;  // false: the first update of a cell replaces its old value
  strew::accumulate accumulate = strew::accumulate::wide;
  bool ordered =
      true;  // false: float and complex add, sub, mul, mean may be combined in any order where indices repeat
  strew::out_of_bounds out_of_bounds = strew::out_of_bounds::error;
  strew::negative_indices negative_indices = strew::negative_indices::from_end;
  strew::partial_window partial_window = strew::partial_window::element;
  fill fill_value = {};  // only with out_of_bounds::fill
  strew::duplicates duplicates = strew::duplicates::allow;
  const char* solver = nullptr;  // by name (strew_solver_name), for comparisons; null = the fastest. Same results.

  // The options of the C ABI, without batch_dims, which is a separate parameter there. Borrows fill_value.
  strew_options native() const noexcept {
    strew_options made = STREW_OPTIONS_INIT;
    made.reduction = static_cast<std::int32_t>(reduction);
    made.exclude_self = include_self ? 0 : 1;
    made.accumulate = static_cast<std::int32_t>(accumulate);
    made.unordered = ordered ? 0 : 1;
    made.out_of_bounds = static_cast<std::int32_t>(out_of_bounds);
    made.negative_indices = static_cast<std::int32_t>(negative_indices);
    made.partial_window = static_cast<std::int32_t>(partial_window);
    made.duplicates = static_cast<std::int32_t>(duplicates);
    made.solver = solver;
    fill_value.describe(made);
    return made;
  }
};

// Options of one execution.
struct execution {
  std::uint64_t threads = 0;  // 0 = as many as the machine allows; n = at most n, the caller included
  // Polled between blocks, possibly from several threads; true stops with status::cancelled and an unspecified output.
  // If it throws, that counts as true.
  cancel_function cancel = {};
  std::span<std::byte> workspace = {};         // at least plan::workspace() bytes, any alignment; empty = allocated
  const strew_allocator* allocator = nullptr;  // allocates workspace; null = the heap
  const strew_executor* executor = nullptr;    // the caller's thread pool; null = the library's
  strew::on_error on_error = strew::on_error::keep;

  // The options of the C ABI. Borrows everything.
  strew_execution native() const noexcept {
    strew_execution made = STREW_EXECUTION_INIT;
    made.threads = threads;
    made.workspace = workspace.empty() ? nullptr : workspace.data();
    made.workspace_bytes = workspace.size();
    made.allocator = allocator;
    made.executor = executor;
    made.on_error = static_cast<std::int32_t>(on_error);
    if (cancel) {
      made.cancel = cancel_function::poll;
      made.cancel_context = const_cast<cancel_function*>(&cancel);
    }
    return made;
  }
};

}  // namespace STREW_NAMESPACE

#endif
