// Elements in memory, by accesses of push.unit bytes, as aligned as addresses are. Loops have constant ends, so that they
// are unrolled.
uint64_t load_bytes(uint64_t at, uint bytes) {
  if (bytes <= push.unit) {
    if (bytes == 1) return uint64_t(bytes_1(at).v);
    if (bytes == 2) return uint64_t(bytes_2(at).v);
    return bytes == 4 ? uint64_t(bytes_4(at).v) : bytes_8(at).v;
  }
  uint64_t raw = 0UL;
  if (push.unit == 4) return uint64_t(bytes_4(at).v) | (uint64_t(bytes_4(at + 4).v) << 32);
  if (push.unit == 2) {
    for (uint i = 0; i < 8; i += 2)
      if (i < bytes) raw |= uint64_t(bytes_2(at + i).v) << (8 * i);
    return raw;
  }
  for (uint i = 0; i < 8; ++i)
    if (i < bytes) raw |= uint64_t(bytes_1(at + i).v) << (8 * i);
  return raw;
}
void store_bytes(uint64_t at, uint bytes, uint64_t raw) {
  if (bytes <= push.unit) {
    if (bytes == 1) bytes_1(at).v = uint8_t(raw);
    else if (bytes == 2) bytes_2(at).v = uint16_t(raw);
    else if (bytes == 4) bytes_4(at).v = uint(raw);
    else bytes_8(at).v = raw;
  } else if (push.unit == 4) {
    bytes_4(at).v = uint(raw);
    bytes_4(at + 4).v = uint(raw >> 32);
  } else if (push.unit == 2) {
    for (uint i = 0; i < 8; i += 2)
      if (i < bytes) bytes_2(at + i).v = uint16_t(raw >> (8 * i));
  } else {
    for (uint i = 0; i < 8; ++i)
      if (i < bytes) bytes_1(at + i).v = uint8_t(raw >> (8 * i));
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
