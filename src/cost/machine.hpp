// The numbers of this machine from which the costs of candidates are computed. Bytes, nanoseconds, and bytes a
// nanosecond.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/processor.hpp"

namespace strew::engine {

struct machine {
#define STREW_MACHINE_SIZE(name, text) std::uint64_t name = 0;
#define STREW_MACHINE_NUMBER(name, text) double name = 0;
#include "cost/machine.def"
#undef STREW_MACHINE_NUMBER
#undef STREW_MACHINE_SIZE

  friend bool operator==(const machine&, const machine&) = default;
};

// What is typical of processors like this one, with its own caches where they are known.
machine assumed_machine(const kernel::processor& about, std::uint64_t threads);

struct chosen_machine {
  machine numbers;
  std::string source;  // one line: where they come from, or why a file is ignored
};

// The numbers of the tuning file at `path`, if it is one for this processor, otherwise the assumed ones. Null or empty:
// there is no file.
chosen_machine choose_machine(const kernel::processor& about, std::uint64_t threads, const char* path);

// With the path that STREW_TUNING_FILE has. Found once; from any thread.
const chosen_machine& chosen_for_this_machine();
inline const machine& this_machine() {
  return chosen_for_this_machine().numbers;
}

// The text of a tuning file with these numbers; first a comment that says their source.
std::string machine_text();

}  // namespace strew::engine
