// What a plan was made for: the types, extents and strides of its operands.
#ifndef STREW_LAYOUTS_HPP
#define STREW_LAYOUTS_HPP

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

#include "strew/buffers.hpp"
#include "strew/config.hpp"
#include "strew/error.hpp"
#include "strew/handle.hpp"
#include "strew/numbers.hpp"
#include "strew/strew.h"

namespace STREW_NAMESPACE::detail {

// Operands in the order of enum operand, from data on; null, or left out: none.
constexpr int operand_count = static_cast<int>(operand::count);
struct tensors {
  const strew_tensor* of[operand_count];
};

// One block of memory: a tensor for each operand, then their extents and strides, so that copying makes one allocation,
// which may fail without an exception.
class layouts {
 public:
  static void destroy(layouts* of) noexcept { ::operator delete(of); }

  // Null: there is no memory. The tensors are those of a plan that was made, so packed strides do not overflow.
  static layouts* make(const tensors& from) noexcept {
    std::size_t count = 0;
    for (const strew_tensor* one : from.of) {
      if (one != nullptr) count += 2 * cast<std::size_t>(one->rank);
    }
    void* const block = ::operator new(sizeof(layouts) + count * sizeof(std::int64_t), std::nothrow);
    return block == nullptr ? nullptr : ::new (block) layouts(from);
  }
  layouts* clone() const noexcept {
    tensors of{};
    for (int i = 0; i < operand_count; ++i) of.of[i] = tensors_[i].struct_size != 0 ? &tensors_[i] : nullptr;
    layouts* const made = make(of);
    for (int i = 0; made != nullptr && i < operand_count; ++i) made->is_packed_[i] = is_packed_[i];
    return made;
  }

  bool has(operand which) const noexcept { return of(which).struct_size != 0; }

  bool has_type(operand which, strew_dtype type, std::uint64_t element_bytes) const noexcept {
    return of(which).dtype == type && of(which).element_bytes == element_bytes;
  }

  // Types, extents, and the strides of dimensions in which there is a second element.
  bool matches(operand which, const strew_tensor& given) const noexcept {
    const strew_tensor& known = of(which);
    if (given.dtype != known.dtype || width_of(given) != known.element_bytes || given.rank != known.rank) return false;
    for (std::size_t i = 0; i < known.rank; ++i) {
      if (given.extents[i] != known.extents[i]) return false;
    }
    const bool are_packed = given.strides == nullptr && is_packed_[static_cast<int>(which) - 1];
    return are_packed || has_strides(known, given);
  }

  // Why an operand does not match.
  error_record type_refusal(operand which, strew_dtype type, std::uint64_t element_bytes) const noexcept {
    sentence why;
    about(which, why) << "elements of ";
    write_type(type, element_bytes, why) << " are given to a plan for ";
    write_type(of(which).dtype, of(which).element_bytes, why);
    return {status::type, why.view(), {}, which};
  }
  error_record refusal(operand which, const strew_tensor& given) const noexcept {
    sentence why;
    if (!has(which)) {
      about(which, why) << "is given to a plan without it";
      return {status::shape, why.view(), {}, which};
    }
    const strew_tensor& known = of(which);
    if (given.dtype != known.dtype || width_of(given) != known.element_bytes) {
      return type_refusal(which, given.dtype, width_of(given));
    }
    const list extents = {given.extents, cast<std::size_t>(given.rank)};
    const list expected = {known.extents, cast<std::size_t>(known.rank)};
    if (!are_equal(extents, expected)) {
      about(which, why) << "extents " << extents << " are given to a plan for " << expected;
      return {status::shape, why.view(), {}, which};
    }
    about(which, why);
    if (given.strides != nullptr) {
      why << "strides " << list{given.strides, extents.size()};
    } else {
      why << "packed strides";
    }
    why << " are given to a plan for " << list{known.strides, extents.size()};
    return {status::shape, why.view(), {}, which};
  }

 private:
  explicit layouts(const tensors& from) noexcept {
    auto* numbers = reinterpret_cast<std::int64_t*>(this + 1);
    for (int i = 0; i < operand_count; ++i) {
      tensors_[i] = {};
      is_packed_[i] = false;
      if (from.of[i] == nullptr) continue;
      const strew_tensor& given = *from.of[i];
      const std::size_t rank = cast<std::size_t>(given.rank);
      tensors_[i] = given;
      is_packed_[i] = given.strides == nullptr;
      tensors_[i].element_bytes = width_of(given);
      tensors_[i].extents = numbers;
      tensors_[i].strides = numbers + rank;
      std::int64_t packed = cast<std::int64_t>(width_of(given));
      for (std::size_t d = rank; d-- > 0;) {
        numbers[d] = given.extents[d];
        numbers[rank + d] = given.strides != nullptr ? given.strides[d] : packed;
        if (given.extents[d] > 1) packed = times(packed, given.extents[d]);
      }
      numbers += 2 * rank;
    }
  }

  // Modulo 2^64: strides beyond 63 bits are those of a tensor that is refused, or has its own.
  static std::int64_t times(std::int64_t a, std::int64_t b) noexcept {
    return cast<std::int64_t>(cast<std::uint64_t>(a) * cast<std::uint64_t>(b));
  }

  static bool has_strides(const strew_tensor& known, const strew_tensor& given) noexcept {
    std::int64_t packed = cast<std::int64_t>(known.element_bytes);
    bool is_same = true;
    for (std::size_t i = cast<std::size_t>(known.rank); i-- > 0;) {
      const std::int64_t extent = known.extents[i];
      if (extent == 0) return true;
      if (extent == 1) continue;
      is_same = is_same && (given.strides != nullptr ? given.strides[i] : packed) == known.strides[i];
      packed = times(packed, extent);
    }
    return is_same;
  }

  const strew_tensor& of(operand which) const noexcept { return tensors_[static_cast<int>(which) - 1]; }

  static std::uint64_t width_of(const strew_tensor& given) noexcept {
    return given.element_bytes != 0 ? given.element_bytes : strew_dtype_bytes(given.dtype);
  }
  static bool are_equal(list left, list right) noexcept {
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] != right[i]) return false;
    }
    return true;
  }

  static sentence& about(operand which, sentence& to) noexcept {
    constexpr std::string_view names[] = {
        "",       "data: ",  "indices: ", "updates: ",     "output: ",   "from: ", "weights: ", "segments: ",
        "base: ", "right: ", "scales: ",  "zero_points: ", "codebook: ", "arg: ",  "count: "};
    return to << names[static_cast<int>(which)];
  }
  static sentence& write_type(strew_dtype type, std::uint64_t element_bytes, sentence& to) noexcept {
    if (type != STREW_DTYPE_OPAQUE) return to << name(static_cast<dtype>(type));
    return to << element_bytes << " opaque bytes";
  }

  strew_tensor tensors_[operand_count];
  bool is_packed_[operand_count];
};

using owned_layouts = handle<layouts, layouts::destroy>;

}  // namespace STREW_NAMESPACE::detail

#endif
