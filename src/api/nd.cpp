// gather_nd and scatter_nd of the C ABI.
#include <algorithm>
#include <cstdint>

#include "api/call.hpp"

namespace strew::api {
namespace {

auto lower_nd(std::int64_t batch_dims) {
  return [batch_dims](const operands& ops, const operator_options& options) {
    return lower::nd(ops, batch_dims, options);
  };
}

arguments gather(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output, bool has_memory) {
  return {.data = data, .indices = indices, .output = output, .has_memory = has_memory};
}

arguments scatter(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                  const strew_tensor* output, bool has_memory) {
  return {.data = data,
          .indices = indices,
          .updates = updates,
          .output = output,
          .is_scatter = true,
          .has_memory = has_memory};
}

}  // namespace
}  // namespace strew::api

using namespace strew;  // NOLINT(google-build-using-namespace): the functions below are the C side of this namespace

strew_status strew_gather_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                             std::int64_t batch_dims, const strew_options* options, const strew_execution* execution,
                             strew_error* error) {
  return api::call(api::gather(data, indices, output, true), options, execution, error, api::lower_nd(batch_dims));
}

strew_status strew_scatter_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                              const strew_tensor* output, std::int64_t batch_dims, const strew_options* options,
                              const strew_execution* execution, strew_error* error) {
  return api::call(api::scatter(data, indices, updates, output, true), options, execution, error,
                   api::lower_nd(batch_dims));
}

strew_status strew_plan_gather_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* output,
                                  std::int64_t batch_dims, const strew_options* options, strew_plan** plan,
                                  strew_error* error) {
  return api::make(api::gather(data, indices, output, false), options, plan, error, api::lower_nd(batch_dims));
}

strew_status strew_plan_scatter_nd(const strew_tensor* data, const strew_tensor* indices, const strew_tensor* updates,
                                   const strew_tensor* output, std::int64_t batch_dims, const strew_options* options,
                                   strew_plan** plan, strew_error* error) {
  return api::make(api::scatter(data, indices, updates, output, false), options, plan, error,
                   api::lower_nd(batch_dims));
}

strew_status strew_shape_nd(const strew_tensor* data, const strew_tensor* indices, std::int64_t batch_dims,
                            std::uint64_t capacity, std::int64_t* extents, std::uint64_t* rank, strew_error* error) {
  return api::guarded(error, [&]() -> check {
    if (rank == nullptr || (extents == nullptr && capacity != 0))
      return fail(rule::PT1, operand::none, "the place for the extents is null");
    auto ops = api::to_operands({.data = data, .indices = indices, .has_output = false});
    if (failed(ops)) return std::get<failure>(std::move(ops));
    const auto& both = std::get<operands>(ops);
    if (auto bad = check_extents(both.data, operand::data)) return bad;
    if (auto bad = check_extents(both.indices, operand::indices)) return bad;
    const auto shape = lower::nd_extents(both.data, both.indices, batch_dims);
    if (failed(shape)) return std::get<failure>(shape);
    const auto& list = std::get<extents_list>(shape);
    *rank = list.size();
    std::copy_n(list.begin(), std::min<std::uint64_t>(list.size(), capacity), extents);
    return {};
  });
}
