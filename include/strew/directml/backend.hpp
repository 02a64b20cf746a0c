// What runs the operators of a device and sees the memory that is bound: the processor, with host memory, unless a
// device is created on another backend. strew/directml/vulkan.hpp has one of Vulkan; this header is for whoever writes
// another.
#ifndef STREW_DIRECTML_BACKEND_HPP
#define STREW_DIRECTML_BACKEND_HPP

#include <cstdint>

#include "strew/directml/device.hpp"
#include "strew/strew.h"

extern "C" {

// A range of a buffer that is bound. All zero: none.
typedef struct strew_directml_range {
  void* buffer;           // of DML_BUFFER_BINDING
  std::uint64_t offset;   // of its first byte in the buffer
  std::uint64_t bytes;    // from there on
  std::uint64_t address;  // of its first byte
} strew_directml_range;

// What is bound to a dispatch. Every range has been checked against the description of its tensor.
typedef struct strew_directml_operands {
  strew_directml_range inputs[3];  // InputTensor, IndicesTensor, UpdatesTensor; none in a gather
  strew_directml_range output;
  strew_directml_range temporary;  // none where `compile` asked for no bytes
} strew_directml_operands;

// Functions that may be called from many threads concurrently. They do not throw; those that return a status fill the
// record, whose rules may be their own and begin its message. HRESULTs follow from the status: E_OUTOFMEMORY, E_ABORT,
// E_UNEXPECTED for an internal error, else E_INVALIDARG.
typedef struct strew_directml_backend {
  std::uint32_t struct_size;
  std::uint32_t version;  // 1
  void* context;
  // Called once, before all others but `release`; null: nothing is to be done.
  strew_status (*open)(void* context, strew_error* error);
  // Where a buffer begins in one space of addresses: two ranges share a byte where they do there. 0: it has no address,
  // and is refused (DM20).
  std::uint64_t (*address_of)(void* context, void* buffer);
  // How many bytes a buffer has at most, DM21; null: that is not known.
  std::uint64_t (*size_of)(void* context, void* buffer);
  // Compiles a plan, which outlives what is made of it, and tells how many bytes of a temporary resource each dispatch
  // needs.
  strew_status (*compile)(void* context, const strew_plan* plan, void** compiled, std::uint64_t* temporary_bytes,
                          strew_error* error);
  void (*destroy)(void* context, void* compiled);
  // `commands`: the command list of RecordDispatch.
  strew_status (*dispatch)(void* context, void* compiled, void* commands, const strew_directml_operands* operands,
                           strew_error* error);
  // Copies `from` to as many bytes of `to`, which lie apart, as one of the commands.
  strew_status (*copy)(void* context, void* commands, const strew_directml_range* from, const strew_directml_range* to,
                       strew_error* error);
  // What became of a dispatch that was recorded: it is in the first bytes of its temporary resource, which `record` is
  // a copy of. Null: `dispatch` and `copy` execute at once, `commands` may be null.
  strew_status (*result)(void* context, void* compiled, const void* record, strew_error* error);
  // Called once, after everything else; null: nothing is to be done.
  void (*release)(void* context);
} strew_directml_backend;
#define STREW_DIRECTML_BACKEND_INIT                                                                            \
  {                                                                                                            \
    sizeof(strew_directml_backend), 1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, \
        nullptr, nullptr                                                                                       \
  }

// Creates a device as strew_directml_create_device does, whose operators run on `backend`. The struct is copied;
// `release` is called when the device and its children are gone, or here if there is no device. What `open` refuses,
// E_INVALIDARG and so on. The options have no execution, since that is of the processor: DM26.
[[nodiscard]] STREW_DIRECTML_API std::int32_t strew_directml_create_device_on(const strew_directml_options* options,
                                                                              const strew_directml_backend* backend,
                                                                              const void* interface_id, void** device);

}  // extern "C"

namespace strew {
namespace directml {
namespace detail {
using dispatchable = IDMLDispatchable;  // global, or in strew::directml
}  // namespace detail
}  // namespace directml
}  // namespace strew

extern "C" {

// What became of a dispatch that RecordDispatch recorded, once its commands have completed: S_OK, or the HRESULT that
// RecordDispatch would have returned if it had executed, with the same record and message, and for
// GetDeviceRemovedReason too. `record`: the first bytes of the temporary resource of that dispatch, as the backend
// says. DM1; DM24 for what is no compiled operator, or one whose device executes at once.
STREW_DIRECTML_API std::int32_t strew_directml_dispatch_result(strew::directml::detail::dispatchable* compiled,
                                                               const void* record);

}  // extern "C"

#endif
