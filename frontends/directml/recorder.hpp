// IDMLCommandRecorder: executes dispatchables.
#pragma once

#include "directml/object.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

class recorder final : public device_child<IDMLCommandRecorder, IDMLCommandRecorder> {
 public:
  using device_child::device_child;

  HRESULT STREW_DIRECTML_CALL RecordDispatch(ID3D12CommandList* commands, IDMLDispatchable* dispatchable,
                                             IDMLBindingTable* bindings) noexcept override;

 private:
  ~recorder() override = default;
};

}  // namespace strew::frontends::directml
