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
  [[nodiscard]] const strew_prepared_info& info() const { return info_; }
  [[nodiscard]] std::string order() const;
  // The information in one line.
  [[nodiscard]] std::string explain() const;

 private:
  std::shared_ptr<strew_prepared> made_;
  strew_prepared_info info_ = STREW_PREPARED_INFO_INIT;
};

void add_prepared(nb::module_& module);

}  // namespace strew::python
