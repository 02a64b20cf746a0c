// The numbers of this machine from which the costs of candidates are computed. Bytes, nanoseconds, and bytes a
// nanosecond.
#pragma once

#include <cstdint>

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

// The numbers of this machine: those of the file that STREW_TUNING_FILE names, if it was written for this processor,
// otherwise the assumed ones. Found once; from any thread.
const machine& this_machine();

}  // namespace strew::engine
