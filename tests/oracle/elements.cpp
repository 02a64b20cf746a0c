#include "oracle/elements.hpp"

namespace strew::oracle {

std::string_view elements_rule(const shape& D, const shape& J, int64_t A, const shape& U) {
  const auto r = static_cast<int64_t>(D.size());
  if (r < 1 || J.size() != D.size()) return "EL1";
  if (A < -r || A >= r) return "EL2";
  if (U != J) return "EL3";
  const auto axis = static_cast<size_t>(A < 0 ? A + r : A);
  for (size_t d = 0; d < D.size(); ++d) {
    if (d != axis && J[d] > D[d]) return "EL4";
  }
  return "";
}

indexing elements_form(const shape& D, const shape& J, int64_t A) {
  const auto axis = static_cast<size_t>(A < 0 ? A + static_cast<int64_t>(D.size()) : A);
  indexing op;
  op.positions = J;
  op.members = {{D[axis], 1}};
  op.index_at = [](const coordinate& p, size_t) { return p; };
  op.table_at = [axis](const coordinate& p, const coordinate& i, const coordinate&) {
    coordinate c = p;
    c[axis] = i[0];
    return c;
  };
  op.direct_at = [](const coordinate& p, const coordinate&) { return p; };
  return op;
}

}  // namespace strew::oracle
