// Which updates commute, so that a device may combine each with its cell by an atomic operation instead of sorting
// them. By docs/contract.md the result is one of any order: integers wrap, minima and maxima of floats have the bits of
// one order whatever it is, NaN and zeros too; sums and products of floats are rounded, so that the caller has to allow
// it.
#pragma once

#include <strew/problem.h>

#include <cstdint>

namespace strew::vulkan {

// What a device has beside what all devices that are accepted have.
struct device_facts {
  bool has_atomics_64 = false;  // of integers in buffers
};

// Bytes of the elements that atomic operations combine, at multiples of which they must lie; 0: updates of this step
// are applied in their order.
std::uint64_t atomic_bytes(const strew_problem_step& step, const device_facts& of);

// The type by which shaders/atomic.comp knows them: of integers the unsigned one.
std::uint32_t atomic_type(const strew_problem_step& step);
// Whether integers are compared as signed ones.
bool has_signed_order(const strew_problem_step& step);

}  // namespace strew::vulkan
