// The caller's data in an IDMLObject: data by GUID and a name. Thread-safe.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "directml/failure.hpp"
#include "strew/directml.h"

namespace strew::frontends::directml {

// An object's name in UTF-8, truncated to 79 bytes.
struct object_name {
  char text[80] = {};
};

class private_data {
 public:
  // With a null `data` only *size is set. DXGI_ERROR_NOT_FOUND, DXGI_ERROR_MORE_DATA (*size is the required size).
  HRESULT get(REFGUID guid, UINT* size, void* data);
  HRESULT set(REFGUID guid, UINT size, const void* data);
  HRESULT set_interface(REFGUID guid, IUnknown* data);
  void set_name(PCWSTR name);
  object_name name();

 private:
  struct entry {
    GUID guid;
    std::vector<std::byte> bytes;
    com_ptr<IUnknown> object;
  };

  std::vector<entry>::iterator find(REFGUID guid);
  HRESULT put(entry made);
  HRESULT remove(REFGUID guid);

  std::mutex guard_;
  std::vector<entry> entries_;
  object_name name_;
};

}  // namespace strew::frontends::directml
