// The BNNS frontend on descriptors from fuzzer input: a call that breaks one of its rules is refused, any other has the
// same record and output as through the C ABI; memory has exactly the size that the descriptors require.
#include <cstdlib>
#include <cstring>

#include "cases/descriptor.hpp"
#include "fuzz/bnns/call.hpp"
#include "fuzz/bnns/descriptors.hpp"
#include "fuzz/shared/choices.hpp"
#include "fuzz/shared/require.hpp"
#include "strew/bnns.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

// BNNS's allocation functions have no context argument.
int blocks = 0;
bool has_memory = true;

int obtain(void** block, std::size_t alignment, std::size_t bytes) {
  if (!has_memory || posix_memalign(block, alignment, bytes) != 0) return 1;
  ++blocks;
  return 0;
}

void give_back(void* block) {
  --blocks;
  std::free(block);
}

float scale_of(const BNNSNDArrayDescriptor& of) {
  return of.data_scale == 0 ? 1 : of.data_scale;
}

bool is_indexed(const BNNSNDArrayDescriptor& of) {
  return of.data_type == 0x80008;
}

// BN5
bool agree(const BNNSNDArrayDescriptor& input, const BNNSNDArrayDescriptor& indices,
           const BNNSNDArrayDescriptor& output) {
  if (scale_of(input) != scale_of(output) || input.data_bias != output.data_bias) return false;
  if (scale_of(indices) != 1 || indices.data_bias != 0 || is_indexed(indices)) return false;
  return is_indexed(input) == is_indexed(output) && (!is_indexed(input) || input.table_data == output.table_data);
}

// BN6 to BN8
bool can_reduce(const bnns_call& call) {
  const BNNSNDArrayDescriptor& output = call.output.value;
  const std::int32_t reduction = reduction_of(call.reduce);
  if (reduction < 0) return false;
  if ((reduction == STREW_REDUCTION_OR || reduction == STREW_REDUCTION_AND) && output.data_type != 0x100008)
    return false;
  if (reduction == STREW_REDUCTION_NONE) return true;
  const bool is_integer = (output.data_type & 0x60000) != 0;
  return !is_indexed(output) && !(is_integer && (scale_of(output) != 1 || output.data_bias != 0));
}

// BN9 to BN12
bool fits(const bnns_call& call) {
  const std::size_t rank = call.input.means.extents.size();
  const std::size_t indices_rank = call.indices.means.extents.size();
  if (!call.is_nd() && (call.axis >= rank || (indices_rank != 1 && indices_rank != rank))) return false;
  const BNNSFilterParameters& parameters = call.parameters;
  if (call.has_parameters && parameters.flags > 1) return false;
  return !call.has_options || call.options.version != 1 || call.options.reduction == 0;
}

bool is_well_formed(const bnns_call& call) {
  for (const described* one : {&call.input, &call.indices, &call.output})
    if (one->is_null || one->value.data == nullptr || !one->means.is_good) return false;
  return agree(call.input.value, call.indices.value, call.output.value) && (!call.is_scatter() || can_reduce(call)) &&
         fits(call);
}

int run_frontend(bnns_call& call) {
  const BNNSNDArrayDescriptor* const input = call.input.get();
  const BNNSNDArrayDescriptor* const indices = call.indices.get();
  BNNSNDArrayDescriptor* const output = call.output.is_null ? nullptr : &call.output.value;
  const BNNSFilterParameters* const parameters = call.has_parameters ? &call.parameters : nullptr;
  const strew_options* const options = call.has_options ? &call.options : nullptr;
  if (call.is_nd()) {
    return call.is_scatter() ? strew_bnns_scatter_nd(call.reduce, input, indices, output, parameters, options)
                             : strew_bnns_gather_nd(input, indices, output, parameters, options);
  }
  return call.is_scatter() ? strew_bnns_scatter(call.axis, call.reduce, input, indices, output, parameters, options)
                           : strew_bnns_gather(call.axis, input, indices, output, parameters, options);
}

// BNNS distinguishes the forms along an axis by the rank of the indices.
strew_operator operator_of(const bnns_call& call) {
  operator_kind op = call.op;
  if (!call.is_nd() && call.indices.means.extents.size() == 1)
    op = call.is_scatter() ? operator_kind::scatter : operator_kind::gather;
  else if (!call.is_nd())
    op = call.is_scatter() ? operator_kind::scatter_elements : operator_kind::gather_elements;
  return cases::descriptor_of(op, {.axis = static_cast<std::int64_t>(call.axis)});
}

strew_tensor tensor_of(const described& from, std::uint8_t* memory) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = from.means.dtype;
  made.data = memory + from.means.shift;
  made.rank = from.means.extents.size();
  made.extents = from.means.extents.data();
  made.strides = from.means.strides.data();
  return made;
}

// The same call through the C ABI, on `memory`, a copy of the output.
strew_status run_engine(const bnns_call& call, std::uint8_t* memory, strew_error& error) {
  strew_tensor input = tensor_of(call.input, call.is_aliased ? memory : call.input.memory.get());
  const strew_tensor at = tensor_of(call.indices, call.indices.memory.get());
  strew_tensor output = tensor_of(call.output, memory);
  strew_options options = STREW_OPTIONS_INIT;
  options.negative_indices = STREW_NEGATIVE_INVALID;
  if (call.has_options) options = call.options;
  if (options.version == 1) options.reduction = call.is_scatter() ? reduction_of(call.reduce) : STREW_REDUCTION_NONE;
  strew_tensor& direct = call.is_scatter() ? input : output;
  const strew_tensor& table = call.is_scatter() ? output : input;
  const bool is_one_tuple = at.rank == 1 && at.extents[0] == static_cast<std::int64_t>(table.rank);
  if (call.is_nd() && is_one_tuple && direct.rank == 1 && direct.extents[0] == 1) direct.rank = 0;
  const strew_operator op = operator_of(call);
  return strew_run(&op, &table, &at, call.is_scatter() ? &input : nullptr, &output, &options, nullptr, &error);
}

void verify(bnns_call& call) {
  const std::vector<std::uint8_t> inputs[] = {call.input.contents(), call.indices.contents()};
  const std::vector<std::uint8_t> before = call.output.contents();
  const int returned = run_frontend(call);
  STREW_REQUIRE(blocks == 0);
  strew_error error = STREW_ERROR_INIT;
  STREW_REQUIRE(strew_bnns_last_error(&error) == 0);
  STREW_REQUIRE(returned == (error.status == STREW_STATUS_OK ? 0 : -1));
  STREW_REQUIRE(error.status == STREW_STATUS_OK || error.message[0] != '\0');
  STREW_REQUIRE(error.status == STREW_STATUS_OK || strew_bnns_rule_text(error.rule) != nullptr);
  STREW_REQUIRE(inputs[0] == call.input.contents() && inputs[1] == call.indices.contents());
  STREW_REQUIRE(returned == 0 || call.output.contents() == before);
  const bool is_refused_by_frontend = error.status != STREW_STATUS_OK && std::strncmp(error.rule, "BN", 2) == 0;
  STREW_REQUIRE(is_refused_by_frontend != is_well_formed(call));
  if (is_refused_by_frontend || error.status == STREW_STATUS_MEMORY) return;
  auto memory = std::make_unique<std::uint8_t[]>(before.size());
  std::copy(before.begin(), before.end(), memory.get());
  strew_error expected = STREW_ERROR_INIT;
  STREW_REQUIRE(run_engine(call, memory.get(), expected) == error.status);
  std::memcpy(expected.message, error.message, sizeof expected.message);  // in the words of the platform
  STREW_REQUIRE(error.status == STREW_STATUS_OK || is_same(error, expected));
  STREW_REQUIRE(std::memcmp(memory.get(), call.output.memory.get(), before.size()) == 0);
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strew::fuzz;
  choices in(data, size);
  bnns_call call;
  read_call(call, in);
  if (in.one_in(2)) call.parameters.alloc_memory = obtain;
  if (call.parameters.alloc_memory != nullptr) call.parameters.free_memory = give_back;
  has_memory = !in.one_in(8);
  verify(call);
  return 0;
}
