// Failures become Python exceptions (strew/_errors.py); each function here throws the exception that it has set.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "strew/strew.h"

namespace nb = nanobind;

namespace strew::python {

// The rules of the bindings, as numbered in rules.def.
enum class rule {
#define STREW_RULE(name, text) name,
#include "rules.def"
#undef STREW_RULE
};

// A record of which only what a call reads is set: clearing all of it takes as long as looking up a plan.
struct empty_record : strew_error {
  empty_record() {  // NOLINT(cppcoreguidelines-pro-type-member-init): a failure sets every field
    struct_size = sizeof(strew_error);
    version = 2;
    status = STREW_STATUS_OK;
  }
};

// `operand` is "data", "indices", "updates", "output", or null.
[[noreturn]] void raise(rule broken, const char* operand, const std::string& text);

// A record of the library; `types` has the names of element types that it knows only the width of, by operand.
[[noreturn]] void raise(const strew_error& record, const nb::dict& types = nb::dict());

// An exception that strew/_errors.py made.
[[noreturn]] void raise(const nb::object& exception);

// Text of each rule by its number, for strew.rules().
nb::dict rule_texts();

// An exception is set already.
[[noreturn]] inline void raise_set() {
  throw nb::python_error();
}

}  // namespace strew::python
