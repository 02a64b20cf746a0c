#include "support/frontend_vocabulary.hpp"

namespace strew::support {

uint64_t width_of(const strew_tensor& t) {
  const uint64_t width = strew_dtype_bytes(t.dtype);
  if (t.dtype == STREW_DTYPE_OPAQUE) return t.element_bytes;
  return t.element_bytes == 0 || t.element_bytes == width ? width : 0;
}

std::vector<int64_t> strides_of(const strew_tensor& t) {
  if (t.strides != nullptr) return {t.strides, t.strides + t.rank};
  std::vector<int64_t> strides(t.rank);
  auto next = static_cast<int64_t>(width_of(t));
  for (size_t d = t.rank; d-- > 0; next *= t.extents[d]) strides[d] = next;
  return strides;
}

bool has_extents_up_to(const strew_tensor& t, int64_t most) {
  for (uint64_t d = 0; d < t.rank; ++d) {
    if (t.extents[d] < 1 || t.extents[d] > most) return false;
  }
  return true;
}

bool has_one_type(const frontend_call& call) {
  const auto is_same = [&](const strew_tensor& other) {
    return other.dtype == call.data->dtype && width_of(other) == width_of(*call.data);
  };
  return is_same(*call.output) && (!call.is_scatter() || is_same(*call.updates));
}

bool has_fitting_ranks(const frontend_call& call) {
  const auto r = static_cast<int64_t>(call.data->rank);
  const auto q = static_cast<int64_t>(call.indices->rank);
  const auto direct = static_cast<int64_t>(call.direct().rank);
  if (r == 0 || (call.is_scatter() && call.output->rank != call.data->rank)) return false;
  if (call.is_elements()) return q == r && direct == r;
  if (!call.is_nd()) return direct == r - 1 + q;
  if (q == 0) return false;
  const int64_t b = call.batch_dims, k = call.indices->extents[q - 1];
  if (b < 0 || k < 0) return false;
  return b > r || k > r - b || direct == q - 1 + r - b - k;
}

bool has_plain_fill(const frontend_call& call) {
  return call.options == nullptr || call.options->fill_value == nullptr ||
         call.options->fill_dtype == STREW_DTYPE_OPAQUE;
}

std::optional<uint64_t> axis_from_front(const frontend_call& call) {
  const auto rank = static_cast<int64_t>(call.data->rank);
  const int64_t axis = call.axis < 0 ? call.axis + rank : call.axis;
  return axis < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(axis));
}

}  // namespace strew::support
