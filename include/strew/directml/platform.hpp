// Windows types used by code for DirectML: HRESULT, UINT, GUID, IUnknown. On Windows they are included; elsewhere they
// are defined here with the same widths, unless another header declared them before.
//
// The names of DirectML are in the global namespace, as code for DirectML expects them. If DirectML's own header was
// included before, or STREW_DIRECTML_NO_NAMES is defined, they are in namespace strew::directml instead and do not
// conflict; layouts are the same.
#ifndef STREW_DIRECTML_PLATFORM_HPP
#define STREW_DIRECTML_PLATFORM_HPP

#if !defined(__cplusplus)
#error "strew/directml.h is for C++, as DirectML.h is; C programs use strew/strew.h"
#endif

#if (defined(_MSVC_LANG) && _MSVC_LANG < 201703L) || (!defined(_MSVC_LANG) && __cplusplus < 201703L)
#error "strew/directml.h needs C++17"
#endif

#include <cstddef>
#include <cstdint>

#if defined(DIRECTML_H) || defined(__directml_h__)
#define STREW_DIRECTML_BESIDE_PLATFORM 1
#endif

#if defined(STREW_DIRECTML_BESIDE_PLATFORM) || defined(STREW_DIRECTML_NO_NAMES)
#define STREW_DIRECTML_BEGIN \
  namespace strew {          \
  namespace directml {
#define STREW_DIRECTML_END \
  }                        \
  }
#else
#define STREW_DIRECTML_NAMES 1
#define STREW_DIRECTML_BEGIN
#define STREW_DIRECTML_END
#endif

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <unknwn.h>
#endif

// A method that returns a struct is given the place for it. MSVC's compiler, and clang as it, pass the object first and
// then that place; g++ and clang for MinGW the reverse. There the place is a parameter, so that objects of either serve
// programs of the other: as the headers of MinGW-w64 do for Direct3D 12 (WIDL_EXPLICIT_AGGREGATE_RETURNS).
#if defined(_WIN32) && !defined(_MSC_VER)
#define STREW_DIRECTML_EXPLICIT_AGGREGATES 1
#endif

// Direct3D 12 objects in DirectML's signatures. strew works on host memory: null is expected, nothing is read.
struct ID3D12Device;
struct ID3D12CommandList;

// The Windows types already exist on Windows, together with the platform's header, after an adapter that declares them
// for other systems (wsl/winadapter.h of DirectX-Headers; each defines the calling convention of COM), or if the
// includer declares so.
#if defined(_WIN32) || defined(STREW_DIRECTML_BESIDE_PLATFORM) || defined(STDMETHODCALLTYPE) || \
    defined(STREW_DIRECTML_WINDOWS_TYPES)
#define STREW_DIRECTML_HAS_WINDOWS_TYPES 1
#endif

#if !defined(STREW_DIRECTML_HAS_WINDOWS_TYPES)

STREW_DIRECTML_BEGIN

using INT8 = std::int8_t;
using INT16 = std::int16_t;
using INT32 = std::int32_t;
using INT64 = std::int64_t;
using UINT8 = std::uint8_t;
using UINT16 = std::uint16_t;
using UINT32 = std::uint32_t;
using UINT64 = std::uint64_t;
using BYTE = std::uint8_t;
using WORD = std::uint16_t;
using DWORD = std::uint32_t;
using INT = std::int32_t;
using UINT = std::uint32_t;
using LONG = std::int32_t;
using ULONG = std::uint32_t;
using FLOAT = float;
using SIZE_T = std::size_t;
using BOOL = std::int32_t;
using WCHAR = wchar_t;
using PCWSTR = const wchar_t*;
using LPCWSTR = const wchar_t*;
using HRESULT = std::int32_t;

struct GUID {
  std::uint32_t Data1;
  std::uint16_t Data2;
  std::uint16_t Data3;
  std::uint8_t Data4[8];
};
using IID = GUID;
using REFGUID = const GUID&;
using REFIID = const IID&;

inline constexpr HRESULT S_OK = 0;
inline constexpr HRESULT S_FALSE = 1;
inline constexpr HRESULT E_ABORT = static_cast<HRESULT>(0x80004004);
inline constexpr HRESULT E_FAIL = static_cast<HRESULT>(0x80004005);
inline constexpr HRESULT E_NOINTERFACE = static_cast<HRESULT>(0x80004002);
inline constexpr HRESULT E_NOTIMPL = static_cast<HRESULT>(0x80004001);
inline constexpr HRESULT E_POINTER = static_cast<HRESULT>(0x80004003);
inline constexpr HRESULT E_UNEXPECTED = static_cast<HRESULT>(0x8000FFFF);
inline constexpr HRESULT E_OUTOFMEMORY = static_cast<HRESULT>(0x8007000E);
inline constexpr HRESULT E_INVALIDARG = static_cast<HRESULT>(0x80070057);
inline constexpr HRESULT DXGI_ERROR_UNSUPPORTED = static_cast<HRESULT>(0x887A0004);
inline constexpr HRESULT DXGI_ERROR_DEVICE_REMOVED = static_cast<HRESULT>(0x887A0005);
inline constexpr HRESULT DXGI_ERROR_DEVICE_HUNG = static_cast<HRESULT>(0x887A0006);
inline constexpr HRESULT DXGI_ERROR_DEVICE_RESET = static_cast<HRESULT>(0x887A0007);
inline constexpr HRESULT DXGI_ERROR_NOT_FOUND = static_cast<HRESULT>(0x887A0002);
inline constexpr HRESULT DXGI_ERROR_MORE_DATA = static_cast<HRESULT>(0x887A0003);
inline constexpr HRESULT DXGI_ERROR_SDK_COMPONENT_MISSING = static_cast<HRESULT>(0x887A002D);

#ifndef SUCCEEDED
#define SUCCEEDED(result) ((result) >= 0)
#endif
#ifndef FAILED
#define FAILED(result) ((result) < 0)
#endif
#if defined(STREW_DIRECTML_NAMES)
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#endif

// Reference counting and interfaces of COM. Objects are created with one reference; the last Release destroys them.
struct IUnknown {
  virtual HRESULT QueryInterface(REFIID riid, void** object) = 0;
  virtual ULONG AddRef() = 0;
  virtual ULONG Release() = 0;

 protected:
  ~IUnknown() = default;
};

STREW_DIRECTML_END

#define STREW_DIRECTML_CALL
#define STREW_DIRECTML_UUID(text)

#else

#if defined(STDMETHODCALLTYPE)
#define STREW_DIRECTML_CALL STDMETHODCALLTYPE
#else
#define STREW_DIRECTML_CALL
#endif
#if defined(_MSC_VER)
#define STREW_DIRECTML_UUID(text) __declspec(uuid(text))
#else
#define STREW_DIRECTML_UUID(text)
#endif

#endif

// winnt.h has it; adapters for other systems may not. Not of a pointer.
#if defined(STREW_DIRECTML_NAMES) && !defined(ARRAYSIZE)
namespace strew {
namespace directml {
namespace detail {
template <class Element, std::size_t Count>
char (*as_many_as(Element (&)[Count]))[Count];
}  // namespace detail
}  // namespace directml
}  // namespace strew
#define ARRAYSIZE(array) sizeof(*::strew::directml::detail::as_many_as(array))
#endif

#endif
