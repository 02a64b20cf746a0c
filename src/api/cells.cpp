// The cells of positions, of the C ABI.
#include <cstddef>
#include <cstdint>

#include "api/call.hpp"
#include "api/guarded.hpp"
#include "execute/cells.hpp"
#include "execute/operand_checks.hpp"
#include "execute/prepare.hpp"
#include "strew/cells.h"

namespace strew::engine::api {
namespace {

status check_positions(std::uint64_t first, std::uint64_t count, std::uint64_t all) {
  if (first <= all && count <= all - first) return {};
  return fail(rule::PT6, operand::indices, "{} positions from {} on are asked for, but there are {}", count, first,
              all);
}

status list_cells(const strew_plan& plan, const std::byte* indices, const point_range& range, std::uint64_t* cells,
                  const cancellation& cancel) {
  const operation& spec = plan.value.spec->operation;
  if (auto bad = check_can_read_copies(spec, operand::indices)) return bad;
  const destinations where = destinations_of(spec.main, spec.map);
  if (auto bad = check_positions(range.first, range.last - range.first, where.position_count)) return bad;
  if (range.first == range.last) return {};
  if (cells == nullptr) return missing("list of cells");
  if (indices == nullptr && !where.members.empty()) return missing_operand(operand::indices);
  const bool is_done =
      cell_reader(where, *plan.value.kernels, indices).read(range, cancel, [&](const position_block& given) {
        std::uint64_t* const to = cells + (given.first - range.first);
        for (std::size_t n = 0; n < given.count; ++n)
          to[n] = given.is_skipped(n) ? STREW_NO_CELL : static_cast<std::uint64_t>(given.offsets[n]);
        return true;
      });
  return is_done ? status() : status(stopped("the cancel callback stopped it"));
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_plan_cells(const strew_plan* plan, const void* indices, std::uint64_t first, std::uint64_t count,
                              std::uint64_t* cells, const strew_execution* execution, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (plan == nullptr) return api::missing("plan");
    if (auto bad = api::check_run(execution)) return bad;
    if (auto bad = api::check_device(plan->devices[1], operand::indices)) return bad;
    if (count > UINT64_MAX - first)
      return fail(rule::PT6, operand::indices, "{} positions from {} on are beyond 64 bits", count, first);
    return api::list_cells(*plan, static_cast<const std::byte*>(indices), {first, first + count}, cells,
                           api::to_context(execution).cancel);
  });
}
