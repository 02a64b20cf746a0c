// The objects of DirectML: names, methods and order of use are DirectML's; buffers are host memory.
//
//   device -> CreateOperator -> CompileOperator -> CreateBindingTable, Bind* -> CreateCommandRecorder, RecordDispatch
//
// Differences: RecordDispatch executes immediately, on the calling thread, and it and the Bind* methods return an
// HRESULT where DirectML's return nothing and remove the device. Here a failure removes no device, but
// GetDeviceRemovedReason returns it. A buffer is the address of host memory. On other devices than the processor, those
// of strew/directml/backend.hpp, a dispatch may be recorded instead.
//
// Every method may be called from many threads concurrently, except those of one binding table and Reset of an
// initializer. Methods never throw. A failed method sets its out parameter, if any, to null and leaves every operand
// unchanged; but after E_ABORT, which only a caller's cancel callback causes, the output is unspecified.
#ifndef STREW_DIRECTML_OBJECTS_HPP
#define STREW_DIRECTML_OBJECTS_HPP

#include "strew/directml/descs.hpp"

// RecordDispatch and Bind* are [[nodiscard]] only on request. A source that is also compiled for Windows, where they
// return nothing, cannot read a result: each call would have to be cast to void, which hides failures for good.
#if defined(STREW_DIRECTML_NODISCARD)
#define STREW_DIRECTML_RESULT [[nodiscard]]
#else
#define STREW_DIRECTML_RESULT
#endif

STREW_DIRECTML_BEGIN

struct IDMLDispatchable;

struct DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT {
  DML_TENSOR_DATA_TYPE DataType;
};
struct DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT {
  BOOL IsSupported;
};
struct DML_FEATURE_QUERY_FEATURE_LEVELS {
  UINT RequestedFeatureLevelCount;
  const DML_FEATURE_LEVEL* RequestedFeatureLevels;
};
struct DML_FEATURE_DATA_FEATURE_LEVELS {
  DML_FEATURE_LEVEL MaxSupportedFeatureLevel;
};

struct DML_BINDING_PROPERTIES {
  UINT RequiredDescriptorCount;   // 0: no descriptors on a host
  UINT64 TemporaryResourceSize;   // bytes for BindTemporaryResource; 0 = bind none
  UINT64 PersistentResourceSize;  // bytes for BindPersistentResource; 0 = bind none
};

struct DML_BINDING_DESC {
  DML_BINDING_TYPE Type;
  const void* Desc;  // DML_BUFFER_BINDING, DML_BUFFER_ARRAY_BINDING; null for DML_BINDING_TYPE_NONE
};
struct DML_BUFFER_BINDING {
  void* Buffer;        // host memory; inputs are never written
  UINT64 Offset;       // bytes from Buffer to the tensor, a multiple of its GuaranteedBaseOffsetAlignment
  UINT64 SizeInBytes;  // bytes from there on, at least TotalTensorSizeInBytes
};
struct DML_BUFFER_ARRAY_BINDING {
  UINT BindingCount;
  const DML_BUFFER_BINDING* Bindings;
};

// Positions in descriptor heaps, which do not exist on a host: ignored.
struct strew_directml_descriptor {
  UINT64 ptr;
};
struct DML_BINDING_TABLE_DESC {
  IDMLDispatchable* Dispatchable;
  strew_directml_descriptor CPUDescriptorHandle;
  strew_directml_descriptor GPUDescriptorHandle;
  UINT SizeInDescriptors;
};

struct STREW_DIRECTML_UUID("c8263aac-9e0c-4a2d-9b8e-007521a3317c") IDMLObject : IUnknown {
  // The caller's data, by GUID. SetPrivateData copies; a null `data` removes. A reference to an interface is held.
  virtual HRESULT STREW_DIRECTML_CALL GetPrivateData(REFGUID guid, UINT* dataSize, void* data) = 0;
  virtual HRESULT STREW_DIRECTML_CALL SetPrivateData(REFGUID guid, UINT dataSize, const void* data) = 0;
  virtual HRESULT STREW_DIRECTML_CALL SetPrivateDataInterface(REFGUID guid, IUnknown* data) = 0;
  // Messages of the object's methods, and of the dispatch of the compiled object, begin with its name. Null removes it.
  virtual HRESULT STREW_DIRECTML_CALL SetName(PCWSTR name) = 0;

 protected:
  ~IDMLObject() = default;
};

struct STREW_DIRECTML_UUID("27e83142-8165-49e3-974e-2fd66e4cb69d") IDMLDeviceChild : IDMLObject {
  virtual HRESULT STREW_DIRECTML_CALL GetDevice(REFIID riid, void** ppv) = 0;

 protected:
  ~IDMLDeviceChild() = default;
};

struct STREW_DIRECTML_UUID("b1ab0825-4542-4a4b-8617-6dde6e8f6201") IDMLPageable : IDMLDeviceChild {
 protected:
  ~IDMLPageable() = default;
};

struct STREW_DIRECTML_UUID("26caae7a-3081-4633-9581-226fbe57695d") IDMLOperator : IDMLDeviceChild {
 protected:
  ~IDMLOperator() = default;
};

struct STREW_DIRECTML_UUID("dcb821a8-1039-441e-9f1c-b1759c2f3cec") IDMLDispatchable : IDMLPageable {
#if defined(STREW_DIRECTML_EXPLICIT_AGGREGATES)
  virtual DML_BINDING_PROPERTIES* STREW_DIRECTML_CALL GetBindingProperties(DML_BINDING_PROPERTIES* result) = 0;
  DML_BINDING_PROPERTIES GetBindingProperties() {
    DML_BINDING_PROPERTIES result;
    return *GetBindingProperties(&result);
  }
#else
  virtual DML_BINDING_PROPERTIES STREW_DIRECTML_CALL GetBindingProperties() = 0;
#endif

 protected:
  ~IDMLDispatchable() = default;
};

struct STREW_DIRECTML_UUID("6b15e56a-bf5c-4902-92d8-da3a650afea4") IDMLCompiledOperator : IDMLDispatchable {
 protected:
  ~IDMLCompiledOperator() = default;
};

// Copies the inputs flagged OWNED_BY_DML into the persistent resources of its operators when it is dispatched. If no
// input is flagged, it does nothing and need not be dispatched. Inputs: for each operator one BUFFER_ARRAY binding with
// one entry per operator input (a null Buffer if it is not owned), or NONE. Outputs: for each operator its persistent
// resource, or NONE where PersistentResourceSize is 0.
struct STREW_DIRECTML_UUID("427c1113-435c-469c-8676-4d5dd072f813") IDMLOperatorInitializer : IDMLDispatchable {
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL Reset(UINT operatorCount,
                                                          IDMLCompiledOperator* const* operators) = 0;

 protected:
  ~IDMLOperatorInitializer() = default;
};

// The operands of a dispatch. Bindings are copied; the memory they refer to is read and written by the dispatch.
struct STREW_DIRECTML_UUID("29c687dc-de74-4e3b-ab00-1168f2fc3cfc") IDMLBindingTable : IDMLDeviceChild {
  // As many bindings as the operator has inputs (outputs), in the order of its structure: Input, Indices, Updates.
  STREW_DIRECTML_RESULT virtual HRESULT STREW_DIRECTML_CALL BindInputs(UINT bindingCount,
                                                                       const DML_BINDING_DESC* bindings) = 0;
  STREW_DIRECTML_RESULT virtual HRESULT STREW_DIRECTML_CALL BindOutputs(UINT bindingCount,
                                                                        const DML_BINDING_DESC* bindings) = 0;
  STREW_DIRECTML_RESULT virtual HRESULT STREW_DIRECTML_CALL BindTemporaryResource(const DML_BINDING_DESC* binding) = 0;
  STREW_DIRECTML_RESULT virtual HRESULT STREW_DIRECTML_CALL BindPersistentResource(const DML_BINDING_DESC* binding) = 0;
  // Clears all bindings; for another dispatchable if `desc` is not null.
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL Reset(const DML_BINDING_TABLE_DESC* desc) = 0;

 protected:
  ~IDMLBindingTable() = default;
};

struct STREW_DIRECTML_UUID("e6857a76-2e3e-4fdd-bff4-5d2ba10fb453") IDMLCommandRecorder : IDMLDeviceChild {
  // Executes the dispatchable immediately. Returns E_INVALIDARG for an index outside its extent, before anything is
  // written; strew_directml_last_error reports which. Other failures: E_OUTOFMEMORY, and E_ABORT if the caller's cancel
  // callback requested it.
  STREW_DIRECTML_RESULT virtual HRESULT STREW_DIRECTML_CALL RecordDispatch(ID3D12CommandList* commandList,
                                                                           IDMLDispatchable* dispatchable,
                                                                           IDMLBindingTable* bindings) = 0;

 protected:
  ~IDMLCommandRecorder() = default;
};

// A device for one feature level; it also supports IDMLDevice1 and IDMLDebugDevice.
struct STREW_DIRECTML_UUID("6dbd6437-96fd-423f-a98c-ae5e7c2a573f") IDMLDevice : IDMLObject {
  // DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT: whether a type is known at the device's level and whole bytes wide.
  // DML_FEATURE_FEATURE_LEVELS: the highest of the requested levels that is not above the device's.
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CheckFeatureSupport(DML_FEATURE feature, UINT featureQueryDataSize,
                                                                        const void* featureQueryData,
                                                                        UINT featureSupportDataSize,
                                                                        void* featureSupportData) = 0;
  // Checks everything but the contents of tensors: E_INVALIDARG for a malformed description,
  // DXGI_ERROR_UNSUPPORTED for a well-formed one above the device's feature level.
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CreateOperator(const DML_OPERATOR_DESC* desc, REFIID riid,
                                                                   void** ppv) = 0;
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags,
                                                                    REFIID riid, void** ppv) = 0;
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CreateOperatorInitializer(UINT operatorCount,
                                                                              IDMLCompiledOperator* const* operators,
                                                                              REFIID riid, void** ppv) = 0;
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CreateCommandRecorder(REFIID riid, void** ppv) = 0;
  // `desc` may be null: the table is then usable after Reset.
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID riid,
                                                                       void** ppv) = 0;
  // Host memory is always resident: these only check their arguments.
  virtual HRESULT STREW_DIRECTML_CALL Evict(UINT count, IDMLPageable* const* objects) = 0;
  virtual HRESULT STREW_DIRECTML_CALL MakeResident(UINT count, IDMLPageable* const* objects) = 0;
  // What the last failed RecordDispatch or Bind* of this device returned, on any thread; S_OK if none failed. It stays
  // after later successes, as the reason of a removed device does: only another device starts without one.
  virtual HRESULT STREW_DIRECTML_CALL GetDeviceRemovedReason() = 0;
  // E_NOINTERFACE: there is no underlying Direct3D device.
  virtual HRESULT STREW_DIRECTML_CALL GetParentDevice(REFIID riid, void** ppv) = 0;

 protected:
  ~IDMLDevice() = default;
};

// The same device. There are no graphs here, so their descriptions are only declared: code that fills one does not
// compile.
struct DML_GRAPH_DESC;
struct STREW_DIRECTML_UUID("a0884f9a-d2be-4355-aa5d-5901281ad1d2") IDMLDevice1 : IDMLDevice {
  // DXGI_ERROR_UNSUPPORTED, DM28: each operator is compiled by CompileOperator.
  [[nodiscard]] virtual HRESULT STREW_DIRECTML_CALL CompileGraph(const DML_GRAPH_DESC* desc, DML_EXECUTION_FLAGS flags,
                                                                 REFIID riid, void** ppv) = 0;

 protected:
  ~IDMLDevice1() = default;
};

struct STREW_DIRECTML_UUID("7d6f3ac9-394a-4ac3-92a7-390cc57a8217") IDMLDebugDevice : IUnknown {
  virtual void STREW_DIRECTML_CALL SetMuteDebugOutput(BOOL mute) = 0;

 protected:
  ~IDMLDebugDevice() = default;
};

STREW_DIRECTML_END

#endif
