// Files of the .npy format: any bytes, and a header of the right length around any text.
#include "fuzz/files/reading.hpp"
#include "fuzz/shared/choices.hpp"
#include "support/little_endian.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using strew::test::little_endian;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const int version = data[0] % 4;
  if (version == 0) {
    strew::fuzz::verify_reading("npy", text);
    return 0;
  }
  // After the header come as many bytes of elements as the first byte says.
  const std::string elements(data[0] / 4, 'e');
  strew::fuzz::verify_reading("npy", "\x93NUMPY" + little_endian(static_cast<unsigned>(version), 2) +
                                         little_endian(text.size(), version == 1 ? 2 : 4) + text + elements);
  return 0;
}
