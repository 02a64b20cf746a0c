// Structs with anything in their numbers: plans of operands that no memory could hold, shapes, DLPack, names. Arrays
// have exactly the length that the struct says; no operand has memory.
#include <memory>
#include <vector>

#include "bytes.hpp"
#include "callbacks.hpp"
#include "must.hpp"
#include "operand.hpp"
#include "problem.hpp"
#include "wild.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

strew_status plan_of(const given& from, strew_plan** made, strew_error* error) {
  const strew_tensor* d = &from.data.value;
  const strew_tensor* i = &from.indices.value;
  const strew_tensor* u = &from.updates.value;
  const strew_tensor* o = &from.output.value;
  const strew_options* options = &from.options;
  const std::int64_t axis = from.shape.axis;
  const std::int64_t batch = from.shape.batch_dims;
  switch (from.what) {
    case operation::gather:
      return strew_plan_gather(d, i, o, axis, batch, options, made, error);
    case operation::scatter:
      return strew_plan_scatter(d, i, u, o, axis, batch, options, made, error);
    case operation::gather_elements:
      return strew_plan_gather_elements(d, i, o, axis, options, made, error);
    case operation::scatter_elements:
      return strew_plan_scatter_elements(d, i, u, o, axis, options, made, error);
    case operation::gather_nd:
      return strew_plan_gather_nd(d, i, o, batch, options, made, error);
    case operation::scatter_nd:
      return strew_plan_scatter_nd(d, i, u, o, batch, options, made, error);
    case operation::tensor_scatter:
      return strew_plan_tensor_scatter(d, u, i, o, axis, from.shape.mode, options, made, error);
    case operation::stablehlo_gather:
      return strew_plan_stablehlo_gather(d, i, o, &from.gather, options, made, error);
    default:
      return strew_plan_stablehlo_scatter(d, i, u, o, &from.scatter, options, made, error);
  }
}

// A plan without memory: it tells about itself, and refuses to run unless there is nothing to do. Its allocator has no
// block of the size that such operands would need.
void judge_plan(const strew_plan* plan) {
  char text[64];
  callbacks calls;
  const strew_allocator allocator = calls.allocator();
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_error error = STREW_ERROR_INIT;
  strew_prepared* prepared = nullptr;
  execution.allocator = &allocator;
  STREW_MUST(strew_plan_problem(plan, text, sizeof text) > 0 && strew_plan_explain(plan, text, sizeof text) > 0);
  STREW_MUST(strew_plan_describe(plan, text, sizeof text) > 0 && std::memchr(text, 0, sizeof text) != nullptr);
  STREW_MUST(strew_plan_equal(plan, plan) == 1 && strew_plan_hash(plan) == strew_plan_hash(plan));
  strew_plan_bytes(plan);
  strew_plan_workspace(plan);
  strew_plan_prepared_bytes(plan);
  strew_plan_prepare_workspace(plan);
  judge_record(strew_check(plan, nullptr, nullptr, nullptr, nullptr, &execution, &error), error);
  judge_record(strew_execute(plan, nullptr, nullptr, nullptr, nullptr, &execution, &error), error);
  const strew_status status = strew_prepare(plan, nullptr, &execution, &prepared, &error);
  judge_record(status, error);
  STREW_MUST((prepared != nullptr) == (status == STREW_OK));
  strew_prepared_destroy(prepared);
}

void fuzz_plan(bytes& in) {
  const given from(in);
  strew_error error = STREW_ERROR_INIT;
  strew_plan* plan = nullptr;
  const strew_status status = plan_of(from, &plan, &error);
  judge_record(status, error);
  STREW_MUST((plan != nullptr) == (status == STREW_OK));
  if (plan != nullptr) judge_plan(plan);
  strew_plan_destroy(plan);
}

void fuzz_shape(bytes& in) {
  const std::uint64_t what = in.below(3);
  const std::uint64_t capacity = in.below(8);
  const given from(in);
  const std::vector<std::int64_t> before(static_cast<std::size_t>(capacity), -7);
  std::vector<std::int64_t> extents = before;
  std::uint64_t rank = 77;
  strew_error error = STREW_ERROR_INIT;
  const strew_tensor* d = &from.data.value;
  const strew_tensor* i = &from.indices.value;
  strew_operator asked = STREW_OPERATOR_INIT;
  asked.kind = what == 0   ? STREW_OPERATOR_GATHER
               : what == 1 ? STREW_OPERATOR_GATHER_ND
                           : STREW_OPERATOR_STABLEHLO_GATHER;
  asked.axis = what == 0 ? from.shape.axis : 0;
  asked.batch_dims = what == 2 ? 0 : from.shape.batch_dims;
  asked.gather_dimensions = what == 2 ? &from.gather : nullptr;
  const strew_status status = strew_shape(&asked, d, i, capacity, extents.data(), &rank, &error);
  judge_record(status, error);
  STREW_MUST(status == STREW_OK ? rank < 32 : rank == 77 && extents == before);
}

// DLPack's DLTensor.
struct dl_tensor {
  void* data;
  std::int32_t device_type;
  std::int32_t device_id;
  std::int32_t rank;
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
  std::int64_t* extents;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

void fuzz_dlpack(bytes& in) {
  std::uint8_t memory[16] = {};
  const list extents(wild_numbers(in), in);
  const list strides(wild_numbers(in), in);
  const bool has_strides = strides.is_true() && strides.count >= extents.count;
  dl_tensor from = {memory,
                    1,
                    0,
                    static_cast<std::int32_t>(extents.count),
                    2,
                    32,
                    1,
                    extents.values.get(),
                    has_strides ? strides.values.get() : nullptr,
                    in.wild()};
  if (!extents.is_true()) from.rank = static_cast<std::int32_t>(1025 + extents.count % 100000);
  if (in.one_in(4)) from.code = in.byte();
  if (in.one_in(4)) from.bits = in.byte();
  if (in.one_in(4)) from.lanes = static_cast<std::uint16_t>(in.wild());
  if (in.one_in(8)) from.device_type = static_cast<std::int32_t>(in.wild());
  if (in.one_in(8)) from.rank = -1;
  if (in.one_in(8)) from.data = nullptr;
  if (in.one_in(8)) from.extents = nullptr;
  const std::uint64_t capacity = in.below(7);
  std::vector<std::int64_t> made(static_cast<std::size_t>(capacity));
  strew_tensor view = STREW_TENSOR_INIT;
  const strew_tensor before = view;
  strew_error error = STREW_ERROR_INIT;
  const strew_status status = strew_tensor_from_dlpack(&from, capacity, made.data(), &view, &error);
  judge_record(status, error);
  STREW_MUST(status == STREW_OK || std::memcmp(&view, &before, sizeof view) == 0);
  STREW_MUST(status != STREW_OK || view.rank == static_cast<std::uint64_t>(from.rank));
}

void fuzz_names(bytes& in) {
  const std::uint64_t number = in.wild();
  char rule[8] = {};
  for (int i = 0; i < 7; ++i) rule[i] = static_cast<char>(in.byte());
  strew_rule_text(rule);
  strew_options options = STREW_OPTIONS_INIT;
  if (in.one_in(4)) options.struct_size = static_cast<std::uint32_t>(number);
  strew_error error = STREW_ERROR_INIT;
  judge_record(strew_stablehlo_options(static_cast<std::int32_t>(number), &options, &error), error);
  STREW_MUST(strew_status_name(static_cast<strew_status>(number)) != nullptr);
  STREW_MUST(strew_dtype_name(static_cast<strew_dtype>(number)) != nullptr);
  STREW_MUST(strew_dtype_bytes(static_cast<strew_dtype>(number)) <= 16);
  const char* name = strew_rule_name(number);
  STREW_MUST(name == nullptr || strew_rule_text(name) != nullptr);
  STREW_MUST(number < 1000 || (name == nullptr && strew_solver_name(number) == nullptr));
  STREW_MUST(strew_abi_version() == 1 && std::strcmp(strew_version(), STREW_VERSION_STRING) == 0);
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strew::fuzz::bytes in(data, size);
  switch (in.below(8)) {
    case 0:
      strew::fuzz::fuzz_names(in);
      break;
    case 1:
      strew::fuzz::fuzz_dlpack(in);
      break;
    case 2:
      strew::fuzz::fuzz_shape(in);
      break;
    default:
      strew::fuzz::fuzz_plan(in);
  }
  return 0;
}
