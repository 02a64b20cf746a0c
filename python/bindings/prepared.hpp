// strew.Prepared: an index array that was inspected once.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

class prepared {
 public:
  // Takes over `made`.
  explicit prepared(strew_prepared* made);

  [[nodiscard]] const strew_prepared* get() const { return made_.get(); }
  // Sorts the positions when it is asked for the first time.
  [[nodiscard]] strew_prepared_info info() const;
  [[nodiscard]] static std::string order_of(const strew_prepared_info& info);
  // The information in one line.
  [[nodiscard]] std::string explain() const;

 private:
  std::shared_ptr<strew_prepared> made_;
};

void add_prepared(nb::module_& module);

}  // namespace strew::python
