// Elements in memory, by accesses of push.unit bytes, as aligned as addresses are.
uint64_t load_bytes(uint64_t at, uint bytes) {
  if (bytes <= push.unit) {
    if (bytes == 1) return uint64_t(bytes_1(at).v);
    if (bytes == 2) return uint64_t(bytes_2(at).v);
    return bytes == 4 ? uint64_t(bytes_4(at).v) : bytes_8(at).v;
  }
  uint64_t raw = 0UL;
  for (uint i = 0; i < bytes; i += push.unit) {
    const uint64_t part = push.unit == 4   ? uint64_t(bytes_4(at + i).v)
                          : push.unit == 2 ? uint64_t(bytes_2(at + i).v)
                                           : uint64_t(bytes_1(at + i).v);
    raw |= part << (8 * i);
  }
  return raw;
}
void store_bytes(uint64_t at, uint bytes, uint64_t raw) {
  if (bytes <= push.unit) {
    if (bytes == 1) bytes_1(at).v = uint8_t(raw);
    else if (bytes == 2) bytes_2(at).v = uint16_t(raw);
    else if (bytes == 4) bytes_4(at).v = uint(raw);
    else bytes_8(at).v = raw;
    return;
  }
  for (uint i = 0; i < bytes; i += push.unit) {
    if (push.unit == 4) bytes_4(at + i).v = uint(raw >> (8 * i));
    else if (push.unit == 2) bytes_2(at + i).v = uint16_t(raw >> (8 * i));
    else bytes_1(at + i).v = uint8_t(raw >> (8 * i));
  }
}
number_t load_element(uint64_t at, uint type) {
  const uint bytes = part_bytes(type);
  return number_t(load_bytes(at, bytes), is_complex(type) ? load_bytes(at + bytes, bytes) : 0UL);
}
void store_element(uint64_t at, number_t element, uint type) {
  const uint bytes = part_bytes(type);
  store_bytes(at, bytes, element.low);
  if (is_complex(type)) store_bytes(at + bytes, bytes, element.high);
}
