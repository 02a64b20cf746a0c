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
  static constexpr std::size_t room = 120;

  program() noexcept {}  // NOLINT(modernize-use-equals-default): = default would clear the room
  template <class Form>
  requires(!std::is_same_v<Form, program>) explicit program(const Form& form) noexcept {
    set_made([&] { return form; });
  }

  // Stores the private format of the solver that makes it: what `make` returns, in its place.
  template <class Make>
  auto& set_made(const Make& make) {
    using Form = decltype(make());
    static_assert(std::is_trivially_copyable_v<Form> && sizeof(Form) <= room && alignof(Form) <= alignof(void*));
    return *new (form_.data()) Form(make());
  }
  // Called only by the same solver.
  template <class Form>
  [[nodiscard]] const Form& as() const {
    return *std::launder(reinterpret_cast<const Form*>(form_.data()));
  }

  const solver* by = nullptr;

 private:
  alignas(void*) std::array<std::byte, room> form_;
};

}  // namespace strew::engine
