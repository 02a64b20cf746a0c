// The identifier of each interface, and IID_PPV_ARGS for compilers without __uuidof.
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
template <>
struct identified<IDMLObject> {
  static constexpr GUID id = {0xc8263aac, 0x9e0c, 0x4a2d, {0x9b, 0x8e, 0x00, 0x75, 0x21, 0xa3, 0x31, 0x7c}};
};
template <>
struct identified<IDMLDeviceChild> {
  static constexpr GUID id = {0x27e83142, 0x8165, 0x49e3, {0x97, 0x4e, 0x2f, 0xd6, 0x6e, 0x4c, 0xb6, 0x9d}};
};
template <>
struct identified<IDMLPageable> {
  static constexpr GUID id = {0xb1ab0825, 0x4542, 0x4a4b, {0x86, 0x17, 0x6d, 0xde, 0x6e, 0x8f, 0x62, 0x01}};
};
template <>
struct identified<IDMLOperator> {
  static constexpr GUID id = {0x26caae7a, 0x3081, 0x4633, {0x95, 0x81, 0x22, 0x6f, 0xbe, 0x57, 0x69, 0x5d}};
};
template <>
struct identified<IDMLDispatchable> {
  static constexpr GUID id = {0xdcb821a8, 0x1039, 0x441e, {0x9f, 0x1c, 0xb1, 0x75, 0x9c, 0x2f, 0x3c, 0xec}};
};
template <>
struct identified<IDMLCompiledOperator> {
  static constexpr GUID id = {0x6b15e56a, 0xbf5c, 0x4902, {0x92, 0xd8, 0xda, 0x3a, 0x65, 0x0a, 0xfe, 0xa4}};
};
template <>
struct identified<IDMLOperatorInitializer> {
  static constexpr GUID id = {0x427c1113, 0x435c, 0x469c, {0x86, 0x76, 0x4d, 0x5d, 0xd0, 0x72, 0xf8, 0x13}};
};
template <>
struct identified<IDMLBindingTable> {
  static constexpr GUID id = {0x29c687dc, 0xde74, 0x4e3b, {0xab, 0x00, 0x11, 0x68, 0xf2, 0xfc, 0x3c, 0xfc}};
};
template <>
struct identified<IDMLCommandRecorder> {
  static constexpr GUID id = {0xe6857a76, 0x2e3e, 0x4fdd, {0xbf, 0xf4, 0x5d, 0x2b, 0xa1, 0x0f, 0xb4, 0x53}};
};
template <>
struct identified<IDMLDevice> {
  static constexpr GUID id = {0x6dbd6437, 0x96fd, 0x423f, {0xa9, 0x8c, 0xae, 0x5e, 0x7c, 0x2a, 0x57, 0x3f}};
};
template <>
struct identified<IDMLDebugDevice> {
  static constexpr GUID id = {0x7d6f3ac9, 0x394a, 0x4ac3, {0x92, 0xa7, 0x39, 0x0c, 0xc5, 0x7a, 0x82, 0x17}};
};

template <class Interface>
void** ppv(Interface** pointer) noexcept {
  return reinterpret_cast<void**>(pointer);
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

#if defined(__MINGW32__)
// MinGW's __uuidof, used by its IID_PPV_ARGS, is a template that must be specialised for each interface.
#if defined(STREW_DIRECTML_NAMES)
#define STREW_DIRECTML_UUIDOF(type)              \
  template <>                                    \
  constexpr const GUID& __mingw_uuidof<type>() { \
    return strew::directml::interface_id<type>;  \
  }
#else
#define STREW_DIRECTML_UUIDOF(type)                               \
  template <>                                                     \
  constexpr const GUID& __mingw_uuidof<strew::directml::type>() { \
    return strew::directml::interface_id<strew::directml::type>;  \
  }
#endif
STREW_DIRECTML_UUIDOF(IDMLObject)
STREW_DIRECTML_UUIDOF(IDMLDeviceChild)
STREW_DIRECTML_UUIDOF(IDMLPageable)
STREW_DIRECTML_UUIDOF(IDMLOperator)
STREW_DIRECTML_UUIDOF(IDMLDispatchable)
STREW_DIRECTML_UUIDOF(IDMLCompiledOperator)
STREW_DIRECTML_UUIDOF(IDMLOperatorInitializer)
STREW_DIRECTML_UUIDOF(IDMLBindingTable)
STREW_DIRECTML_UUIDOF(IDMLCommandRecorder)
STREW_DIRECTML_UUIDOF(IDMLDevice)
STREW_DIRECTML_UUIDOF(IDMLDebugDevice)
#undef STREW_DIRECTML_UUIDOF
#endif

// The last two arguments of a method that creates an object: IID_PPV_ARGS(&pointer).
#define STREW_DIRECTML_PPV_ARGS(pointer)                                           \
  ::strew::directml::interface_id<std::remove_reference_t<decltype(**(pointer))>>, \
      ::strew::directml::detail::ppv(pointer)
#if !defined(IID_PPV_ARGS)
#define IID_PPV_ARGS(pointer) STREW_DIRECTML_PPV_ARGS(pointer)
#endif

#endif
