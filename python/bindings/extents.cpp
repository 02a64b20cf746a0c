#include "extents.hpp"

#include <algorithm>

#include "failure.hpp"

namespace strew::python {

namespace {

// OK, or what the engine refuses in a call with an output of these extents.
strew_status check_with_plan(const call_spec& spec, const inputs& in, const std::int64_t* output, std::uint64_t rank,
                             strew_error& record) {
  operand described("output");
  described.describe(in.data, output, rank);
  strew_plan* plan = nullptr;
  const strew_status status = make_plan(spec, in.with(described.view()), &plan, record);
  strew_plan_destroy(plan);
  return status;
}

// Shapes come late among the checks of a call; what is wrong before them is named first, as with an output at hand.
[[noreturn]] void raise_first(const call_spec& spec, const inputs& in, const strew_error& of_shapes) {
  empty_record record;
  const strew_status status = check_with_plan(spec, in, nullptr, 0, record);
  in.raise(status != STREW_STATUS_OK && status < STREW_STATUS_SHAPE ? record : of_shapes);
}

}  // namespace

extents::extents(const call_spec& spec, const inputs& in) {
  if (!is_gather(spec.op)) {
    set(in.data.view().extents, in.data.view().rank);
    return;
  }
  empty_record record;
  strew_operands given = STREW_OPERANDS_INIT;
  given.data = &in.data.view();
  given.indices = &in.indices.view();
  if (output_extents(spec, given, inline_rank, few_, &rank_, record) != STREW_STATUS_OK) raise_first(spec, in, record);
  if (rank_ <= inline_rank) return;
  many_.resize(rank_);
  if (output_extents(spec, given, rank_, many_.data(), &rank_, record) != STREW_STATUS_OK)
    raise_first(spec, in, record);
}

extents::extents(const std::vector<std::int64_t>& list) {
  set(list.data(), list.size());
}

void extents::set(const std::int64_t* from, std::uint64_t rank) {
  rank_ = rank;
  if (rank_ > inline_rank)
    many_.assign(from, from + rank_);
  else
    std::copy_n(from, rank_, few_);
}

std::uint64_t extents::elements() const {
  std::uint64_t product = 1;
  for (std::uint64_t d = 0; d < rank_; ++d) {
    const auto extent = static_cast<std::uint64_t>(begin()[d]);
    if (extent != 0 && __builtin_mul_overflow(product, extent, &product)) return ~std::uint64_t{0};
  }
  return product;
}

nb::object extents::tuple() const {
  nb::object made = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(rank_)));
  if (!made.is_valid()) raise_set();
  for (std::uint64_t d = 0; d < rank_; ++d) {
    PyObject* extent = PyLong_FromLongLong(begin()[d]);
    if (extent == nullptr) raise_set();
    PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(d), extent);
  }
  return made;
}

void check_before_result(const call_spec& spec, const inputs& in, const extents& output) {
  empty_record record;
  if (check_with_plan(spec, in, output.begin(), output.rank(), record) != STREW_STATUS_OK) in.raise(record);
}

}  // namespace strew::python
