// NumPy's arrays by its C interface: read and made without a call of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

// Called when the module is imported.
void import_numpy();

// Operands of more dimensions take the long way.
constexpr std::uint64_t max_usual_rank = 8;

// Reads a numpy.ndarray. The extents and strides, copied so that they do not change with the array's shape, come into
// `lists`, which has room for 2 * max_usual_rank. False where the buffer protocol has to say more: elements that are no
// numbers strew counts with, in another byte order, or more dimensions.
bool read_ndarray(nb::handle array, strew_tensor& view, std::int64_t* lists, bool& is_read_only);

// Element type, extents, strides and flags of an ndarray that read_ndarray() reads, to be recognised in another one.
class array_form {
 public:
  // False, and nothing is kept, where read_ndarray() would not read it.
  bool keep(nb::handle array);
  [[nodiscard]] bool fits(nb::handle array) const;
  [[nodiscard]] const std::int64_t* extents() const { return numbers_; }
  [[nodiscard]] std::uint64_t rank() const { return static_cast<std::uint64_t>(rank_); }

 private:
  nb::object type_;  // numpy.dtype, held so that its address remains its own
  int rank_ = 0;
  int flags_ = 0;
  std::int64_t numbers_[2 * max_usual_rank];
};

bool is_ndarray(nb::handle object);
void* data_of(nb::handle ndarray);
std::uint64_t bytes_of(nb::handle ndarray);
// A number by which arrays of different extents are likely to differ.
std::uint64_t hash_of_extents(nb::handle ndarray);

// A new array of the element type of `model`, an ndarray; throws what NumPy raises.
nb::object new_ndarray(nb::handle model, const std::int64_t* extents, std::uint64_t rank);

}  // namespace strew::python
