#include "directml/device.hpp"

#include <utility>

#include "directml/binding_table.hpp"
#include "directml/compiled_operator.hpp"
#include "directml/initializer.hpp"
#include "directml/recorder.hpp"

namespace strew::frontends::directml {
namespace {

constexpr auto known_flags = DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION |
                             DML_EXECUTION_FLAG_DISABLE_META_COMMANDS | DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;

std::string_view operator_of(const DML_OPERATOR_DESC* desc) {
  const char* name = desc == nullptr ? nullptr : strew_directml_operator_name(desc->Type);
  return name == nullptr ? std::string_view{} : name;
}

// Makes an object; fails if memory is exhausted.
template <class Class, class... Arguments>
maybe_failure make_object(IUnknown*& made, Arguments&&... arguments) {
  auto* object = new (std::nothrow) Class(std::forward<Arguments>(arguments)...);
  if (object == nullptr) return out_of_memory();
  made = object;
  return {};
}

}  // namespace

HRESULT device::report(const subject& where, const object_name& who, const failure& bad) {
  return report_failure(settings_, !is_muted_, where, who, bad);
}

HRESULT device::report_removal(const subject& where, const object_name& who, const failure& bad) {
  removed_reason_ = bad.result;
  return report(where, who, bad);
}

HRESULT STREW_DIRECTML_CALL device::QueryInterface(REFIID riid, void** ppv) noexcept {
  if (ppv == nullptr || !is_same_id(riid, interface_id<IDMLDebugDevice>)) return object::QueryInterface(riid, ppv);
  *ppv = static_cast<IDMLDebugDevice*>(this);
  AddRef();
  return S_OK;
}

HRESULT device::give(IUnknown* made, std::string_view method, REFIID riid, void** ppv) noexcept {
  HRESULT result = made->QueryInterface(riid, ppv);
  if (FAILED(result))
    result = report({method}, {E_NOINTERFACE, fail(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM25",
                                                   "the object does not have the interface requested")});
  made->Release();
  return result;
}

template <class Make>
HRESULT device::create(const subject& where, REFIID riid, void** ppv, Make make) noexcept try {
  if (ppv == nullptr) return report(where, null_pointer(STREW_OPERAND_NONE, "ppv"));
  *ppv = nullptr;
  IUnknown* made = nullptr;
  const maybe_failure bad = make(made);
  return bad ? report(where, *bad) : give(made, where.method, riid, ppv);
} catch (const std::bad_alloc&) {
  return report(where, out_of_memory());
}

HRESULT STREW_DIRECTML_CALL device::CreateOperator(const DML_OPERATOR_DESC* desc, REFIID riid, void** ppv) noexcept {
  return create({"IDMLDevice::CreateOperator", operator_of(desc)}, riid, ppv, [&](IUnknown*& made) {
    planned_operator work;
    if (auto bad = plan_operator(settings_, desc, work)) return bad;
    return make_object<operator_object>(made, *this, std::move(work));
  });
}

HRESULT STREW_DIRECTML_CALL device::CompileOperator(IDMLOperator* op, DML_EXECUTION_FLAGS flags, REFIID riid,
                                                    void** ppv) noexcept {
  return create({"IDMLDevice::CompileOperator"}, riid, ppv, [&](IUnknown*& made) -> maybe_failure {
    com_ptr<operator_object> found;
    if (auto bad = find_own(op, *this, "the operator", found)) return bad;
    if ((flags & ~known_flags) != DML_EXECUTION_FLAG_NONE) {
      return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM2", "the execution flags are {:#x}",
                     static_cast<std::uint32_t>(flags));
    }
    com_ptr<compiled_operator> fresh;
    *fresh.put() = new (std::nothrow) compiled_operator(*this, std::move(found));
    if (!fresh) return out_of_memory();
    if (auto bad = fresh->compile()) return bad;
    fresh->AddRef();
    made = fresh.get();
    return {};
  });
}

HRESULT STREW_DIRECTML_CALL device::CreateOperatorInitializer(UINT count, IDMLCompiledOperator* const* operators,
                                                              REFIID riid, void** ppv) noexcept {
  return create({"IDMLDevice::CreateOperatorInitializer"}, riid, ppv, [&](IUnknown*& made) -> maybe_failure {
    com_ptr<initializer> fresh;
    *fresh.put() = new (std::nothrow) initializer(*this);
    if (!fresh) return out_of_memory();
    if (auto bad = fresh->set_operators(count, operators)) return bad;
    fresh->AddRef();
    made = fresh.get();
    return {};
  });
}

HRESULT STREW_DIRECTML_CALL device::CreateCommandRecorder(REFIID riid, void** ppv) noexcept {
  return create({"IDMLDevice::CreateCommandRecorder"}, riid, ppv,
                [&](IUnknown*& made) { return make_object<recorder>(made, *this); });
}

HRESULT STREW_DIRECTML_CALL device::CreateBindingTable(const DML_BINDING_TABLE_DESC* desc, REFIID riid,
                                                       void** ppv) noexcept {
  return create({"IDMLDevice::CreateBindingTable"}, riid, ppv, [&](IUnknown*& made) -> maybe_failure {
    com_ptr<binding_table> fresh;
    *fresh.put() = new (std::nothrow) binding_table(*this);
    if (!fresh) return out_of_memory();
    if (auto bad = fresh->set_target(desc)) return bad;
    fresh->AddRef();
    made = fresh.get();
    return {};
  });
}

HRESULT device::check_pageables(std::string_view method, UINT count, IDMLPageable* const* objects) noexcept {
  if (count > 0 && objects == nullptr) return report({method}, null_pointer(STREW_OPERAND_NONE, "the list of objects"));
  for (UINT i = 0; i < count; ++i) {
    com_ptr<dispatchable> found;
    if (const maybe_failure bad = find_own(objects[i], *this, "a pageable object", found))
      return report({method}, *bad);
  }
  return S_OK;
}

HRESULT STREW_DIRECTML_CALL device::Evict(UINT count, IDMLPageable* const* objects) noexcept {
  return check_pageables("IDMLDevice::Evict", count, objects);
}

HRESULT STREW_DIRECTML_CALL device::MakeResident(UINT count, IDMLPageable* const* objects) noexcept {
  return check_pageables("IDMLDevice::MakeResident", count, objects);
}

HRESULT STREW_DIRECTML_CALL device::GetParentDevice(REFIID, void** ppv) noexcept {
  if (ppv == nullptr) return report({"IDMLDevice::GetParentDevice"}, null_pointer(STREW_OPERAND_NONE, "ppv"));
  *ppv = nullptr;
  return report({"IDMLDevice::GetParentDevice"},
                {E_NOINTERFACE, fail(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM25",
                                     "there is no Direct3D device behind this one")});
}

HRESULT STREW_DIRECTML_CALL device::CompileGraph(const DML_GRAPH_DESC*, DML_EXECUTION_FLAGS, REFIID,
                                                 void** ppv) noexcept {
  if (ppv != nullptr) *ppv = nullptr;
  return report({"IDMLDevice1::CompileGraph"},
                unsupported(STREW_OPERAND_NONE, "DM28",
                            "there are no graphs here; CompileOperator compiles each gather and scatter"));
}

}  // namespace strew::frontends::directml
