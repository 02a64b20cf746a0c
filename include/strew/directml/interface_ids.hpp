// The identifier of each interface, and IID_PPV_ARGS and __uuidof for compilers without them.
#ifndef STREW_DIRECTML_INTERFACE_IDS_HPP
#define STREW_DIRECTML_INTERFACE_IDS_HPP

#include <cstring>
#include <type_traits>

#include "strew/directml/objects.hpp"

namespace strew {
namespace directml {
namespace detail {

// Defined for each interface of DirectML and for IUnknown.
template <class Interface>
struct identified;

template <>
struct identified<IUnknown> {
  static constexpr GUID id = {0x00000000, 0x0000, 0x0000, {0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46}};
};

// The interface of an expression or a type: of a pointer that of its object.
template <class Type>
using interface_of = std::remove_cv_t<std::remove_pointer_t<std::remove_reference_t<Type>>>;

// The place for a new object: of a pointer, or of a smart pointer that is converted to it, as WRL's &pointer.
template <class Interface>
void** ppv(Interface** pointer) noexcept {
  return reinterpret_cast<void**>(pointer);
}
template <class Reference, class = std::enable_if_t<std::is_class<Reference>::value>>
void** ppv(Reference reference) noexcept {
  return reference;
}

}  // namespace detail

// interface_id<IDMLDevice> and so on.
template <class Interface>
inline constexpr const GUID& interface_id = detail::identified<Interface>::id;

inline bool is_same_id(const GUID& a, const GUID& b) noexcept {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace directml
}  // namespace strew

#if defined(STREW_DIRECTML_NAMES)
#define STREW_DIRECTML_NAME(type) type
#else
#define STREW_DIRECTML_NAME(type) strew::directml::type
#endif
// MinGW and the adapter for WSL emulate __uuidof, which their IID_PPV_ARGS uses, by templates that must be specialised
// for each interface; otherwise programs do not link.
#if defined(__CRT_UUID_DECL)
#define STREW_DIRECTML_UUID_DECL(type, ...) \
  __CRT_UUID_DECL(type, __VA_ARGS__) STREW_DIRECTML_CONST_UUID_DECL(type, __VA_ARGS__)
#if defined(__MINGW32__)  // whose __uuidof of a pointer to a constant object asks for that of its type
#define STREW_DIRECTML_CONST_UUID_DECL(type, ...) __CRT_UUID_DECL(const type, __VA_ARGS__)
#else
#define STREW_DIRECTML_CONST_UUID_DECL(...)
#endif
#else
#define STREW_DIRECTML_UUID_DECL(...)
#endif
#define STREW_DIRECTML_ID(type, a, b, c, d, e, f, g, h, i, j, k)          \
  template <>                                                             \
  struct strew::directml::detail::identified<STREW_DIRECTML_NAME(type)> { \
    static constexpr GUID id = {a, b, c, {d, e, f, g, h, i, j, k}};       \
  };                                                                      \
  STREW_DIRECTML_UUID_DECL(STREW_DIRECTML_NAME(type), a, b, c, d, e, f, g, h, i, j, k)
STREW_DIRECTML_ID(IDMLObject, 0xc8263aac, 0x9e0c, 0x4a2d, 0x9b, 0x8e, 0x00, 0x75, 0x21, 0xa3, 0x31, 0x7c)
STREW_DIRECTML_ID(IDMLDeviceChild, 0x27e83142, 0x8165, 0x49e3, 0x97, 0x4e, 0x2f, 0xd6, 0x6e, 0x4c, 0xb6, 0x9d)
STREW_DIRECTML_ID(IDMLPageable, 0xb1ab0825, 0x4542, 0x4a4b, 0x86, 0x17, 0x6d, 0xde, 0x6e, 0x8f, 0x62, 0x01)
STREW_DIRECTML_ID(IDMLOperator, 0x26caae7a, 0x3081, 0x4633, 0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d)
STREW_DIRECTML_ID(IDMLDispatchable, 0xdcb821a8, 0x1039, 0x441e, 0x9f, 0x1c, 0xb1, 0x75, 0x9c, 0x2f, 0x3c, 0xec)
STREW_DIRECTML_ID(IDMLCompiledOperator, 0x6b15e56a, 0xbf5c, 0x4902, 0x92, 0xd8, 0xda, 0x3a, 0x65, 0x0a, 0xfe, 0xa4)
STREW_DIRECTML_ID(IDMLOperatorInitializer, 0x427c1113, 0x435c, 0x469c, 0x86, 0x76, 0x4d, 0x5d, 0xd0, 0x72, 0xf8, 0x13)
STREW_DIRECTML_ID(IDMLBindingTable, 0x29c687dc, 0xde74, 0x4e3b, 0xab, 0x00, 0x11, 0x68, 0xf2, 0xfc, 0x3c, 0xfc)
STREW_DIRECTML_ID(IDMLCommandRecorder, 0xe6857a76, 0x2e3e, 0x4fdd, 0xbf, 0xf4, 0x5d, 0x2b, 0xa1, 0x0f, 0xb4, 0x53)
STREW_DIRECTML_ID(IDMLDevice, 0x6dbd6437, 0x96fd, 0x423f, 0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f)
STREW_DIRECTML_ID(IDMLDevice1, 0xa0884f9a, 0xd2be, 0x4355, 0xaa, 0x5d, 0x59, 0x01, 0x28, 0x1a, 0xd1, 0xd2)
STREW_DIRECTML_ID(IDMLDebugDevice, 0x7d6f3ac9, 0x394a, 0x4ac3, 0x92, 0xa7, 0x39, 0x0c, 0xc5, 0x7a, 0x82, 0x17)
#undef STREW_DIRECTML_ID
#undef STREW_DIRECTML_UUID_DECL
#undef STREW_DIRECTML_CONST_UUID_DECL
#undef STREW_DIRECTML_NAME

// The last two arguments of a method that creates an object: IID_PPV_ARGS(&pointer).
#define STREW_DIRECTML_PPV_ARGS(pointer)                                           \
  ::strew::directml::interface_id<std::remove_reference_t<decltype(**(pointer))>>, \
      ::strew::directml::detail::ppv(pointer)
#if !defined(IID_PPV_ARGS)
#define IID_PPV_ARGS(pointer) STREW_DIRECTML_PPV_ARGS(pointer)
#endif
#if defined(STREW_DIRECTML_NAMES) && !defined(STREW_DIRECTML_HAS_WINDOWS_TYPES) && !defined(__uuidof)
#define __uuidof(type) ::strew::directml::interface_id<::strew::directml::detail::interface_of<__typeof(type)>>
#endif

#endif
