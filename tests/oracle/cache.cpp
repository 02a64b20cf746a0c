#include "oracle/cache.hpp"

namespace strew::oracle {

std::string_view cache_rule(const shape& D, const shape& U, int64_t A, const shape* J) {
  const auto r = static_cast<int64_t>(D.size());
  if (r < 2 || U.size() != D.size()) return "TS1";
  if (A < -r || A >= r) return "TS2";
  const auto axis = static_cast<size_t>(A < 0 ? A + r : A);
  if (axis == 0) return "TS3";
  for (size_t d = 0; d < D.size(); ++d) {
    if (d != axis && U[d] != D[d]) return "TS4";
  }
  if (U[axis] > D[axis]) return "TS5";
  if (J != nullptr && *J != shape{D[0]}) return "TS6";
  return "";
}

indexing cache_form(const shape& D, const shape& U, int64_t A, bool has_indices) {
  const auto axis = static_cast<size_t>(A < 0 ? A + static_cast<int64_t>(D.size()) : A);
  indexing op;
  if (has_indices) {
    op.positions = {D[0]};
    op.members = {{D[axis], U[axis]}};
  }
  op.slice = has_indices ? rest(U, 1) : U;
  op.index_at = [](const coordinate& p, size_t) { return p; };
  op.step = [axis](const coordinate& s, size_t) { return s[axis - 1]; };
  op.table_at = [axis](const coordinate& p, const coordinate& i, const coordinate& s) {
    coordinate c = join({p, s});
    if (!i.empty()) c[axis] = i[0];
    return c;
  };
  op.direct_at = [](const coordinate& p, const coordinate& s) { return join({p, s}); };
  return op;
}

policy cache_policy(append mode) {
  return {mode == append::linear ? out_of_bounds::error : out_of_bounds::wrap, negative_indices::refuse};
}

}  // namespace strew::oracle
