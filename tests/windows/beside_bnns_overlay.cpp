// After a platform's own bnns.h bnns is nobody's name, so a program may have it.
#include "platform/bnns.h"

#include "fill_bnns.hpp"

namespace bnns {
inline int scatter_nd() {
  return 0;
}
}  // namespace bnns

int call_everything(std::vector<float>& values, std::vector<std::int32_t>& places) {
  return bnns::scatter_nd() | scatter_ranges(values, places);
}
