#include "serial.hpp"

#include "dispatch.hpp"

namespace bench {
namespace {

using namespace loops;

template <class Act, class T, class I, bool is_checked>
baseline find_nd(const description& about) {
  switch (about.indices.back()) {
    case 2:
      return serial::nd<Act, T, I, is_checked, 2>;
    case 3:
      return serial::nd<Act, T, I, is_checked, 3>;
    default:
      return nullptr;
  }
}

template <bool is_checked>
struct serial_loops {
  template <class Act, class T, class I>
  static baseline find(const description& about) {
    switch (about.op) {
      case operator_kind::gather:
      case operator_kind::scatter:
        return is_last_axis(about) ? serial::along_axis_elements<Act, T, I, is_checked>
                                   : serial::along_axis_rows<Act, T, I, is_checked>;
      case operator_kind::gather_elements:
      case operator_kind::scatter_elements:
        return is_last_axis(about) ? serial::elements_of_last<Act, T, I, is_checked>
                                   : serial::elements<Act, T, I, is_checked>;
      case operator_kind::tensor_scatter:
        return serial::row_of_each<Act, T, I, is_checked>;
      default:
        return find_nd<Act, T, I, is_checked>(about);
    }
  }

  template <class T>
  static baseline copy(const description&) {
    return is_checked ? nullptr : serial::copy<T>;
  }
};

}  // namespace

baseline find_plain(const description& about) {
  return dispatch<serial_loops<false>>(about);
}

baseline find_checked(const description& about) {
  return dispatch<serial_loops<true>>(about);
}

}  // namespace bench
