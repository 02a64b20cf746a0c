// What the package does when the interpreter ends.
#pragma once

namespace strew::python {

// Must be called once, when the module is imported.
void watch_exit();

}  // namespace strew::python
