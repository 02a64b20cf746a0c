// Rows of codes of a part, as the kernel that decodes takes them.
#pragma once

#include <array>

#include "kernel/kernel_set.hpp"
#include "walk/part.hpp"

namespace strew::engine {

using codebook = std::array<float, 256>;  // a number for each code

// What all rows share. They have no places yet, nor columns; `numbers` are memory that is used while they are.
kernel::code_rows code_rows_of(const part& work, codebook& numbers);

}  // namespace strew::engine
