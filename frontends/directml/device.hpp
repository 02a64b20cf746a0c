// The device: creates all other objects, and reports every failure.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>

#include "directml/host_backend.hpp"
#include "directml/object.hpp"
#include "directml/report.hpp"
#include "directml/settings.hpp"
#include "strew/directml.h"
#include "strew/directml/backend.hpp"

namespace strew::frontends::directml {

class device final : public object<IDMLDevice1, IDMLDevice, IDMLDevice1>, public IDMLDebugDevice {
 public:
  // Runs on the processor, or on `given`, which has been opened and is released by the device.
  device(const settings& with, const strew_directml_backend* given) noexcept
      : settings_(with), backend_(given == nullptr ? host_backend(settings_) : *given) {}

  const strew_directml_backend& runs_on() const noexcept { return backend_; }
  // Whether a dispatch is recorded and tells its result later.
  bool records() const noexcept { return backend_.result != nullptr; }

  // Stores the record for this thread, sends the message, returns the failure's HRESULT.
  HRESULT report(const subject& where, const object_name& who, const failure& bad);
  HRESULT report(const subject& where, const failure& bad) { return report(where, name(), bad); }
  // The same for a method that returns nothing in DirectML: there the device is removed.
  HRESULT report_removal(const subject& where, const object_name& who, const failure& bad);

  // Returns a new object through the requested interface: DM25.
  HRESULT give(IUnknown* made, std::string_view method, REFIID riid, void** ppv) noexcept;

  HRESULT STREW_DIRECTML_CALL QueryInterface(REFIID riid, void** ppv) noexcept override;
  ULONG STREW_DIRECTML_CALL AddRef() noexcept override { return object::AddRef(); }
  ULONG STREW_DIRECTML_CALL Release() noexcept override { return object::Release(); }

  HRESULT STREW_DIRECTML_CALL CheckFeatureSupport(DML_FEATURE feature, UINT query_size, const void* query,
                                                  UINT support_size, void* support) noexcept override;
  HRESULT STREW_DIRECTML_CALL CreateOperator(const DML_OPERATOR_DESC* desc, REFIID riid, void** ppv) noexcept override;
  HRESULT STREW_DIRECTML_CALL CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags, REFIID riid,
                                              void** ppv) noexcept override;
  HRESULT STREW_DIRECTML_CALL CreateOperatorInitializer(UINT count, IDMLCompiledOperator* const* operators, REFIID riid,
                                                        void** ppv) noexcept override;
  HRESULT STREW_DIRECTML_CALL CreateCommandRecorder(REFIID riid, void** ppv) noexcept override;
  HRESULT STREW_DIRECTML_CALL CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID riid,
                                                 void** ppv) noexcept override;
  HRESULT STREW_DIRECTML_CALL Evict(UINT count, IDMLPageable* const* objects) noexcept override;
  HRESULT STREW_DIRECTML_CALL MakeResident(UINT count, IDMLPageable* const* objects) noexcept override;
  HRESULT STREW_DIRECTML_CALL GetDeviceRemovedReason() noexcept override { return removed_reason_; }
  HRESULT STREW_DIRECTML_CALL GetParentDevice(REFIID riid, void** ppv) noexcept override;
  HRESULT STREW_DIRECTML_CALL CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags, REFIID riid,
                                           void** ppv) noexcept override;

  void STREW_DIRECTML_CALL SetMuteDebugOutput(BOOL mute) noexcept override { is_muted_ = mute != 0; }

 private:
  ~device() override {
    if (backend_.release != nullptr) backend_.release(backend_.context);
  }

  HRESULT check_pageables(std::string_view method, UINT count, IDMLPageable* const* objects) noexcept;
  // Creates an object with `make`, which returns a check and sets the object, with one reference.
  template <class Make>
  HRESULT create(const subject& where, REFIID riid, void** ppv, Make make) noexcept;

  const settings settings_;
  const strew_directml_backend backend_;
  std::atomic<bool> is_muted_{false};
  std::atomic<HRESULT> removed_reason_{S_OK};
};

template <class Interface, class... Interfaces>
device_child<Interface, Interfaces...>::device_child(device& owner) noexcept {
  owner.AddRef();
  *owner_.put() = &owner;
}

template <class Interface, class... Interfaces>
HRESULT STREW_DIRECTML_CALL device_child<Interface, Interfaces...>::GetDevice(REFIID riid, void** ppv) noexcept {
  return owner_->QueryInterface(riid, ppv);
}

}  // namespace strew::frontends::directml
