#include "kernel/kernel_set.hpp"
#include "kernel/portable/find.hpp"

namespace strew::kernel {
namespace {

kernel_set made() {
  kernel_set set;
  set.target = "portable";
#define STREW_KERNEL(name, ...) set.name.fill(&portable_kernels::find_##name);
#include "kernel/kernels.def"
#undef STREW_KERNEL
  return set;
}

}  // namespace

const kernel_set& portable() {
  static const kernel_set set = made();
  return set;
}

width_class class_of(std::size_t width) {
  switch (width) {
#define STREW_WIDTH(bytes) \
  case bytes:              \
    return width_class::bytes_##bytes;
#include "kernel/kernels.def"
#undef STREW_WIDTH
    default:
      return width_class::any;
  }
}

}  // namespace strew::kernel
