// A solver's parameters for one problem in the solver's private format: a plain value without heap memory.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <type_traits>

namespace strew::engine {

struct solver;

class program {
 public:
  static constexpr std::size_t room = 96;

  // Stores the private format of the solver that makes it.
  template <class Form>
  void set(const Form& form) {
    static_assert(std::is_trivially_copyable_v<Form> && sizeof(Form) <= room && alignof(Form) <= alignof(void*));
    new (form_.data()) Form(form);
  }
  // Called only by the same solver.
  template <class Form>
  [[nodiscard]] const Form& as() const {
    return *std::launder(reinterpret_cast<const Form*>(form_.data()));
  }

  const solver* by = nullptr;

 private:
  alignas(void*) std::array<std::byte, room> form_{};
};

}  // namespace strew::engine
