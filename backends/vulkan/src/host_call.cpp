// Executions on arrays of the host: operands are imported, or copied to the device and the output back.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "src/host.hpp"
#include "src/plan.hpp"

namespace strew::vulkan {
namespace {

constexpr std::uint64_t alignment = 256;

// An operand on the host, and how far it reaches from its first element.
struct host_operand {
  const unsigned char* first = nullptr;
  strew_problem_reach reach = {0, 0};
  strew_vulkan_place strew_vulkan_call::*place = nullptr;
  std::uint64_t strew_problem_places::*number = nullptr;
  bool is_output = false;

  [[nodiscard]] const unsigned char* low() const { return first + reach.low; }
  [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(reach.high - reach.low); }
  [[nodiscard]] bool is_there() const { return first != nullptr && bytes() != 0; }
};
using operand_list = std::array<host_operand, 9>;

// Operators with segments, whose operands have names of their own in a call, by the first words of what describes them.
enum class naming : std::uint8_t { of_problem, of_segments, of_products };

naming naming_of(const strew_plan* plan) {
  std::array<char, 64> text = {};
  strew_plan_describe(plan, text.data(), text.size());
  const std::string_view name(text.data());
  if (name.substr(0, 8) == "segment_") return naming::of_segments;
  return name.substr(0, 5) == "sddmm" ? naming::of_products : naming::of_problem;
}

// What outputs without a base begin as: an element, which is not longer there.
constexpr std::array<unsigned char, 4096> zeros = {};

operand_list operands_of(const strew_plan* plan, const strew_problem_view& view, const strew_operand_places& at) {
  const naming names = naming_of(plan);
  const bool renames = names != naming::of_problem;
  const auto first = [](const void* place) { return static_cast<const unsigned char*>(place); };
  const void* const data = !renames ? at.data : at.base != nullptr ? at.base : zeros.data();
  return {
      {{first(data), view.data, &strew_vulkan_call::data, &strew_problem_places::data, false},
       {first(renames ? at.segments : at.indices), view.indices, &strew_vulkan_call::indices,
        &strew_problem_places::indices, false},
       {first(renames ? at.data : at.updates), view.updates, &strew_vulkan_call::updates,
        &strew_problem_places::updates, false},
       {first(at.output), view.output, &strew_vulkan_call::output, &strew_problem_places::output, true},
       {first(renames ? at.indices : at.from), view.from, &strew_vulkan_call::from, &strew_problem_places::from, false},
       {first(names == naming::of_products ? at.right : at.weights), view.weights, &strew_vulkan_call::weights,
        &strew_problem_places::weights, false},
       {first(at.scales), view.scales, &strew_vulkan_call::scales, &strew_problem_places::scales, false},
       {first(at.zero_points), view.zero_points, &strew_vulkan_call::zero_points, &strew_problem_places::zero_points,
        false},
       {first(at.codebook), view.codebook, &strew_vulkan_call::codebook, &strew_problem_places::codebook, false}}};
}

// Where the operands are for the device.
class placed_operands {
 public:
  explicit placed_operands(const host_state& host) : host_(host) {}
  ~placed_operands() {
    for (device_buffer& one : buffers_) host_.make.free(one);
  }
  placed_operands(const placed_operands&) = delete;
  placed_operands& operator=(const placed_operands&) = delete;

  maybe_failure place(const host_operand& operand, strew_vulkan_call& call) {
    if (!operand.is_there()) return place_nothing(operand, call);
    if (host_.host_pointers != nullptr && import(operand, call)) return std::nullopt;
    return copy(operand, call);
  }
  // Memory of the device alone.
  maybe_failure place(std::uint64_t bytes, strew_vulkan_place& to) {
    if (bytes == 0) return std::nullopt;
    if (auto bad = host_.make.make(bytes, buffers_.emplace_back())) return bad;
    to.address = buffers_.back().address;
    return std::nullopt;
  }
  void copy_back(const host_operand& output) const {
    if (copied_output_ != nullptr)
      std::memcpy(const_cast<unsigned char*>(output.low()), copied_output_, output.bytes());
  }
  // Data that are the output lie where it lies.
  void share(const host_operand& data, const host_operand& output, strew_vulkan_call& call) const {
    if (data.first == output.first) call.*data.place = call.*output.place;
  }

 private:
  // An operand without elements has an address all the same, which nothing accesses.
  static maybe_failure place_nothing(const host_operand& operand, strew_vulkan_call& call) {
    if (operand.first != nullptr) (call.*operand.place).address = alignment;
    return std::nullopt;
  }

  bool import(const host_operand& operand, strew_vulkan_call& call) {
    const auto low = reinterpret_cast<std::uintptr_t>(operand.low());
    const std::uintptr_t begin = low / host_.page * host_.page;
    const std::uintptr_t end = (low + operand.bytes() + host_.page - 1) / host_.page * host_.page;
    device_buffer made;
    auto* const first = reinterpret_cast<void*>(begin);  // NOLINT(performance-no-int-to-ptr): the page of an operand
    if (host_.make.import(first, end - begin, host_.host_pointers, made)) return false;
    buffers_.push_back(made);
    (call.*operand.place).address = made.address + (low - begin) - static_cast<std::uint64_t>(operand.reach.low);
    return true;
  }

  // Misaligned as it is on the host, so that the device has no easier work in tests than its users.
  maybe_failure copy(const host_operand& operand, strew_vulkan_call& call) {
    const std::uint64_t shift = reinterpret_cast<std::uintptr_t>(operand.low()) % 16;
    device_buffer& made = buffers_.emplace_back();
    if (auto bad = host_.make.make(operand.bytes() + shift + 16, made)) return bad;
    auto* const to = static_cast<unsigned char*>(made.mapped) + shift;
    std::memcpy(to, operand.low(), operand.bytes());
    (call.*operand.place).address = made.address + shift - static_cast<std::uint64_t>(operand.reach.low);
    if (operand.is_output) copied_output_ = to;
    return std::nullopt;
  }

  const host_state& host_;
  std::vector<device_buffer> buffers_;
  const unsigned char* copied_output_ = nullptr;
};

maybe_failure check_places(const strew_plan* plan, const operand_list& operands) {
  strew_problem_places places = STREW_PROBLEM_PLACES_INIT;
  for (const host_operand& one : operands) places.*one.number = reinterpret_cast<std::uintptr_t>(one.first);
  return by_engine([&](strew_error* error) { return strew_check_memory(plan, &places, error); });
}

maybe_failure execute(host_state& host, const strew_plan* plan, const strew_operand_places& at) {
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  if (auto bad = by_engine([&](strew_error* error) { return strew_plan_view(plan, &view, error); })) return bad;
  const operand_list operands = operands_of(plan, view, at);
  if (auto bad = check_places(plan, operands)) return bad;
  strew_vulkan_plan* made = nullptr;
  const auto make = [&](strew_error* error) { return strew_vulkan_plan_make(host.device.get(), plan, &made, error); };
  if (auto bad = by_engine(make)) return bad;
  const std::unique_ptr<strew_vulkan_plan> on_device(made);
  placed_operands placed(host);
  strew_vulkan_call call = STREW_VULKAN_CALL_INIT;
  const host_operand& data = operands[0];
  const host_operand& output = operands[3];
  for (const host_operand& one : operands) {
    const bool is_shared = &one == &data && data.first == output.first;
    if (is_shared) continue;
    if (auto bad = placed.place(one, call)) return bad;
  }
  placed.share(data, output, call);
  if (auto bad = placed.place(strew_vulkan_plan_workspace(made), call.workspace)) return bad;
  if (auto bad = host.run(*made, call)) return bad;
  placed.copy_back(output);
  return std::nullopt;
}

}  // namespace
}  // namespace strew::vulkan

strew_status strew_vulkan_host_execute(strew_vulkan_host* host, const strew_plan* plan, const strew_operand_places* at,
                                       strew_error* error) {
  using namespace strew::vulkan;  // NOLINT(google-build-using-namespace): the C side of this namespace
  return guarded(error, [&]() -> maybe_failure {
    if (host == nullptr || plan == nullptr) return fail(STREW_STATUS_POINTER, 0, "PT1", "the host or the plan is null");
    if (auto bad = check_struct(at, "list of places")) return bad;
    return execute(*host, plan, *at);
  });
}
