#include "directml/private_id.hpp"

#include <cstring>

namespace strew::frontends::directml {
namespace {

const char place = 0;  // its address identifies this loaded copy of the library

}  // namespace

GUID private_id(object_kind kind) {
  GUID made = {0x1b0d3a51, static_cast<std::uint16_t>(kind), 0x4f0b, {}};
  const auto address = reinterpret_cast<std::uintptr_t>(&place);
  static_assert(sizeof address <= sizeof made.Data4);
  std::memcpy(made.Data4, &address, sizeof address);
  return made;
}

}  // namespace strew::frontends::directml
