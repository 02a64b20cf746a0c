// unload: loads the library, calls it, unloads it, several times; what the heap then has in use must not grow. A call
// on one thread: the library stays loaded once it has threads.
#include <dlfcn.h>
#include <malloc.h>
#include <strew/strew.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr int skipped = 77;

// A mean in an accumulator for each element: some megabytes of workspace.
struct large_mean {
  std::vector<float> table = std::vector<float>(1 << 20U), updates = std::vector<float>(1 << 16U, 1);
  std::vector<std::int64_t> indices = std::vector<std::int64_t>(1 << 16U);
  std::int64_t of_table[1] = {1 << 20}, of_updates[1] = {1 << 16};

  static strew_tensor view(void* data, strew_dtype type, const std::int64_t* extents) {
    strew_tensor made = STREW_TENSOR_INIT;
    made.data = data;
    made.dtype = type;
    made.rank = 1;
    made.extents = extents;
    return made;
  }
  strew_status run(decltype(strew_scatter)* scatter) {
    for (std::size_t n = 0; n < indices.size(); ++n) indices[n] = static_cast<std::int64_t>(n * 16);
    const strew_tensor t = view(table.data(), STREW_DTYPE_F32, of_table);
    const strew_tensor i = view(indices.data(), STREW_DTYPE_I64, of_updates);
    const strew_tensor u = view(updates.data(), STREW_DTYPE_F32, of_updates);
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = STREW_REDUCTION_MEAN;
    options.solver = "strided";
    strew_execution execution = STREW_EXECUTION_INIT;
    execution.threads = 1;
    return scatter(&t, &i, &u, &t, 0, 0, &options, &execution, nullptr);
  }
};

std::size_t bytes_in_use() {
  const auto now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

}  // namespace

int main() {
#ifdef STREW_SANITIZED
  return skipped;  // the heap is the sanitizer's
#endif
  large_mean call;
  std::size_t before = 0;
  std::size_t while_loaded = 0;
  for (int turn = 0; turn < 4; ++turn) {
    void* const library = dlopen(STREW_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return std::printf("%s\n", dlerror());
    const auto scatter = reinterpret_cast<decltype(strew_scatter)*>(dlsym(library, "strew_scatter"));
    if (call.run(scatter) != STREW_STATUS_OK) return std::puts("the call failed");
    while_loaded = bytes_in_use();
    dlclose(library);
    if (dlopen(STREW_LIBRARY, RTLD_NOW | RTLD_NOLOAD) != nullptr) return std::puts("the library is still loaded");
    if (turn == 0) before = bytes_in_use();
  }
  std::printf("%zu bytes in use while it is loaded, %zu after the first unload, %zu after the last\n", while_loaded,
              before, bytes_in_use());
  constexpr std::size_t least = std::size_t{4} << 20U, noise = std::size_t{1} << 16U;
  if (while_loaded < before + least) return std::puts("the call has left no workspace behind: nothing is tested");
  return bytes_in_use() > before + noise ? 1 : 0;
}
