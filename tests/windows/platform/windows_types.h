// What the adapter that comes with DirectX's headers for Linux defines before DirectML.h needs it: types as macros and
// typedefs, codes as macros, an IUnknown that is not noexcept.
#pragma once

#include <cstddef>
#include <cstdint>

typedef int32_t HRESULT;
typedef uint32_t UINT;
typedef uint32_t ULONG;
typedef uint64_t UINT64;
typedef size_t SIZE_T;
typedef int32_t BOOL;
typedef const wchar_t* PCWSTR;
typedef struct _GUID {
  uint32_t Data1;
  uint16_t Data2;
  uint16_t Data3;
  uint8_t Data4[8];
} GUID;
typedef GUID IID;
#define REFGUID const GUID&
#define REFIID const IID&
#define STDMETHODCALLTYPE

#define S_OK ((HRESULT)0L)
#define E_INVALIDARG ((HRESULT)0x80070057L)
#define SUCCEEDED(hr) (((HRESULT)(hr)) >= 0)
#define FAILED(hr) (((HRESULT)(hr)) < 0)

struct IUnknown {
  virtual HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** ppvObject) = 0;
  virtual ULONG STDMETHODCALLTYPE AddRef() = 0;
  virtual ULONG STDMETHODCALLTYPE Release() = 0;
};
