// Whether the values of a column are in order, by comparing all of them.
#pragma once

#include "base/dtype.hpp"
#include "facts/index_facts.hpp"
#include "kernel/kernel_set.hpp"
#include "partition/team.hpp"
#include "walk/cancel.hpp"

namespace strew::engine {

// Looks for the order that is expected, ascending or descending: that one, or none. None also if it was cancelled, or
// if the least value is negative.
index_order order_of(const kernel::index_column& all, dtype type, index_order expected,
                     const kernel::kernel_set& kernels, const team& with, const cancellation& cancel);

}  // namespace strew::engine
