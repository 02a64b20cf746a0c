// The updates of each cell of a table, kept in their order until all are known.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "oracle/reduce.hpp"
#include "oracle/tensor.hpp"

namespace strew::oracle {

struct folded_cells {
  uint64_t repeated = 0;  // that got more than one update
  uint64_t nans = 0;      // in which a reduction stored one
};

class cell_updates {
 public:
  void add(bytes cell, const contribution& update);
  folded_cells fold_into(element type, const reduction_rule& rule) const;

 private:
  struct pending {
    bytes cell;
    std::vector<contribution> updates;
  };
  std::map<unsigned char*, pending> cells_;
};

}  // namespace strew::oracle
