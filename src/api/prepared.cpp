// Prepared indices of the C ABI.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "api/call.hpp"
#include "api/guarded.hpp"
#include "api/segment_operands.hpp"
#include "api/view.hpp"
#include "execute/prepare.hpp"

struct strew_prepared {
  std::shared_ptr<const strew::engine::prepared_indices> value;
};

namespace strew::engine::api {

std::int32_t order_of(index_order order, bool is_strict) {
  if (order == index_order::ascending) return is_strict ? STREW_ORDER_ASCENDING : STREW_ORDER_SORTED;
  if (order == index_order::descending) return is_strict ? STREW_ORDER_DESCENDING : STREW_ORDER_REVERSED;
  return STREW_ORDER_UNSORTED;
}

namespace {

std::uint32_t width_of(std::uint64_t largest) {
  return static_cast<std::uint32_t>(number_list::width_of(largest));
}

void fill_in(const prepared_indices& given, const inspection& sorted, const cell_segments& cells,
             strew_prepared_lists& to) {
  to.serial = given.values.serial();
  to.positions = given.copy.position_count;
  to.skipped = sorted.skipped;
  to.segments = cells.count;
  to.position_bytes = width_of(given.copy.position_count);
  to.cell_bytes = width_of(given.copy.cell_count);
  to.order = sorted.order.first();
  to.cells = cells.cells.first();
  to.segment_starts = cells.starts.first();
  to.position_rank = given.position_steps.size();
  to.position_steps = given.position_steps.data();
  to.member_count = given.member_steps.size();
  to.member_steps = given.member_steps.data();
}

using prepared_ptr = std::shared_ptr<const prepared_indices>;

strew_status prepare_side(const strew_plan* plan, operand which, const void* indices, const strew_execution* execution,
                          strew_prepared** prepared, strew_error* error) {
  const auto make = [&]() -> status {
    if (prepared == nullptr) return missing("place for the prepared indices");
    *prepared = nullptr;
    if (plan == nullptr) return missing("plan");
    if (auto bad = check_struct(execution)) return bad;
    if (auto bad = check_device(plan->devices[which == operand::from ? 4 : 1], which)) return bad;
    if (auto bad = check_can_read_copies(plan->value.spec->operation, which)) return bad;
    const operands& ops = plan->value.spec->ops;
    const tensor& view = which == operand::from ? ops.paired->from : ops.indices;
    const bool lacks_indices = indices == nullptr && !view.is_empty();  // PT1 comes first
    if (!has_known_on_error(execution) && !lacks_indices) return unknown_on_error(*execution);
    auto made = prepare(plan->value, which, static_cast<const std::byte*>(indices), to_context(execution));
    if (!made) return std::move(made).error();
    *prepared = new strew_prepared{*std::move(made)};
    return {};
  };
  return guarded(error, [&] { return plan == nullptr ? make() : renamed(plan->label.kind, make()); });
}

status bind(const strew_plan& plan, const prepared_ptr& indices, const prepared_ptr& from, strew_plan** bound) {
  auto made = std::make_unique<strew_plan>();
  made->label = plan.label;
  if (auto bad = bind_indices(plan.value, indices, from, to_context(nullptr).pool, made->value)) return bad;
  device_list of = plan.devices;
  if (indices) of[1] = STREW_DEVICE_CPU;  // prepared ones are the library's
  if (from) of[4] = STREW_DEVICE_CPU;
  set_devices(*made, of);
  *bound = made.release();
  return {};
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

std::uint64_t strew_plan_prepared_bytes(const strew_plan* plan) {
  return plan == nullptr ? 0 : prepared_bytes(plan->value);
}

std::uint64_t strew_plan_prepare_workspace(const strew_plan* plan) {
  return plan == nullptr ? 0 : prepare_workspace(plan->value);
}

strew_status strew_prepare(const strew_plan* plan, const void* indices, const strew_execution* execution,
                           strew_prepared** prepared, strew_error* error) {
  return api::prepare_side(plan, operand::indices, indices, execution, prepared, error);
}

strew_status strew_prepare_from(const strew_plan* plan, const void* from, const strew_execution* execution,
                                strew_prepared** prepared, strew_error* error) {
  return api::prepare_side(plan, operand::from, from, execution, prepared, error);
}

void strew_prepared_destroy(strew_prepared* prepared) {
  delete prepared;
}

strew_status strew_prepared_inspect(const strew_prepared* prepared, strew_prepared_info* info, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (prepared == nullptr) return api::missing("prepared indices");
    if (info == nullptr) return api::missing("place for the info");
    if (auto bad = api::check_struct(info)) return bad;
    const prepared_indices& given = *prepared->value;
    const auto inspected = given.details.inspect(api::to_context(nullptr).pool);
    if (!inspected) return inspected.error();
    const inspection& found = **inspected;
    info->bytes = given.bytes;
    info->positions = given.copy.position_count;
    info->skipped = found.skipped;
    info->duplicates = found.duplicates.count;
    info->first_position = found.duplicates.position;
    info->other_position = found.duplicates.other;
    info->order = api::order_of(found.facts.order.value, found.facts.is_unique.value);
    const bool descends = info->order == STREW_ORDER_REVERSED || info->order == STREW_ORDER_DESCENDING;
    if (info->version == 1 && descends) info->order = STREW_ORDER_UNSORTED;  // which version 1 does not know
    info->reserved = 0;
    if (info->version == 1) return {};
    info->distinct = found.facts.distinct.value;
    info->most_frequent = found.facts.most.value;
    info->runs = found.runs;
    info->constant_rows = found.facts.repeats.value ? 1 : 0;
    info->reserved_2 = 0;
    return {};
  });
}

std::uint64_t strew_prepared_order(const strew_prepared* prepared, std::uint64_t capacity, std::uint64_t* positions) {
  if (prepared == nullptr) return 0;
  const prepared_indices& given = *prepared->value;
  const std::uint64_t count = given.copy.position_count;
  if (positions == nullptr || capacity == 0 || count == 0) return count;
  try {
    const auto inspected = given.details.inspect(api::to_context(nullptr).pool);
    if (!inspected) return 0;
    const number_list& order = (*inspected)->order;
    for (std::uint64_t n = 0; n < std::min(capacity, count); ++n) positions[n] = order[n];
    return count;
  } catch (...) {
    return 0;
  }
}

strew_status strew_prepared_view(const strew_prepared* prepared, strew_prepared_lists* lists, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (prepared == nullptr) return api::missing("prepared indices");
    if (lists == nullptr) return api::missing("place for the lists");
    if (auto bad = api::check_struct(lists)) return bad;
    const prepared_indices& given = *prepared->value;
    const workers pool = api::to_context(nullptr).pool;
    const auto cells = given.details.segments(pool);
    if (!cells) return cells.error();
    const auto sorted = given.details.inspect(pool);  // which listing them has done
    if (!sorted) return sorted.error();
    api::fill_in(given, **sorted, **cells, *lists);
    return {};
  });
}

strew_status strew_plan_bind(const strew_plan* plan, const strew_prepared* prepared, strew_plan** bound,
                             strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (bound == nullptr) return api::missing("place for the plan");
    *bound = nullptr;
    if (plan == nullptr) return api::missing("plan");
    if (prepared == nullptr) return api::missing("prepared indices");
    return api::renamed(plan->label.kind, api::bind(*plan, prepared->value, nullptr, bound));
  });
}

strew_status strew_plan_bind_both(const strew_plan* plan, const strew_prepared* indices, const strew_prepared* from,
                                  strew_plan** bound, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (bound == nullptr) return api::missing("place for the plan");
    *bound = nullptr;
    if (plan == nullptr) return api::missing("plan");
    if (indices == nullptr && from == nullptr) return api::missing("prepared indices");
    return api::renamed(plan->label.kind, api::bind(*plan, indices == nullptr ? nullptr : indices->value,
                                                    from == nullptr ? nullptr : from->value, bound));
  });
}
