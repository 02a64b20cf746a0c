#include "oracle/along_axis.hpp"

#include <algorithm>

namespace strew::oracle {

std::string_view along_axis_rule(const shape& D, const shape& J, int64_t A, int64_t b, const shape& U) {
  const auto r = static_cast<int64_t>(D.size());
  const auto q = static_cast<int64_t>(J.size());
  if (r < 1) return "AX1";
  if (A < -r || A >= r) return "AX2";
  const int64_t axis = A < 0 ? A + r : A;
  if (b < 0 || b > std::min(axis, q)) return "AX3";
  const auto batch = static_cast<size_t>(b);
  if (part(D, 0, batch) != part(J, 0, batch)) return "AX4";
  const auto a = static_cast<size_t>(axis);
  if (U != join({part(D, 0, a), rest(J, batch), rest(D, a + 1)})) return "AX5";
  return "";
}

indexing along_axis_form(const shape& D, const shape& J, int64_t A, int64_t b) {
  const auto batch = static_cast<size_t>(b);
  const auto axis = static_cast<size_t>(A < 0 ? A + static_cast<int64_t>(D.size()) : A);
  const size_t between = axis - batch;
  indexing op;
  op.positions = J;
  op.slice = join({part(D, batch, axis), rest(D, axis + 1)});
  op.members = {{D[axis], 1}};
  op.index_at = [](const coordinate& p, size_t) { return p; };
  op.table_at = [batch, between](const coordinate& p, const coordinate& i, const coordinate& s) {
    return join({part(p, 0, batch), part(s, 0, between), i, rest(s, between)});
  };
  op.direct_at = [batch, between](const coordinate& p, const coordinate& s) {
    return join({part(p, 0, batch), part(s, 0, between), rest(p, batch), rest(s, between)});
  };
  return op;
}

}  // namespace strew::oracle
