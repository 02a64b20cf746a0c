// vulkan [MIB] [ROUNDS]: what moves on a Vulkan device, beside copies by the device of as many bytes: rows that are
// gathered, and rows that are added in order, cold and by prepared indices. The first device that strew accepts.
#include <strew/vulkan.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "examples/vulkan_machine.hpp"

namespace {

constexpr std::int64_t columns = 64;
constexpr std::uint64_t row_bytes = columns * sizeof(float);

struct sizes {
  std::int64_t rows;
  int rounds;
};

class place {
 public:
  place(const vulkan_machine& on, std::uint64_t bytes) : buffer_(on, bytes, 0) {
    address.buffer = reinterpret_cast<std::uint64_t>(buffer_.handle());
  }
  [[nodiscard]] const vulkan_buffer& buffer() const { return buffer_; }

  strew_vulkan_place address = {0, 0, 0};

 private:
  vulkan_buffer buffer_;
};

// Milliseconds of the best round of what is recorded.
double time_of(vulkan_machine& on, int rounds, const std::function<void()>& record) {
  double best = 1e300;
  for (int n = 0; n <= rounds; ++n) {  // the first one compiles
    record();
    const auto begin = std::chrono::steady_clock::now();
    on.execute();
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin;
    if (n > 0) best = std::min(best, passed.count());
  }
  return best;
}

void fail(const strew_error& error) {
  std::fprintf(stderr, "%s\n", error.message);
  std::exit(1);
}

strew_plan* plan_of(bool is_scatter, const sizes& of) {
  const std::int64_t table[] = {of.rows, columns}, list[] = {of.rows};
  strew_tensor data = STREW_TENSOR_INIT, indices = STREW_TENSOR_INIT;
  data.dtype = STREW_DTYPE_F32;
  data.rank = 2;
  data.extents = table;
  indices.dtype = STREW_DTYPE_I32;
  indices.rank = 1;
  indices.extents = list;
  strew_options adds = STREW_OPTIONS_INIT;
  adds.reduction = STREW_REDUCTION_ADD;
  strew_error error = STREW_ERROR_INIT;
  strew_plan* made = nullptr;
  if (is_scatter)
    strew_plan_scatter(&data, &indices, &data, &data, 0, 0, &adds, &made, &error);
  else
    strew_plan_gather(&data, &indices, &data, 0, 0, nullptr, &made, &error);
  if (error.status != STREW_STATUS_OK) fail(error);
  return made;
}

void tell(const char* what, double milliseconds, std::uint64_t bytes, double copied) {
  const double speed = static_cast<double>(bytes) / milliseconds / 1e6;
  std::printf("%-34s %9.3f ms %8.1f GB/s", what, milliseconds, speed);
  copied == 0 ? std::puts("") : std::printf(" %6.1f %% of copy\n", 100 * speed / copied);
}

class measurement {
 public:
  measurement(vulkan_machine& on, strew_vulkan_device* device, const sizes& of)
      : on_(on),
        device_(device),
        of_(of),
        bytes_(static_cast<std::uint64_t>(of.rows) * row_bytes),
        table_(on, bytes_),
        moved_(on, bytes_),
        indices_(on, static_cast<std::uint64_t>(of.rows) * 4),
        record_(on, STREW_VULKAN_RECORD_BYTES) {
    std::vector<std::int32_t> list(static_cast<std::size_t>(of.rows));
    std::mt19937 draw(1);
    for (std::int32_t& one : list) one = static_cast<std::int32_t>(draw() % static_cast<std::uint32_t>(of.rows));
    std::memcpy(indices_.buffer().memory(), list.data(), list.size() * sizeof list[0]);
  }

  // Bytes read and written, a millisecond, over a million.
  double copy() {
    const double ms = time_of(on_, of_.rounds, [&] {
      const VkBufferCopy all{0, 0, bytes_};
      vkCmdCopyBuffer(on_.commands(), table_.buffer().handle(), moved_.buffer().handle(), 1, &all);
    });
    tell("copy by the device", ms, 2 * bytes_, 0);
    return static_cast<double>(2 * bytes_) / ms / 1e6;
  }
  void gather(double copied) { move(plan_of(false, of_), false, copied); }
  void add(double copied) { move(plan_of(true, of_), true, copied); }

 private:
  void move(strew_plan* plan, bool is_scatter, double copied) {
    strew_error error = STREW_ERROR_INIT;
    strew_vulkan_plan* made = nullptr;
    if (strew_vulkan_plan_make(device_, plan, &made, &error) != STREW_STATUS_OK) fail(error);
    const place workspace(on_, strew_vulkan_plan_workspace(made) + 256);
    const place prepared(on_, strew_vulkan_plan_prepared(made) + 256);
    strew_vulkan_call call = STREW_VULKAN_CALL_INIT;
    call.data = table_.address;
    call.indices = indices_.address;
    (is_scatter ? call.updates : call.output) = moved_.address;
    if (is_scatter) call.output = table_.address;
    call.workspace = workspace.address;
    call.prepared = prepared.address;
    call.record = record_.address;
    const auto record = [&] {
      if (strew_vulkan_record(made, on_.commands(), &call, &error) != STREW_STATUS_OK) fail(error);
    };
    // A row of an update and one of a cell are read, and one is written.
    const std::uint64_t bytes = is_scatter ? 3 * bytes_ : 2 * bytes_;
    tell(is_scatter ? "rows added in order" : "rows gathered", time_of(on_, of_.rounds, record), bytes, copied);
    if (is_scatter) {
      call.phase = STREW_VULKAN_PREPARE;
      record();
      on_.execute();
      call.phase = STREW_VULKAN_REUSE;
      tell("rows added by prepared indices", time_of(on_, of_.rounds, record), bytes, copied);
    }
    strew_vulkan_plan_destroy(made);
    strew_plan_destroy(plan);
  }

  vulkan_machine& on_;
  strew_vulkan_device* device_;
  sizes of_;
  std::uint64_t bytes_;
  place table_, moved_, indices_, record_;
};

int run(const sizes& of) {
  vulkan_machine on;
  if (!on.lack().empty()) {
    std::fprintf(stderr, "%s\n", on.lack().c_str());
    return 1;
  }
  const strew_vulkan_context context = on.context();
  strew_error error = STREW_ERROR_INIT;
  strew_vulkan_device* device = nullptr;
  if (strew_vulkan_device_make(&context, on.queue(), on.queue_family(), &device, &error) != STREW_STATUS_OK)
    fail(error);
  char text[1024];
  strew_vulkan_device_describe(device, text, sizeof text);
  std::printf("%s%lld rows of %llu bytes, the best of %d rounds\n", text, static_cast<long long>(of.rows),
              static_cast<unsigned long long>(row_bytes), of.rounds);
  {
    measurement all(on, device, of);
    const double copied = all.copy();
    all.gather(copied);
    all.add(copied);
  }
  strew_vulkan_device_destroy(device);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const long long mib = count > 1 ? std::atoll(words[1]) : 256;
  return run({std::max<std::int64_t>(mib * 1048576 / static_cast<std::int64_t>(row_bytes), 1),
              count > 2 ? std::max(std::atoi(words[2]), 1) : 10});
}
