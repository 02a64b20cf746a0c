// Files of the .safetensors format: any bytes, and a header of the right length that is any text.
#include "fuzz/files/reading.hpp"
#include "fuzz/shared/choices.hpp"
#include "support/little_endian.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

using test::little_endian;

// A header of the right form, with numbers that are near what would be right.
std::string any_header(choices& in, std::uint64_t& data_bytes) {
  static constexpr const char* types[] = {"F32", "F16", "BF16", "U8", "BOOL", "C64", "F8_E4M3", "F4"};
  std::string json = in.one_in(4) ? R"({"__metadata__":{"a":"b"},)" : "{";
  data_bytes = 0;
  const std::uint64_t count = in.below(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t extent = in.one_in(16) ? in.arbitrary() : in.below(9);
    const std::uint64_t begin = in.one_in(16) ? in.arbitrary() : data_bytes;
    const std::uint64_t bytes = (in.one_in(4) ? in.below(40) : 4 * extent) % 64;
    const std::uint64_t type = in.one_in(4) ? in.below(8) : 0;
    json += std::string(i == 0 ? "" : ",") + "\"t" + std::to_string(in.one_in(16) ? 0 : i) + R"(":{"dtype":")" +
            types[type] + R"(","shape":[)" + std::to_string(extent) + R"(],"data_offsets":[)" + std::to_string(begin) +
            "," + std::to_string(begin + bytes) + "]}";
    data_bytes += bytes;
  }
  return json + "}";
}

void fuzz_safetensors(choices& in, const std::string& all) {
  if (in.one_in(4)) return verify_reading("safetensors", all);
  if (in.one_in(4)) return verify_reading("safetensors", little_endian(all.size(), 8) + all);
  std::uint64_t data_bytes = 0;
  const std::string json = any_header(in, data_bytes);
  const std::uint64_t length = in.one_in(32) ? in.arbitrary() : json.size();
  verify_reading("safetensors",
                 little_endian(length, 8) + json + std::string(data_bytes + (in.one_in(32) ? 1 : 0), 'd'));
}

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strew::fuzz::choices in(data, size);
  strew::fuzz::fuzz_safetensors(in, std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
