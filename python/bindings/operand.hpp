// One array of a call: where it came from, and how strew sees it. Nothing is copied.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dlpack.hpp"
#include "kinds.hpp"
#include "ndarray.hpp"
#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

class operand {
 public:
  explicit operand(const char* name) : name_(name) {}
  ~operand();
  operand(const operand&) = delete;
  operand& operator=(const operand&) = delete;

  // Reads an input: the buffer protocol, DLPack, a Filled, or through NumPy (lists, scalars), where updates take the
  // type of `like`.
  void read(nb::handle array, const operand* like = nullptr);
  // Reads a destination of the caller, which must be an array that can be written.
  void read_output(nb::handle array);
  // Reads an array that was made for this call.
  void read_new(nb::handle array);
  // A view of nothing with packed strides: the output of a plan that allocates it.
  void describe(const operand& like, const std::int64_t* extents, std::uint64_t rank);
  void describe(strew_dtype type, const std::vector<std::int64_t>& extents);
  // Raises PY5, PY6 where this input cannot be the destination too.
  // As the operand of that name, which data may stand for.
  void check_writable(const char* name) const;
  // The elements of records, dates and small floats have one type only if their names say so (PY10).
  void check_same_type(const operand& other) const;

  [[nodiscard]] const strew_tensor& view() const { return view_; }
  [[nodiscard]] bool is_given() const { return view_.struct_size != 0; }
  [[nodiscard]] const strew_tensor* view_if_given() const { return is_given() ? &view_ : nullptr; }
  [[nodiscard]] nb::handle array() const { return array_; }
  [[nodiscard]] origin from() const { return kind_.from; }
  [[nodiscard]] bool is_filled() const { return is_filled_; }
  // A numpy.ndarray of numbers: new_ndarray() makes others like it.
  [[nodiscard]] bool is_plain_ndarray() const { return is_plain_ndarray_; }
  [[nodiscard]] const char* name() const { return name_; }
  // What strew knows only the width of: the name of the type. Empty for numbers.
  [[nodiscard]] std::string type_name() const;
  // numpy.dtype of the elements.
  [[nodiscard]] nb::object dtype() const;

 private:
  bool read_buffer(nb::handle array);
  void read_viewable(nb::handle array);
  void read_dlpack(nb::handle array, bool is_new = false);
  void read_filled(nb::handle array);
  void read_anything(nb::handle array, const operand* like);
  void set_view(void* data, strew_dtype dtype, std::uint64_t bytes, std::uint64_t rank, const std::int64_t* extents,
                const std::int64_t* strides);

  const char* name_;
  strew_tensor view_{};
  nb::handle array_;  // as the caller gave it, or made_
  nb::object made_;   // by NumPy, of a list or a scalar
  nb::object kept_;   // what the view points into
  Py_buffer buffer_{};
  dlpack_tensor dlpack_;
  std::int64_t few_[2 * max_usual_rank];  // extents and strides, unless there are more
  std::vector<std::int64_t> lists_;
  array_kind kind_;
  bool is_filled_ = false;
  bool is_read_only_ = false;
  bool is_made_here_ = false;  // no destination of the caller
  bool is_plain_ndarray_ = false;
};

// Raises what the library refuses, in terms of the operands that are at hand: null, or not given, are left out.
[[noreturn]] void raise(const strew_error& record, const std::vector<const operand*>& all);

}  // namespace strew::python
