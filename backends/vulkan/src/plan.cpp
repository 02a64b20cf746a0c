#include "src/plan.hpp"

#include <cstring>
#include <memory>
#include <string>

#include "src/text.hpp"

namespace strew::vulkan {
namespace {

// Lays lists out one behind the other: first to learn how many bytes they take, then in the block.
class writer {
 public:
  explicit writer(const strew_vulkan_block* to) : to_(to) {}

  template <class T>
  address put(const std::vector<T>& list) {
    return put(list.data(), list.size() * sizeof(T));
  }
  address put(const void* from, std::uint64_t bytes) {
    const std::uint64_t first = used_;
    used_ += (bytes + 15) / 16 * 16;
    if (to_ == nullptr) return 0;
    if (bytes != 0) std::memcpy(static_cast<unsigned char*>(to_->mapped) + first, from, bytes);
    return to_->address + first;
  }
  [[nodiscard]] std::uint64_t used() const { return used_; }

 private:
  const strew_vulkan_block* to_;
  std::uint64_t used_ = 0;
};

address put(writer& to, const points& p) {
  table_problem problem = p.problem;
  problem.axes = to.put(p.axes);
  problem.fill = to.put(p.fill);
  for (const std::uint32_t s : {from_side, table_side_of}) {
    problem.sides[s].coordinates = to.put(p.sides[s].coordinates);
    problem.sides[s].positions = to.put(p.sides[s].positions);
    problem.sides[s].members = to.put(p.sides[s].members);
  }
  return to.put(&problem, sizeof problem);
}

// Which calls of a plan that has both ways have a dispatch.
std::string condition_of(const dispatch& one) {
  if (one.by == way::any) return "";
  return one.by == way::sorting ? ", unless by atomics"
                                : ", where addresses are multiples of " + std::to_string(one.alignment);
}

}  // namespace

plan_state::~plan_state() {
  if (block_.mapped != nullptr) device.blocks->release(block_);
}

maybe_failure plan_state::put_tables(const std::array<bound_indices, side_count>& indices) {
  const auto write = [&](writer& to) {
    tables.clear();
    for (const std::uint32_t s : {from_side, table_side_of}) {
      const strew_problem_reach& reach = indices[s].reach;
      if (indices[s].first == nullptr) continue;
      const auto* const first = static_cast<const unsigned char*>(indices[s].first) + reach.low;
      bound[s] = to.put(first, static_cast<std::uint64_t>(reach.high - reach.low)) - static_cast<address>(reach.low);
    }
    for (const points& p : work.tables) tables.push_back(put(to, p));
  };
  writer measured(nullptr);
  write(measured);
  if (auto bad = device.blocks->allocate(measured.used(), block_)) return bad;
  writer placed(&block_);
  write(placed);
  return std::nullopt;
}

maybe_failure plan_state::make_pipelines() {
  for (const dispatch& one : work.dispatches) {
    dispatch_pipelines& made = pipelines.emplace_back();
    if (auto bad = device.pipeline(one.general, made.general)) return bad;
    if (!one.has_fast) continue;
    if (auto bad = device.pipeline(one.fast, made.fast)) return bad;
  }
  return std::nullopt;
}

maybe_failure plan_state::open() {
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  if (auto bad = by_engine([&](strew_error* error) { return strew_plan_view(source, &view, error); })) return bad;
  if (const refusal reason = make_schedule(view, device.facts, work))
    return fail(STREW_STATUS_SIZE, 0, "VK4", "the problem has {}", reason);
  const strew_problem_step& move = view.steps[view.step_count - 1];
  index_bytes[table_side_of] = strew_dtype_bytes(move.index_dtype);
  if (move.from != nullptr) index_bytes[from_side] = strew_dtype_bytes(move.from->index_dtype);
  return first_failure(
      [&] { return make_pipelines(); },
      [&] {
        return put_tables({bound_indices{view.bound_from, view.from}, bound_indices{view.bound_indices, view.indices}});
      });
}

}  // namespace strew::vulkan

strew_status strew_vulkan_plan_make(strew_vulkan_device* device, const strew_plan* plan, strew_vulkan_plan** made,
                                    strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (device == nullptr || plan == nullptr || made == nullptr)
      return fail(STREW_STATUS_POINTER, 0, "PT1", "the device, the plan or the place for what is made is null");
    auto opened = std::make_unique<strew_vulkan_plan>(*device, plan);
    if (auto bad = opened->open()) return bad;
    *made = opened.release();
    return std::nullopt;
  });
}

void strew_vulkan_plan_destroy(strew_vulkan_plan* plan) {
  delete plan;
}
std::uint64_t strew_vulkan_plan_workspace(const strew_vulkan_plan* plan) {
  return plan == nullptr ? 0 : plan->work.room.all();
}
std::uint64_t strew_vulkan_plan_prepared(const strew_vulkan_plan* plan) {
  return plan == nullptr ? 0 : plan->work.room.kept();
}

std::size_t strew_vulkan_plan_describe(const strew_vulkan_plan* plan, char* text, std::size_t capacity) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  std::string made;
  for (std::size_t n = 0; plan != nullptr && n < plan->work.dispatches.size(); ++n) {
    const dispatch& one = plan->work.dispatches[n];
    made += module_of(one.general, plan->device.floats).name;
    if (one.has_fast) made += std::string(" or ") + module_of(one.fast, plan->device.floats).name;
    made += ": " + std::to_string(one.count) + condition_of(one) + "\n";
  }
  return put_text(made, text, capacity);
}
