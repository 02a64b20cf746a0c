// A plan of a move of rows, on the processor and on the device, with memory of its own there.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "vulkan/gpu.hpp"

namespace strew::vulkan_tests {

inline strew_tensor tensor_of(strew_dtype type, const std::vector<std::int64_t>& extents,
                              const std::vector<std::int64_t>* strides = nullptr) {
  strew_tensor made = STREW_TENSOR_INIT;
  made.dtype = type;
  made.rank = extents.size();
  made.extents = extents.data();
  made.strides = strides == nullptr ? nullptr : strides->data();
  return made;
}

// gather(data [rows, columns], indices [positions], axis 0), or the scatter of updates [positions, columns].
struct row_shapes {
  strew_dtype type = STREW_DTYPE_F32;
  strew_dtype index_type = STREW_DTYPE_I64;
  std::int64_t rows = 5;
  std::int64_t columns = 4;
  std::int64_t positions = 3;
};

class device_plan {
 public:
  device_plan(gpu& on, const row_shapes& of, bool is_scatter, const strew_options& options)
      : table_{of.rows, of.columns}, list_{of.positions}, moved_{of.positions, of.columns} {
    const strew_tensor data = tensor_of(of.type, table_);
    const strew_tensor indices = tensor_of(of.index_type, list_);
    const strew_tensor moved = tensor_of(of.type, moved_);
    strew_error error = STREW_ERROR_INIT;
    if (is_scatter)
      strew_plan_scatter(&data, &indices, &moved, &data, 0, 0, &options, &host, &error);
    else
      strew_plan_gather(&data, &indices, &moved, 0, 0, &options, &host, &error);
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    strew_vulkan_plan_make(on.made, host, &device, &error);
    EXPECT_EQ(error.status, STREW_STATUS_OK) << error.message;
    record_ = on.make_buffer(STREW_VULKAN_RECORD_BYTES);
    call.record = record_.at();
    workspace_ = on.make_buffer(strew_vulkan_plan_workspace(device) + 256);
    prepared_ = on.make_buffer(strew_vulkan_plan_prepared(device) + 256);
    call.workspace = workspace_.at();
    call.prepared = prepared_.at();
  }
  ~device_plan() {
    strew_vulkan_plan_destroy(device);
    strew_plan_destroy(host);
  }
  device_plan(const device_plan&) = delete;
  device_plan& operator=(const device_plan&) = delete;

  [[nodiscard]] strew_error record(gpu& on) const {
    strew_error error = STREW_ERROR_INIT;
    strew_vulkan_record(device, on.commands, &call, &error);
    return error;
  }
  [[nodiscard]] strew_error result() const {
    strew_error error = STREW_ERROR_INIT;
    strew_vulkan_result(device, record_.mapped, &error);
    return error;
  }
  strew_error run(gpu& on) {
    const strew_error bad = record(on);
    on.submit();
    return bad.status == STREW_STATUS_OK ? result() : bad;
  }
  [[nodiscard]] std::string dispatches() const {
    char text[2048];
    strew_vulkan_plan_describe(device, text, sizeof text);
    return text;
  }

  strew_plan* host = nullptr;
  strew_vulkan_plan* device = nullptr;
  strew_vulkan_call call = STREW_VULKAN_CALL_INIT;

 private:
  std::vector<std::int64_t> table_, list_, moved_;
  gpu_buffer record_, workspace_, prepared_;
};

}  // namespace strew::vulkan_tests
