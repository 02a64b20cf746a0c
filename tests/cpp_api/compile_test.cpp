// What must compile, what must not, and what the C++ API knows without running: all decided by the compiler.
#include <complex>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "strew/strew.hpp"

namespace {

using strew::const_view;
using strew::view;
using extents = std::initializer_list<std::int64_t>;

struct record {
  float x;
  std::int16_t y;
};

// Types.
static_assert(strew::dtype_of<bool> == strew::dtype::boolean);
static_assert(strew::dtype_of<std::int8_t> == strew::dtype::i8);
static_assert(strew::dtype_of<const std::uint16_t> == strew::dtype::u16);
static_assert(strew::dtype_of<long> == (sizeof(long) == 8 ? strew::dtype::i64 : strew::dtype::i32));
static_assert(strew::dtype_of<long long> == strew::dtype::i64);
static_assert(strew::dtype_of<unsigned long long> == strew::dtype::u64);
static_assert(strew::dtype_of<strew::f16> == strew::dtype::f16);
static_assert(strew::dtype_of<strew::bf16> == strew::dtype::bf16);
static_assert(strew::dtype_of<float> == strew::dtype::f32);
static_assert(strew::dtype_of<std::complex<double>> == strew::dtype::c128);
static_assert(strew::dtype_of<const strew::f8_e4m3> == strew::dtype::f8_e4m3);
static_assert(strew::dtype_of<strew::f8_e5m2> == strew::dtype::f8_e5m2 && sizeof(strew::f8_e5m2) == 1);
static_assert(strew::has_reductions(strew::dtype::c128) && !strew::has_reductions(strew::dtype::f8_e4m3));
static_assert(strew::dtype_of<char> == strew::dtype::opaque);
static_assert(strew::dtype_of<long double> == strew::dtype::opaque);
static_assert(strew::dtype_of<record> == strew::dtype::opaque);
static_assert(sizeof(strew::f16) == 2 && sizeof(strew::bf16) == 2);

// A view to write is not made of what is const; a view to read is made of both.
static_assert(std::constructible_from<view, float*, extents>);
static_assert(!std::constructible_from<view, const float*, extents>);
static_assert(std::constructible_from<const_view, const float*, extents>);
static_assert(std::constructible_from<const_view, float*, extents>);
static_assert(std::constructible_from<view, std::vector<float>&>);
static_assert(!std::constructible_from<view, const std::vector<float>&>);
static_assert(std::constructible_from<const_view, const std::vector<float>&, extents>);
static_assert(std::convertible_to<view, const_view>);
static_assert(!std::constructible_from<view, const_view>);

// No view of elements that are gone, that have no bytes of their own or that only point elsewhere.
static_assert(!std::constructible_from<const_view, std::vector<float>>);
static_assert(std::constructible_from<const_view, std::span<const float>>);
static_assert(!std::constructible_from<const_view, std::vector<bool>&>);
static_assert(!std::constructible_from<const_view, const std::string*, extents>);
static_assert(!std::constructible_from<const_view, float**, extents>);
static_assert(!std::constructible_from<const_view, const std::vector<std::string>&>);

// A repeated operand is only read.
template <class View>
concept can_broadcast = requires(View operand) {
  operand.broadcast(extents{2, 3});
};
static_assert(can_broadcast<const_view> && !can_broadcast<view>);

template <class Output>
concept can_be_gathered_into = requires(Output& output, const std::vector<float>& data) {
  strew::gather_nd(data, data, output);
};
static_assert(can_be_gathered_into<std::vector<float>> && !can_be_gathered_into<const std::vector<float>>);
static_assert(!can_be_gathered_into<const_view>);

template <class Output>
concept can_be_scattered_into = requires(Output& output, const std::vector<float>& data) {
  strew::scatter_nd(data, data, data, output);
};
static_assert(can_be_scattered_into<std::vector<float>> && !can_be_scattered_into<const std::vector<float>>);

template <class Output>
concept can_be_scattered_in_place = requires(Output& output, const std::vector<float>& data) {
  strew::scatter_nd(output, data, data);
};
static_assert(can_be_scattered_in_place<std::vector<float>> && !can_be_scattered_in_place<const std::vector<float>>);

// An axis is always said, and batch_dims, axis and mode only where they mean something.
template <class... Arguments>
concept can_gather = requires(const Arguments&... given) {
  strew::gather(given...);
};
static_assert(can_gather<const_view, const_view, view, int>);
static_assert(!can_gather<const_view, const_view, view>);
static_assert(!can_gather<const_view, const_view, view, strew::options>);
static_assert(!can_gather<const_view, const_view, const_view, int>);

template <class... Arguments>
concept can_scatter_elements = requires(const Arguments&... given) {
  strew::scatter_elements(given...);
};
static_assert(can_scatter_elements<const_view, const_view, const_view, view, int, strew::options>);
static_assert(can_scatter_elements<view, const_view, const_view, int>);
static_assert(!can_scatter_elements<const_view, const_view, const_view, int>);
static_assert(!can_scatter_elements<view, const_view, const_view>);

// A pointer alone has no extents, and a gather returns nothing.
static_assert(!std::constructible_from<const_view, const float*> && !std::constructible_from<view, float*>);
static_assert(!can_gather<const_view, const_view> && !can_gather<const_view, const_view, int>);
static_assert(!can_gather<const float*, const_view, view, int> && !can_gather<const_view, const_view, float*, int>);

// A plan of a scatter without data is in place, as the call.
template <class... Arguments>
concept can_plan_scatter = requires(const Arguments&... given) {
  strew::plan_scatter(given...);
};
static_assert(can_plan_scatter<view, const_view, const_view, int>);
static_assert(can_plan_scatter<const_view, const_view, const_view, view, int>);
static_assert(!can_plan_scatter<const_view, const_view, const_view, int>);
static_assert(!can_plan_scatter<view, const_view, const_view>);

template <class... Arguments>
concept can_append = requires(const Arguments&... given) {
  strew::tensor_scatter(given...);
};
static_assert(can_append<view, const_view, std::nullopt_t>);
static_assert(can_append<view, const_view, std::vector<std::int64_t>, strew::tensor_scatter_options>);
static_assert(can_append<const_view, const_view, const_view, view>);
static_assert(!can_append<const_view, const_view, const_view>);
static_assert(!can_append<view, const_view>);
static_assert(!can_append<view, const_view, const_view, strew::options>);

template <class... Arguments>
concept can_scatter_windows = requires(const Arguments&... given) {
  strew::stablehlo::scatter(given...);
};
static_assert(can_scatter_windows<view, const_view, const_view, strew::stablehlo::scatter_dimensions>);
static_assert(can_scatter_windows<const_view, const_view, const_view, view, strew::stablehlo::scatter_dimensions>);
static_assert(!can_scatter_windows<const_view, const_view, const_view, strew::stablehlo::scatter_dimensions>);
static_assert(!can_scatter_windows<view, const_view, const_view, strew::stablehlo::gather_dimensions>);
// strew::options have other defaults than StableHLO, so they are not taken for its own.
static_assert(!can_scatter_windows<view, const_view, const_view, strew::stablehlo::scatter_dimensions, strew::options>);

// One value is read, not written.
static_assert(std::convertible_to<strew::filled<float>, const_view> &&
              !std::convertible_to<strew::filled<float>, view>);
static_assert(std::same_as<decltype(strew::filled(1.0, {2})), strew::filled<double>>);
template <class T>
concept can_be_filled = requires {
  typename strew::filled<T>;
};
static_assert(can_be_filled<record> && !can_be_filled<const char*> && !can_be_filled<std::string>);

// Errors and ownership.
static_assert(std::derived_from<strew::index_error, strew::error>);
static_assert(std::derived_from<strew::error, std::exception>);
static_assert(std::is_nothrow_copy_constructible_v<strew::error_record>);
static_assert(std::is_nothrow_move_constructible_v<strew::plan> && !std::is_copy_constructible_v<strew::plan>);
static_assert(std::same_as<decltype(strew::try_plan_gather_nd(std::declval<const_view>(), std::declval<const_view>(),
                                                              std::declval<view>())),
                           strew::result<strew::plan>>);
static_assert(noexcept(strew::try_gather_nd(std::declval<const const_view&>(), std::declval<const const_view&>(),
                                            std::declval<const view&>(), std::declval<const strew::options&>(),
                                            std::declval<const strew::execution&>())));
static_assert(!std::constructible_from<strew::fill, const char*>);

}  // namespace
