#include "oracle/nd.hpp"

#include <algorithm>

namespace strew::oracle {

std::string_view nd_rule(const shape& D, const shape& J, int64_t b, const shape& U) {
  const auto r = static_cast<int64_t>(D.size());
  const auto q = static_cast<int64_t>(J.size());
  if (q < 1) return "ND1";
  if (b < 0 || b > std::min(r, q - 1)) return "ND2";
  const int64_t k = J.back();
  if (k > r - b) return "ND3";
  const auto batch = static_cast<size_t>(b);
  if (part(D, 0, batch) != part(J, 0, batch)) return "ND4";
  if (U != join({part(J, 0, J.size() - 1), rest(D, static_cast<size_t>(b + k))})) return "ND5";
  return "";
}

indexing nd_form(const shape& D, const shape& J, int64_t b) {
  const auto batch = static_cast<size_t>(b);
  const auto k = static_cast<size_t>(J.back());
  indexing op;
  op.positions = part(J, 0, J.size() - 1);
  op.slice = rest(D, batch + k);
  for (size_t t = 0; t < k; ++t) op.members.push_back({D[batch + t], 1});
  op.index_at = [](const coordinate& p, size_t t) { return join({p, {static_cast<int64_t>(t)}}); };
  op.table_at = [batch](const coordinate& p, const coordinate& i, const coordinate& s) {
    return join({part(p, 0, batch), i, s});
  };
  op.direct_at = [](const coordinate& p, const coordinate& s) { return join({p, s}); };
  return op;
}

}  // namespace strew::oracle
