#include "bulk.hpp"

#include "dispatch.hpp"

namespace bench {
namespace {

using namespace loops;

struct bulk_loops {
  template <class Act, class T, class I>
  static baseline find(const description& about) {
    switch (about.op) {
      case operator_kind::gather:
      case operator_kind::scatter:
        if (about.values == spread::contiguous && about.axis == 0) return bulk::run<Act, T, I>;
        return is_last_axis(about) ? nullptr : bulk::along_axis<Act, T, I>;
      case operator_kind::gather_elements:
      case operator_kind::scatter_elements:
        return about.is_broadcast ? bulk::elements<Act, T, I> : nullptr;
      case operator_kind::tensor_scatter:
        return bulk::row_of_each<Act, T, I>;
      default:
        return nullptr;
    }
  }

  template <class T>
  static baseline copy(const description& about) {
    if (about.memory == layout::packed) return bulk::copy_whole;
    return about.memory == layout::pitched ? bulk::copy_rows<T> : bulk::copy_tiles<T>;
  }
};

}  // namespace

baseline find_bulk(const description& about) {
  return dispatch<bulk_loops>(about);
}

}  // namespace bench
