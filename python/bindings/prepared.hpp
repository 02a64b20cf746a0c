// strew.Prepared: an index array that was inspected once.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

class prepared {
 public:
  // Takes over `made`. Without a number of bytes, they are looked up when they are asked for.
  explicit prepared(strew_prepared* made, std::optional<std::uint64_t> bytes = {});

  [[nodiscard]] const strew_prepared* get() const { return made_.get(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_ ? *bytes_ : info().bytes; }
  [[nodiscard]] std::uint64_t positions() const;
  // Positions and bytes.
  [[nodiscard]] std::string describe() const;
  // Sorts the positions when it is asked for the first time.
  [[nodiscard]] strew_prepared_info info() const;
  [[nodiscard]] static std::string order_of(const strew_prepared_info& info);
  // The information in one line.
  [[nodiscard]] std::string explain() const;

 private:
  std::shared_ptr<strew_prepared> made_;
  std::optional<std::uint64_t> bytes_;
};

void add_prepared(nb::module_& module);

}  // namespace strew::python
