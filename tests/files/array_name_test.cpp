// Names of arrays: which format, which file, which member.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "files/array_name.hpp"
#include "files/formats.hpp"

namespace strew::files {
namespace {

std::string described(const std::string& text) {
  const auto name = parse_array_name(text);
  if (!name) return name.error().message;
  return std::string(name->format->name) + " " + name->file + " " + name->member;
}

TEST(array_name, formats) {
  EXPECT_EQ(described("-"), "npy - ");
  EXPECT_EQ(described("a"), "npy a ");
  EXPECT_EQ(described("a.npy"), "npy a.npy ");
  EXPECT_EQ(described("a.bin"), "npy a.bin ");
  EXPECT_EQ(described("a.npy:b"), "npy a.npy:b ");
  EXPECT_EQ(described("d/a.npz"), "npz d/a.npz ");
  EXPECT_EQ(described("a.npz:b"), "npz a.npz b");
  EXPECT_EQ(described("a.npz:b/c.npz:d[2]"), "npz a.npz b/c.npz:d[2]");
  EXPECT_EQ(described("a.safetensors:m.w"), "safetensors a.safetensors m.w");
  EXPECT_EQ(described("a.npzx"), "npy a.npzx ");
  EXPECT_EQ(described("a:f32[2]"), "raw a ");
  EXPECT_EQ(described("-:f32[2]"), "raw - ");
  EXPECT_EQ(described("a b:c:f32[2]"), "raw a b:c ");
  EXPECT_EQ(described("a[2]"), "npy a[2] ");
  EXPECT_EQ(described("a:[2]"), "npy a:[2] ");
  EXPECT_EQ(described(":f32[2]"), "npy :f32[2] ");
}

TEST(array_name, raw_types_and_extents) {
  const auto name = parse_array_name("table.bin:float16[ 10, 0,64 ]");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->type.descr, "'<f2'");
  EXPECT_EQ(name->extents, (std::vector<std::int64_t>{10, 0, 64}));
  EXPECT_TRUE(parse_array_name("a:bool[]")->extents.empty());
  EXPECT_EQ(parse_array_name("a:bf16[1]")->type.kind, 'E');
  EXPECT_EQ(parse_array_name("a:V12[1]")->type.element_bytes, 12u);
}

TEST(array_name, what_is_misspelled) {
  for (const auto& [text, reason] :
       std::vector<std::pair<std::string, std::string>>{{"a:f31[2]", "'f31' is not one of bool, i8, "},
                                                        {"a:V0[2]", "0 bytes"},
                                                        {"a:f32[2,]", "ends in a comma"},
                                                        {"a:f32[,2]", "'' is not an extent"},
                                                        {"a:f32[2 3]", "'2 3' is not an extent"},
                                                        {"a:f32[-1]", "'-1' is not an extent"},
                                                        {"a:f32[9223372036854775808]", "is not an extent"},
                                                        {"a:f32[0x2]", "'0x2' is not an extent"},
                                                        {"a.npz:", "names no member"},
                                                        {"a.safetensors:", "names no member"}}) {
    EXPECT_NE(described(text).find(reason), std::string::npos) << text << ": " << described(text);
  }
}

TEST(array_name, outputs) {
  const auto format_of = [](const std::string& text) {
    const auto name = parse_output_name(text);
    return name ? std::string(name->format->name) : name.error().message;
  };
  EXPECT_EQ(format_of("a.npy"), "npy");
  EXPECT_EQ(format_of("-"), "npy");
  EXPECT_EQ(format_of("a.bin"), "raw");
  EXPECT_EQ(format_of("a.raw"), "raw");
  EXPECT_EQ(format_of("a.safetensors"), "safetensors");
  EXPECT_NE(format_of("a.bin:f32[2]").find("is the name of an input"), std::string::npos);
  for (const std::string text : {"a", "x.y/a", ".a", "a.", "x/.a", ""}) EXPECT_EQ(format_of(text), "npy") << text;
}

TEST(array_name, outputs_of_no_known_suffix_are_refused) {
  for (const std::string text : {"a.csv", "a.npy~", "a.NPY", "a.npy.gz", "x/a.v2", ".a.txt", "a.npy:w"}) {
    const auto name = parse_output_name(text);
    ASSERT_FALSE(name) << text;
    EXPECT_EQ(name.error().kind, failure_kind::usage);
    EXPECT_NE(name.error().message.find("is that of no format that is written: .npy, .bin, .raw, "), std::string::npos);
  }
}

TEST(array_name, outputs_of_a_format_that_is_asked_for) {
  for (const file_format* format : formats()) {
    if (format->frame == nullptr) continue;
    for (const std::string text : {"a", "a.csv", "-", "a.npz", "a.npz:", "a.safetensors:w", "a.bin"}) {
      const auto name = parse_output_name(text, format);
      ASSERT_TRUE(name) << text;
      EXPECT_EQ(name->format, format) << text;
      const bool has_member = text == "a.safetensors:w" && std::string(format->name) == "safetensors";
      EXPECT_EQ(name->file, has_member ? "a.safetensors" : text);
      EXPECT_EQ(name->member, has_member ? "w" : "");
    }
  }
}

}  // namespace
}  // namespace strew::files
