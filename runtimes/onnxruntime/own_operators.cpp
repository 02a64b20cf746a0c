#include "onnxruntime/own_operators.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "onnxruntime/element_types.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/kernel.hpp"
#include "onnxruntime/structs.hpp"
#include "onnxruntime/threads.hpp"
#include "strew/onnx/inputs.hpp"
#include "strew/onnx/versions.hpp"

namespace strew::onnxruntime {
namespace {

constexpr const onnx::detail::version& reduce = onnx::detail::own_versions[0];

// OrtCustomOpInputOutputCharacteristic.
constexpr std::int32_t is_required = 0, is_optional = 1;
constexpr abi::element_type any_type = 0;
constexpr int base_input = 4;

// The schema of an operator is that of its rows, one for each type of data: so the runtime knows the type of the
// output. Weights may have another type than data, and the types of indices are checked by the kernel.
struct own_operator : abi::custom_operator {
  explicit own_operator(abi::element_type of_data) noexcept;

  abi::element_type type;
};

abi::element_type type_of(const abi::custom_operator* self, std::size_t input) noexcept {
  const bool is_as_data = input == 0 || input == base_input;
  return is_as_data ? static_cast<const own_operator*>(self)->type : any_type;
}

abi::status* make_kernel(const abi::custom_operator*, const abi::entry* general, const abi::kernel_info* info,
                         abi::kernel** made) noexcept {
  const abi::host at{general, nullptr};
  return guarded(at, [&] {
    kernel_class from{at, &reduce, std::make_shared<threads>()};
    return kernel::create(&from, info, made);
  });
}

std::size_t give_base_to_output(int** inputs, int** outputs) noexcept {
  static int base = base_input, output = 0;
  *inputs = &base, *outputs = &output;
  return 1;
}

own_operator::own_operator(abi::element_type of_data) noexcept : type(of_data) {
  get_name = [](const abi::custom_operator*) noexcept { return reduce.op_type.data(); };
  get_provider = [](const abi::custom_operator*) noexcept -> const char* { return nullptr; };  // the CPU provider's
  get_input_type = type_of;
  count_inputs = [](const abi::custom_operator*) noexcept { return onnx::detail::input_count(reduce); };
  get_output_type = [](const abi::custom_operator* self, std::size_t) noexcept { return type_of(self, 0); };
  count_outputs = [](const abi::custom_operator*) noexcept { return std::size_t{1}; };
  destroy = [](abi::kernel* given) noexcept { given->release(given); };
  get_input_kind = [](const abi::custom_operator*, std::size_t i) noexcept {
    return i == 0 ? is_required : is_optional;
  };
  get_output_kind = [](const abi::custom_operator*, std::size_t) noexcept { return is_required; };
  get_input_memory = [](const abi::custom_operator*, std::size_t) noexcept { return std::int32_t{0}; };
  create = make_kernel;
  compute = [](abi::kernel* given, abi::kernel_context* context) noexcept { return given->compute(given, context); };
  get_first_version = [](const abi::custom_operator*) noexcept { return static_cast<int>(reduce.since); };
  get_last_version = get_first_version;
  get_may_in_place = give_base_to_output;
  release_may_in_place = [](int*, int*) noexcept {};
}

struct own_domain {
  explicit own_domain(const abi::entry* of) noexcept : general(of) {}

  const abi::entry* general;
  abi::custom_domain* domain = nullptr;
  std::deque<own_operator> operators;  // which stay where they are
};

abi::status* make_domain(const abi::host& at, own_domain& made) {
  STREW_TRY(abi::create_domain(at, std::string(onnx::detail::own_domain).c_str(), &made.domain));
  for (const abi::element_type type : data_types(reduce)) {
    if (tensors_of(at, {type}).empty()) continue;
    STREW_TRY(abi::add_operator(at, made.domain, &made.operators.emplace_back(type)));
  }
  return nullptr;
}

}  // namespace

abi::status* find_own_domain(const abi::host& at, abi::custom_domain** found) {
  // Never destroyed: sessions may end later than the statics of this library.
  static auto& guard = *new std::mutex;
  static auto& known = *new std::vector<std::unique_ptr<own_domain>>;
  const std::lock_guard<std::mutex> lock(guard);
  for (const auto& one : known) {
    if (one->general == at.general) return *found = one->domain, nullptr;
  }
  auto made = std::make_unique<own_domain>(at.general);
  abi::status* const failure = make_domain(at, *made);
  if (failure != nullptr) {
    if (made->domain != nullptr) abi::release_domain(at, made->domain);
    return failure;
  }
  *found = made->domain;
  known.push_back(std::move(made));
  return nullptr;
}

}  // namespace strew::onnxruntime
