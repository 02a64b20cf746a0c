// The operands of one execution of a plan: by pointer, or as views.
#ifndef STREW_BUFFERS_HPP
#define STREW_BUFFERS_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "strew/config.hpp"
#include "strew/dtype.hpp"
#include "strew/strew.h"
#include "strew/view.hpp"

namespace STREW_NAMESPACE {

// A pointer to the first element of an operand, with the type of its elements. Pointers to void, std::byte, char and
// unsigned char may point to elements of any type: nothing is checked then.
template <class Void>
class basic_buffer {
 public:
  basic_buffer(decltype(nullptr) = nullptr) noexcept {}
  template <class T>
  requires std::convertible_to<T*, Void*> basic_buffer(T* data)
  noexcept : data_(data) {
    using plain = std::remove_cv_t<T>;
    if constexpr (!std::is_void_v<T> && !std::same_as<plain, std::byte> && !std::same_as<plain, char> &&
                  !std::same_as<plain, unsigned char>) {
      if constexpr (element<T>) {
        dtype_ = static_cast<strew_dtype>(dtype_of<T>);
        element_bytes_ = sizeof(T);
      }
    }
  }

  Void* data() const noexcept { return data_; }
  operator Void*() const noexcept { return data_; }

  // 0: elements of any type.
  std::uint64_t element_bytes() const noexcept { return element_bytes_; }
  strew::dtype dtype() const noexcept { return static_cast<strew::dtype>(dtype_); }

 private:
  Void* data_ = nullptr;
  std::uint64_t element_bytes_ = 0;
  strew_dtype dtype_ = STREW_DTYPE_OPAQUE;
};

using buffer = basic_buffer<void>;
using const_buffer = basic_buffer<const void>;

// The operands of one execution, by pointer. Extents and strides are those the plan was made with, and so are element
// types, which are checked where a pointer has one: pass void* where the elements have another name for the same type.
struct buffers {
  const_buffer data = nullptr;
  const_buffer indices = nullptr;   // null for a plan with prepared indices
  const_buffer updates = nullptr;   // null for a gather
  buffer output = nullptr;          // a scatter is in place when output == data
  const_buffer segments = nullptr;  // ids or offsets of segment_reduce, as are those below
  const_buffer weights = nullptr;
  const_buffer base = nullptr;  // in place: output
  buffer arg = nullptr;         // of a plan made with them, as is count
  buffer count = nullptr;
  const_buffer scales = {};  // of a plan whose data are codes, as are the next two
  const_buffer zero_points = {};
  const_buffer codebook = {};
};

// The operands of one execution as views, or what converts to them: vectors, arrays, spans. Their types, extents and
// strides are compared with those the plan was made with.
struct operands {
  const_view data = {};
  const_view indices = {};   // not looked at by a plan with prepared indices
  const_view updates = {};   // none for a gather
  view output;               // a scatter is in place when its pointer is that of data
  const_view segments = {};  // ids or offsets of segment_reduce, as are those below; not looked at where they are bound
  const_view weights = {};
  const_view base = {};          // in place: output
  std::optional<view> arg = {};  // of a plan made with them, as is count
  std::optional<view> count = {};
  const_view scales = {};  // of a plan whose data are codes, as are the next two
  const_view zero_points = {};
  const_view codebook = {};
};

}  // namespace STREW_NAMESPACE

#endif
