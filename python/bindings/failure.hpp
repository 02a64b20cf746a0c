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

// `operand` is "data", "indices", "updates", "output", or null.
[[noreturn]] void raise(rule broken, const char* operand, const std::string& text);

// A record of the library.
[[noreturn]] void raise(const strew_error& record);

// Text of each rule by its number, for strew.rules().
nb::dict rule_texts();

// An exception is set already.
[[noreturn]] inline void raise_set() {
  throw nb::python_error();
}

}  // namespace strew::python
