#include "fuzz/plans/fixture.hpp"

#include <algorithm>

#include "cases/generate.hpp"
#include "fuzz/shared/options.hpp"

namespace strew::fuzz {
namespace {

std::uint32_t arbitrary32(choices& in) {
  return static_cast<std::uint32_t>(in.arbitrary());
}

// A length greater than that of any list that is read.
std::uint64_t beyond_all(choices& in) {
  return 1025 + in.below(~std::uint64_t{0} - 1025);
}

// Multiplies all extents except the length of a tuple, so that they still match. 0 and 1 are kept.
void enlarge(cases::test_case& p, choices& in) {
  const auto factor = static_cast<std::int64_t>(in.arbitrary() >> 1);
  const auto grow = [factor](std::int64_t& extent) {
    std::int64_t grown = 0;
    if (extent > 1) extent = __builtin_mul_overflow(extent, factor, &grown) ? INT64_MAX : grown;
  };
  for (numbers* extents : {&p.data.extents, &p.updates.extents, &p.output.extents, &p.numbers.slice_sizes})
    std::for_each(extents->begin(), extents->end(), grow);
  const bool has_tuples = p.is_stablehlo() || !p.has_axis();
  const std::int64_t last = static_cast<std::int64_t>(p.indices.extents.size()) - 1;
  const std::int64_t tuple_dim = !has_tuples ? -1 : p.is_stablehlo() ? p.numbers.index_vector_dim : last;
  for (std::int64_t d = 0; d <= last; ++d)
    if (d != tuple_dim) grow(p.indices.extents[static_cast<std::size_t>(d)]);
}

numbers arbitrary_numbers(std::size_t count, choices& in) {
  numbers made(count);
  for (std::int64_t& one : made) one = static_cast<std::int64_t>(in.arbitrary());
  return made;
}

cases::test_case any_huge_case(choices& in) {
  cases::test_case made = cases::generate(in, {.operators = cases::all_operators()});
  if (!in.one_in(4)) enlarge(made, in);
  for (cases::view* v : {&made.data, &made.indices, &made.updates, &made.output}) {
    if (in.one_in(16)) v->extents = arbitrary_numbers(in.below(6), in);
    const bool is_packed = in.one_in(2);
    if (!is_packed) v->strides = arbitrary_numbers(v->extents.size(), in);
    if (is_packed || v->strides.size() != v->extents.size()) v->packed = true;
  }
  return made;
}

}  // namespace

huge_fixture::huge_fixture(choices& in) : case_(any_huge_case(in)) {
  nowhere_.buffers.emplace_back(16);
  with_ = std::make_unique<cases::arguments>(case_, nowhere_);
  with_->forget_pointers();
  options_ = with_->options;
  call_ = cases::call_of(case_, *with_);
  if (in.one_in(2)) set_options(options_, in);
  call_.options = in.one_in(16) ? nullptr : &options_;
  set_tensor(call_.data, cases::data_operand, in);
  set_tensor(call_.indices, cases::indices_operand, in);
  set_tensor(call_.updates, cases::updates_operand, in);
  set_tensor(call_.output, cases::output_operand, in);
  set_dimensions(in);
  set_operator(in);
}

void huge_fixture::set_tensor(const strew_tensor*& which, std::size_t number, choices& in) {
  if (which == nullptr) return;
  strew_tensor& made = tensors_[number] = *which;
  which = &made;
  if (in.one_in(64)) made.dtype = arbitrary32(in);
  if (in.one_in(64)) made.element_bytes = in.arbitrary();
  if (in.one_in(128)) made.rank = beyond_all(in);
  if (in.one_in(128)) made.extents = nullptr;
  if (in.one_in(128)) made.device = arbitrary32(in);
  if (in.one_in(128)) made.struct_size = arbitrary32(in);
  if (in.one_in(128)) made.version = arbitrary32(in);
}

void huge_fixture::set_dimensions(choices& in) {
  if (with_->gather_numbers() != nullptr) gather_ = *with_->gather_numbers();
  if (with_->scatter_numbers() != nullptr) scatter_ = *with_->scatter_numbers();
  strew_dims* const lists[] = {&gather_.offset_dims,
                               &gather_.collapsed_slice_dims,
                               &gather_.operand_batching_dims,
                               &gather_.start_indices_batching_dims,
                               &gather_.start_index_map,
                               &gather_.slice_sizes,
                               &scatter_.update_window_dims,
                               &scatter_.inserted_window_dims,
                               &scatter_.input_batching_dims,
                               &scatter_.scatter_indices_batching_dims,
                               &scatter_.scatter_dims_to_operand_dims};
  if (in.one_in(16)) lists[in.below(std::size(lists))]->count = beyond_all(in);
  if (in.one_in(32)) gather_.index_vector_dim = scatter_.index_vector_dim = static_cast<std::int64_t>(in.arbitrary());
  if (in.one_in(64)) gather_.struct_size = scatter_.struct_size = arbitrary32(in);
  if (in.one_in(64)) gather_.version = scatter_.version = arbitrary32(in);
  if (call_.op.gather_dimensions != nullptr) call_.op.gather_dimensions = &gather_;
  if (call_.op.scatter_dimensions != nullptr) call_.op.scatter_dimensions = &scatter_;
}

void huge_fixture::set_operator(choices& in) {
  strew_operator& op = call_.op;
  if (in.one_in(32)) op.kind = static_cast<std::int32_t>(in.one_in(2) ? in.below(11) : in.arbitrary());
  if (in.one_in(32)) op.mode = static_cast<std::int32_t>(in.one_in(2) ? in.below(3) : in.arbitrary());
  if (in.one_in(16)) op.axis = static_cast<std::int64_t>(in.arbitrary());
  if (in.one_in(16)) op.batch_dims = static_cast<std::int64_t>(in.arbitrary());
  if (in.one_in(64)) op.gather_dimensions = in.one_in(2) ? nullptr : &gather_;
  if (in.one_in(64)) op.scatter_dimensions = in.one_in(2) ? nullptr : &scatter_;
  if (in.one_in(128)) op.struct_size = arbitrary32(in);
  if (in.one_in(128)) op.version = arbitrary32(in);
}

}  // namespace strew::fuzz
