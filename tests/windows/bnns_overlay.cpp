// The usual case: bnns is a short name for strew::bnns.
#include "fill_bnns.hpp"

int call_everything(std::vector<float>& values, std::vector<std::int32_t>& places) {
  bnns::scatter_nd(bnns::shape::vector(4).descriptor(values), bnns::shape::vector(4).descriptor(places),
                   bnns::shape::vector(4).descriptor(values), bnns::reduction::none);
  return scatter_ranges(values, places);
}
