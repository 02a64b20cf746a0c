// Names of arrays: any text is a name or refused with a message, and what it means can be asked.
#include <cstdint>
#include <string_view>

#include "files/array_name.hpp"
#include "files/formats.hpp"
#include "files/shape_bytes.hpp"
#include "fuzz/shared/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto name = files::parse_array_name(text);
  const auto output = files::parse_output_name(text);
  STREW_REQUIRE(name || (!output && !name.error().message.empty()));
  if (!name) return 0;
  STREW_REQUIRE(name->format != nullptr && name->file.size() + name->member.size() <= size);
  STREW_REQUIRE(output ? output->format != nullptr : !output.error().message.empty());
  if (name->format != &files::raw_format()) return 0;
  STREW_REQUIRE(name->type.element_bytes > 0);
  const auto bytes = files::shape_bytes(name->type.element_bytes, name->extents);
  STREW_REQUIRE(bytes || !bytes.error().message.empty());
  return 0;
}
