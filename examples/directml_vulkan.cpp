// A program for DirectML on a Vulkan device of its own, and the same on the processor: a picture by GATHER, which finds
// the tint of each cell, and SCATTER_ND, which lets streams run over it; where several pass, the last one is seen.
// Both are recorded into one command buffer. The bytes must be equal.
//
//   directml_vulkan PICTURE.png
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "highlands.hpp"
#include "image.hpp"
#include "strew/directml.h"
#include "strew/directml/vulkan.hpp"
#include "vulkan_machine.hpp"

using Microsoft::WRL::ComPtr;

namespace {

void require(HRESULT result) {
  if (SUCCEEDED(result)) return;
  strew_error why = STREW_ERROR_INIT;
  strew_directml_last_error(&why);
  throw std::runtime_error(why.message);
}

// Memory that operators see as `handle`, the program as `seen`.
struct memory {
  void* handle = nullptr;
  void* seen = nullptr;
};

// What differs between the two: where memory is, and that commands are recorded and executed later.
struct target {
  ComPtr<IDMLDevice> device;
  std::function<memory(std::size_t)> allocate;
  ID3D12CommandList* commands = nullptr;
  std::function<void()> execute;
};

// A packed tensor with its buffer.
struct tensor {
  std::vector<UINT> sizes;
  DML_BUFFER_TENSOR_DESC desc = {};
  DML_TENSOR_DESC described = {};
  memory at;
  DML_BUFFER_BINDING binding = {};

  tensor(const target& on, DML_TENSOR_DATA_TYPE type, std::vector<UINT> all, const void* from) : sizes(std::move(all)) {
    describe(type);
    at = on.allocate(desc.TotalTensorSizeInBytes);
    const std::size_t width = type == DML_TENSOR_DATA_TYPE_UINT8 ? 1 : 4;
    std::size_t count = 1;
    for (const UINT size : sizes) count *= size;
    if (from != nullptr) std::memcpy(at.seen, from, count * width);
    binding = {at.handle, 0, desc.TotalTensorSizeInBytes};
  }
  // The same memory with other sizes.
  tensor(const tensor& of, std::vector<UINT> all) : sizes(std::move(all)), at(of.at), binding(of.binding) {
    describe(of.desc.DataType);
  }
  tensor(const tensor&) = delete;
  tensor& operator=(const tensor&) = delete;

  DML_BINDING_DESC bound() const { return {DML_BINDING_TYPE_BUFFER, &binding}; }

 private:
  void describe(DML_TENSOR_DATA_TYPE type) {
    const UINT count = static_cast<UINT>(sizes.size());
    desc = {type,    DML_TENSOR_FLAG_NONE,
            count,   sizes.data(),
            nullptr, DMLCalcBufferTensorSize(type, count, sizes.data(), nullptr),
            0};
    described = {DML_TENSOR_TYPE_BUFFER, &desc};
  }
};

// An operator whose dispatch was recorded, and the temporary resource in which its result will be.
struct dispatched {
  ComPtr<IDMLCompiledOperator> compiled;
  memory temporary;
};

dispatched dispatch(const target& on, const DML_OPERATOR_DESC& desc, const std::vector<DML_BINDING_DESC>& inputs,
                    const DML_BINDING_DESC& output) {
  dispatched made;
  ComPtr<IDMLOperator> op;
  ComPtr<IDMLBindingTable> table;
  ComPtr<IDMLCommandRecorder> recorder;
  require(on.device->CreateOperator(&desc, IID_PPV_ARGS(op.GetAddressOf())));
  require(on.device->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(made.compiled.GetAddressOf())));
  const DML_BINDING_PROPERTIES needed = made.compiled->GetBindingProperties();
  const DML_BINDING_TABLE_DESC of = {made.compiled.Get(), {}, {}, needed.RequiredDescriptorCount};
  require(on.device->CreateBindingTable(&of, IID_PPV_ARGS(table.GetAddressOf())));
  table->BindInputs(static_cast<UINT>(inputs.size()), inputs.data());
  table->BindOutputs(1, &output);
  if (needed.TemporaryResourceSize != 0) {
    made.temporary = on.allocate(needed.TemporaryResourceSize);
    const DML_BUFFER_BINDING range = {made.temporary.handle, 0, needed.TemporaryResourceSize};
    const DML_BINDING_DESC temporary = {DML_BINDING_TYPE_BUFFER, &range};
    table->BindTemporaryResource(&temporary);
  }
  require(on.device->CreateCommandRecorder(IID_PPV_ARGS(recorder.GetAddressOf())));
  recorder->RecordDispatch(on.commands, made.compiled.Get(), table.Get());
  require(on.device->GetDeviceRemovedReason());
  return made;
}

image draw(const target& on, const highlands& land) {
  const UINT rows = land.rows, columns = land.columns, cells = rows * columns, count = land.step_count;
  const tensor tints(on, DML_TENSOR_DATA_TYPE_UINT8, {land.tint_count, 3}, land.tints.data());
  const tensor tint_of(on, DML_TENSOR_DATA_TYPE_UINT32, {1, cells}, land.tint_of.data());
  const tensor tinted(on, DML_TENSOR_DATA_TYPE_UINT8, {cells, 3}, nullptr);
  const DML_GATHER_OPERATOR_DESC gather = {&tints.described, &tint_of.described, &tinted.described, 0, 1};

  const tensor grid(tinted, {rows, columns, 3});
  const tensor steps(on, DML_TENSOR_DATA_TYPE_UINT32, {1, count, 2}, land.steps.data());
  const tensor waters(on, DML_TENSOR_DATA_TYPE_UINT8, {1, count, 3}, land.waters.data());
  const tensor drawn(on, DML_TENSOR_DATA_TYPE_UINT8, {rows, columns, 3}, nullptr);
  const DML_SCATTER_ND_OPERATOR_DESC scatter = {
      &grid.described, &steps.described, &waters.described, &drawn.described, 3, 2};

  const dispatched both[] = {
      dispatch(on, {DML_OPERATOR_GATHER, &gather}, {tints.bound(), tint_of.bound()}, tinted.bound()),
      dispatch(on, {DML_OPERATOR_SCATTER_ND, &scatter}, {grid.bound(), steps.bound(), waters.bound()}, drawn.bound())};
  if (on.execute) {
    on.execute();
    for (const dispatched& one : both) require(strew_directml_dispatch_result(one.compiled.Get(), one.temporary.seen));
  }
  image picture(columns, rows);
  std::memcpy(picture.bytes.data(), drawn.at.seen, picture.bytes.size());
  return picture;
}

image draw_on_host(const highlands& land) {
  std::vector<std::unique_ptr<std::byte[]>> owned;
  target on;
  require(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE, IID_PPV_ARGS(on.device.GetAddressOf())));
  on.allocate = [&](std::size_t bytes) {
    std::byte* made = owned.emplace_back(std::make_unique<std::byte[]>(bytes)).get();
    return memory{made, made};
  };
  return draw(on, land);
}

image draw_on_device(vulkan_machine& machine, const highlands& land) {
  std::vector<std::unique_ptr<vulkan_buffer>> owned;
  const strew_vulkan_context context = machine.context();
  target on;
  require(strew_directml_create_device_on_vulkan(nullptr, &context, machine.queue(), machine.queue_family(),
                                                 IID_PPV_ARGS(on.device.GetAddressOf())));
  on.allocate = [&](std::size_t bytes) {
    const vulkan_buffer& made = *owned.emplace_back(std::make_unique<vulkan_buffer>(machine, bytes));
    return memory{made.handle(), made.memory()};
  };
  on.commands = strew::directml::vulkan_commands(machine.commands());
  on.execute = [&] { machine.execute(); };
  return draw(on, land);
}

int run(const std::string& path) {
  vulkan_machine machine;
  if (!machine.lack().empty()) throw std::runtime_error(machine.lack());
  const highlands land = make_highlands(480, 720);
  const image picture = draw_on_device(machine, land);
  const bool is_equal = picture.bytes == draw_on_host(land).bytes;
  write_png(path, picture);
  std::printf("device     %s\nmoved      %u tints by GATHER, %u steps of drops by SCATTER_ND\n", machine.name().c_str(),
              land.rows * land.columns, land.step_count);
  std::printf("bytes      %s\npicture    %s\n", is_equal ? "those of the processor" : "NOT those of the processor",
              path.c_str());
  return is_equal ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: directml_vulkan PICTURE.png\n");
    return 2;
  }
  try {
    return run(words[1]);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "directml_vulkan: %s\n", failure.what());
    return 1;
  }
}
