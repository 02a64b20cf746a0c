#include "dlpack.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

#include "failure.hpp"
#include "names.hpp"

namespace strew::python {
namespace {

// What a capsule holds, in the versions 0.x and 1.x of DLPack.
struct managed_tensor {
  dl_tensor tensor;
  void* context;
  void (*deleter)(managed_tensor*);
};

struct versioned_tensor {
  std::uint32_t major;
  std::uint32_t minor;
  void* context;
  void (*deleter)(versioned_tensor*);
  std::uint64_t flags;
  dl_tensor tensor;
};

}  // namespace

// DLPackExchangeAPI of version 1.
struct exchange {
  std::uint32_t major;
  std::uint32_t minor;
  const exchange* previous;
  int (*allocate)(dl_tensor*, versioned_tensor**, void*, void (*)(void*, const char*, const char*));
  int (*take)(void* array, versioned_tensor** made);
  int (*give)(versioned_tensor*, void**);
  int (*borrow)(void*, dl_tensor*);
  int (*stream)(std::int32_t, std::int32_t, void**);
};

namespace {

// Read-only, or a copy: what is written there would be lost.
constexpr std::uint64_t not_writable_flags = 1 | 2;

bool is_on_the_cpu(std::int64_t type) {
  constexpr std::int64_t cpu = 1, pinned = 3;  // pinned for CUDA, in host memory
  return type == cpu || type == pinned;
}

std::string device_name(std::int64_t type) {
  switch (type) {
    case 2:
      return "a CUDA device";
    case 8:
      return "a Metal device";
    case 10:
      return "a ROCm device";
    case 13:
      return "managed CUDA memory";
    default:
      return "device type " + std::to_string(type) + " of DLPack";
  }
}

[[noreturn]] void refuse_device(std::int64_t type, const char* operand) {
  raise(rule::PY2, operand,
        "is on " + device_name(type) + "; this build of strew reads the memory of the CPU only: move it there first");
}

void check_device(nb::handle array, const char* operand) {
  const nb::object device = nb::steal(PyObject_CallMethodObjArgs(array.ptr(), known().dlpack_device, nullptr));
  if (!device.is_valid()) raise_set();
  std::int64_t type = 0;
  if (!nb::isinstance<nb::tuple>(device) || nb::len(device) != 2 || !nb::try_cast(device[0], type))
    raise(rule::PY1, operand, "has no device in the words of DLPack");
  if (!is_on_the_cpu(type)) refuse_device(type, operand);
}

// False also where there is no such method.
bool says_yes(nb::handle array, PyObject* question) {
  const nb::object answer = nb::steal(PyObject_CallMethodObjArgs(array.ptr(), question, nullptr));
  if (answer.is_valid()) return answer.is(Py_True);
  if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) raise_set();
  PyErr_Clear();
  return false;
}

// What a tensor of PyTorch may be that its memory alone does not say. Its own words name no operand.
void check_torch(nb::handle array, const char* operand, bool is_complex) {
  if (nb::getattr(array, known().requires_grad, nb::none()).is(Py_True)) raise(known().requires_grad_error(operand));
  if (is_complex && says_yes(array, known().is_conj))
    raise(rule::PY1, operand, "is a conjugated view (torch's conjugate bit): give tensor.resolve_conj()");
  if (says_yes(array, known().is_neg))
    raise(rule::PY1, operand, "is a view with its sign turned (torch's negative bit): give tensor.resolve_neg()");
}

void check_has_memory(nb::handle array, const char* operand) {
  if (!has_attribute(array, known().dlpack_device)) known().check_memory(array, operand);
}

// A producer that does not know max_version says so with TypeError.
nb::object ask_for_capsule(nb::handle array) {
  const nb::object method = nb::getattr(array, known().dlpack);
  try {
    return method(nb::arg("max_version") = nb::make_tuple(1, 1));
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_TypeError)) throw;
  }
  return method();
}

// What the array's own library refuses to share: sparse, without memory (torch's device meta), on other devices.
[[noreturn]] void refuse_as_its_library(nb::handle array, const nb::python_error& refused, const char* operand) {
  nb::module_::import_("strew._advice").attr("check_kind")(array, operand);
  std::string what = nb::cast<std::string>(nb::str(refused.value()));
  raise(known().from_rule("PY1", operand, "is not shared by its own library: " + what.substr(0, what.find('\n'))));
}

nb::object capsule_of(nb::handle array, const char* operand, bool is_torch) {
  try {
    check_device(array, operand);
    return ask_for_capsule(array);
  } catch (const nb::python_error& refused) {
    const bool is_told = refused.matches(known().error);
    const bool is_refusal = refused.matches(PyExc_BufferError) || (is_torch && refused.matches(PyExc_Exception));
    if (is_told || !is_refusal) throw;
    refuse_as_its_library(array, refused, operand);
  }
}

}  // namespace

dlpack_tensor::~dlpack_tensor() {
  if (managed_ == nullptr) return;
  if (is_versioned_) {
    auto* tensor = static_cast<versioned_tensor*>(managed_);
    if (tensor->deleter != nullptr) tensor->deleter(tensor);
  } else {
    auto* tensor = static_cast<managed_tensor*>(managed_);
    if (tensor->deleter != nullptr) tensor->deleter(tensor);
  }
}

const exchange* exchange_of(nb::handle type) {
  const nb::object capsule = nb::getattr(type, "__dlpack_c_exchange_api__", nb::none());
  if (PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api") == 0) return nullptr;
  const auto* found = static_cast<const exchange*>(PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"));
  while (found != nullptr && found->major != 1) found = found->previous;
  return found;
}

void dlpack_tensor::take(nb::handle array, const char* operand, const array_kind& kind, bool is_new) {
  constexpr std::uint8_t complex = 5;
  const exchange* exchanged = kind.exchanged;
  const bool is_torch = kind.from == origin::torch;
  const bool is_direct = exchanged != nullptr && (borrow(array, *exchanged) || take_directly(array, *exchanged));
  if (is_torch && !is_new) check_torch(array, operand, !is_direct || tensor().code == complex);
  if (!is_direct) {
    take_capsule(array, operand, is_torch);
  } else if (!is_on_the_cpu(tensor().device.type)) {
    refuse_device(tensor().device.type, operand);
  }
}

// False where the library cannot.
bool dlpack_tensor::borrow(nb::handle array, const exchange& functions) {
  if (functions.borrow == nullptr) return false;
  if (functions.borrow(array.ptr(), &borrowed_) != 0) {
    PyErr_Clear();
    return false;
  }
  tensor_ = &borrowed_;
  return true;
}

// False where the library cannot; its __dlpack__ says why.
bool dlpack_tensor::take_directly(nb::handle array, const exchange& functions) {
  versioned_tensor* made = nullptr;
  if (functions.take(array.ptr(), &made) != 0 || made == nullptr) {
    PyErr_Clear();
    return false;
  }
  managed_ = made;
  tensor_ = &made->tensor;
  is_versioned_ = true;
  is_read_only_ = (made->flags & not_writable_flags) != 0;
  return true;
}

void dlpack_tensor::take_capsule(nb::handle array, const char* operand, bool is_torch) {
  check_has_memory(array, operand);
  const nb::object capsule = capsule_of(array, operand, is_torch);
  const bool is_versioned = PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned") != 0;
  void* managed = PyCapsule_GetPointer(capsule.ptr(), is_versioned ? "dltensor_versioned" : "dltensor");
  if (managed == nullptr) {
    PyErr_Clear();
    raise(rule::PY1, operand, "gave no capsule of DLPack");
  }
  if (is_versioned && static_cast<versioned_tensor*>(managed)->major != 1)
    raise(rule::PY1, operand, "comes in a version of DLPack other than 1");
  if (PyCapsule_SetName(capsule.ptr(), is_versioned ? "used_dltensor_versioned" : "used_dltensor") != 0) raise_set();
  managed_ = managed;
  tensor_ =
      is_versioned ? &static_cast<versioned_tensor*>(managed)->tensor : &static_cast<managed_tensor*>(managed)->tensor;
  is_versioned_ = is_versioned;
  is_read_only_ = is_versioned && (static_cast<versioned_tensor*>(managed)->flags & not_writable_flags) != 0;
}

std::uint64_t dlpack_tensor::rank() const {
  return static_cast<std::uint64_t>(std::max(tensor().rank, 0));
}

std::uint32_t dlpack_tensor::type() const {
  const dl_tensor& held = tensor();
  return held.code | static_cast<std::uint32_t>(held.bits) << 8U | static_cast<std::uint32_t>(held.lanes) << 16U;
}

}  // namespace strew::python
