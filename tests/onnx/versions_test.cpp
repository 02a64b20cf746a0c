// What each version allows: attributes, bfloat16, int32 indices, negative indices. The table of ONNX, written out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "onnx/model.hpp"

namespace strew::testing {
namespace {

struct version {
  std::string_view op_type;
  std::int64_t since, until;  // opsets with this version; 28 is the newest that was looked at
  std::vector<std::string_view> attributes;
  std::vector<std::string_view> reductions;
  bool has_bfloat16, has_int32, has_negatives;
};

const std::vector<std::string_view> no_words, two_words{"none", "add", "mul"},
    all_words{"none", "add", "mul", "max", "min"};
const std::vector<version> versions = {
    {"Gather", 1, 10, {"axis"}, no_words, false, true, false},
    {"Gather", 11, 12, {"axis"}, no_words, false, true, true},
    {"Gather", 13, 28, {"axis"}, no_words, true, true, true},
    {"GatherElements", 11, 12, {"axis"}, no_words, false, true, true},
    {"GatherElements", 13, 28, {"axis"}, no_words, true, true, true},
    {"GatherND", 11, 11, {}, no_words, false, false, true},
    {"GatherND", 12, 12, {"batch_dims"}, no_words, false, false, true},
    {"GatherND", 13, 28, {"batch_dims"}, no_words, true, false, true},
    {"Scatter", 9, 10, {"axis"}, no_words, false, true, false},
    {"Scatter", 11, 28, {"axis"}, no_words, false, true, true},
    {"ScatterElements", 11, 12, {"axis"}, no_words, false, true, true},
    {"ScatterElements", 13, 15, {"axis"}, no_words, true, true, true},
    {"ScatterElements", 16, 17, {"axis", "reduction"}, two_words, true, true, true},
    {"ScatterElements", 18, 28, {"axis", "reduction"}, all_words, true, true, true},
    {"ScatterND", 11, 12, {}, no_words, false, false, true},
    {"ScatterND", 13, 15, {}, no_words, true, false, true},
    {"ScatterND", 16, 17, {"reduction"}, two_words, true, false, true},
    {"ScatterND", 18, 28, {"reduction"}, all_words, true, false, true},
    {"TensorScatter", 24, 28, {"axis", "mode"}, no_words, true, false, false},
};

bool contains(const std::vector<std::string_view>& list, std::string_view wanted) {
  return std::ranges::count(list, wanted) != 0;
}

// Inputs that every version of the operator takes, of these types; the indices are `at`.
class sample {
 public:
  sample(std::string_view op_type, dtype elements, dtype index_type, std::int64_t at) {
    for (std::size_t i = 0; i < indices_.size(); i += 2) {
      indices_[i] = static_cast<std::int32_t>(at);  // the first half of an int64 is the number
      indices_[i + 1] = at < 0 ? -1 : 0;
    }
    if (index_type == dtype::i32) std::ranges::fill(indices_, static_cast<std::int32_t>(at));
    const extents square{2, 2}, at_shape = op_type == "TensorScatter" ? extents{2} : extents{1, 1};
    const const_view data(values_.data(), elements, square), indices(indices_.data(), index_type, at_shape);
    given_ = {data, indices};
    if (op_type == "ScatterND") given_.emplace_back(values_.data(), elements, extents{1, 2});
    if (op_type == "Scatter" || op_type == "ScatterElements") given_.emplace_back(values_.data(), elements, at_shape);
    if (op_type == "TensorScatter") given_ = {data, {values_.data(), elements, extents{2, 1}}, indices};
  }

  [[nodiscard]] result<void> run(const model& node) const {
    const result<extents> shape = onnx::try_shape(node.node(), given_);
    if (!shape) return shape.error();
    std::vector<std::uint64_t> output(64);
    return onnx::try_run(node.node(), given_, {output.data(), given_[0].dtype(), *shape});
  }

 private:
  std::vector<std::uint64_t> values_ = std::vector<std::uint64_t>(8);
  alignas(8) std::array<std::int32_t, 4> indices_ = {};
  inputs given_;
};

// Needed for TensorScatter, whose default axis is the batch of the sample.
std::vector<attribute> needed(std::string_view op_type) {
  return op_type == "TensorScatter" ? std::vector{number("axis", 1)} : std::vector<attribute>();
}

result<void> run(const version& of, std::int64_t opset, const std::vector<attribute>& more, dtype elements = dtype::f32,
                 dtype index_type = dtype::i64, std::int64_t at = 0) {
  std::vector<attribute> attributes = more;
  if (more.empty() || more[0].name != "axis") {
    for (const attribute& one : needed(of.op_type)) attributes.push_back(one);
  }
  return sample(of.op_type, elements, index_type, at).run({of.op_type, opset, attributes});
}

std::vector<std::int64_t> opsets_of(const version& of) {
  return {of.since, of.until};
}

std::string label(const version& of, std::int64_t opset) {
  return std::string(of.op_type) + "-" + std::to_string(of.since) + " by opset " + std::to_string(opset);
}

template <class Check>
void for_each_version(const Check& check) {
  for (const version& one : versions) {
    for (const std::int64_t opset : opsets_of(one)) {
      SCOPED_TRACE(label(one, opset));
      check(one, opset);
    }
  }
}

TEST(OnnxVersions, EachOpsetHasItsVersion) {
  for (std::int64_t opset = 0; opset <= 28; ++opset) {
    for (const std::string_view name :
         {"Gather", "GatherElements", "GatherND", "Scatter", "ScatterElements", "ScatterND", "TensorScatter"}) {
      const auto right = std::ranges::find_if(
          versions, [&](const version& v) { return v.op_type == name && v.since <= opset && opset <= v.until; });
      EXPECT_EQ(onnx::since_version(name, opset), right == versions.end() ? 0 : right->since) << name << opset;
    }
  }
  EXPECT_EQ(onnx::since_version("Gather", INT64_MAX), 13);
  EXPECT_EQ(onnx::since_version("Gather", INT64_MIN), 0);
}

TEST(OnnxVersions, SevenOperatorsAreSupported) {
  static_assert(onnx::is_supported("Gather") && onnx::is_supported("TensorScatter"));
  for (const version& one : versions) EXPECT_TRUE(onnx::is_supported(one.op_type));
  for (const std::string_view other : {"", "gather", "Gathers", "GatherN", "Conv"})
    EXPECT_FALSE(onnx::is_supported(other));
}

TEST(OnnxVersions, EachWorksWithoutAttributes) {
  for_each_version([](const version& of, std::int64_t opset) {
    const result<void> outcome = run(of, opset, {});
    EXPECT_TRUE(outcome) << outcome.error().message();
  });
}

TEST(OnnxVersions, Attributes) {
  const std::vector<attribute> all = {number("axis", 1), number("batch_dims", 0), word("mode", "linear"),
                                      word("reduction", "none")};
  for_each_version([&](const version& of, std::int64_t opset) {
    for (const attribute& one : all) {
      const result<void> outcome = run(of, opset, {one});
      EXPECT_EQ(outcome.has_value(), contains(of.attributes, one.name)) << one.name << outcome.error().message();
      if (!outcome) {
        EXPECT_EQ(outcome.error().rule(), "ON4");
      }
    }
  });
}

TEST(OnnxVersions, Reductions) {
  for_each_version([&](const version& of, std::int64_t opset) {
    if (!contains(of.attributes, "reduction")) return;
    for (const std::string_view one : {"none", "add", "mul", "max", "min", "sub", "mean", "", "Add"}) {
      const result<void> outcome = run(of, opset, {word("reduction", one)});
      EXPECT_EQ(outcome.has_value(), contains(of.reductions, one)) << one << outcome.error().message();
      if (!outcome) {
        EXPECT_EQ(outcome.error().rule(), "ON5");
      }
    }
  });
}

TEST(OnnxVersions, ElementTypes) {
  for_each_version([&](const version& of, std::int64_t opset) {
    for (auto type = static_cast<strew_dtype>(dtype::boolean); type <= static_cast<strew_dtype>(dtype::f8_e5m2);
         ++type) {
      const bool is_float8 = type > static_cast<strew_dtype>(dtype::c128);
      const bool is_allowed =
          is_float8 ? of.op_type == "TensorScatter" : static_cast<dtype>(type) != dtype::bf16 || of.has_bfloat16;
      const result<void> outcome = run(of, opset, {}, static_cast<dtype>(type));
      EXPECT_EQ(outcome.has_value(), is_allowed) << name(static_cast<dtype>(type)) << outcome.error().message();
      if (!outcome) {
        EXPECT_EQ(outcome.error().rule(), "ON7");
      }
    }
  });
}

TEST(OnnxVersions, IndexTypes) {
  for_each_version([&](const version& of, std::int64_t opset) {
    for (auto type = static_cast<strew_dtype>(dtype::boolean); type <= static_cast<strew_dtype>(dtype::c64); ++type) {
      const auto index_type = static_cast<dtype>(type);
      const bool is_allowed = index_type == dtype::i64 || (index_type == dtype::i32 && of.has_int32);
      const result<void> outcome = run(of, opset, {}, dtype::f32, index_type);
      EXPECT_EQ(outcome.has_value(), is_allowed) << name(index_type) << outcome.error().message();
      if (!outcome) {
        EXPECT_EQ(outcome.error().rule(), "ON8");
      }
    }
  });
}

TEST(OnnxVersions, NegativeIndices) {
  for_each_version([&](const version& of, std::int64_t opset) {
    const result<void> outcome = run(of, opset, {}, dtype::f32, dtype::i64, -1);
    EXPECT_EQ(outcome.has_value(), of.has_negatives) << outcome.error().message();
    if (!outcome) {
      EXPECT_EQ(outcome.error().rule(), "IX1");
    }
  });
}

}  // namespace
}  // namespace strew::testing
