// Filter parameters and options: threads, memory of the caller, index policies; the record of each thread.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <thread>

#if defined(_WIN32)
#include <malloc.h>
#endif

#include "bnns/sample.hpp"

namespace strew::testing {
namespace {

// What the caller's functions saw; they have no context, as those of BNNS have none.
struct {
  std::map<void*, std::size_t> blocks;
  int asked = 0;
  bool refuses = false;
  bool lies = false;  // success without a block
} seen;

// The system's pair of functions with the signatures of BNNS.
#if defined(_WIN32)
int system_allocate(void** block, std::size_t alignment, std::size_t size) {
  *block = _aligned_malloc(size, alignment);
  return *block == nullptr ? 12 : 0;
}
constexpr auto& system_free = _aligned_free;
#else
constexpr auto& system_allocate = posix_memalign;
constexpr auto& system_free = std::free;
#endif

int allocate(void** block, std::size_t alignment, std::size_t size) {
  ++seen.asked;
  EXPECT_GE(alignment, sizeof(void*));
  EXPECT_EQ(alignment & (alignment - 1), 0U);
  EXPECT_GT(size, 0U);
  if (seen.refuses) {
    *block = &seen;  // means nothing after a failure
    return 12;
  }
  if (seen.lies) return 0;
  const int outcome = system_allocate(block, alignment, size);
  if (outcome == 0) seen.blocks[*block] = size;
  return outcome;
}

void release(void* block) {
  EXPECT_EQ(seen.blocks.erase(block), 1U);
  system_free(block);
}

// A sum of halves is kept in more bits, so it needs workspace.
struct half_sum {
  array<uint16_t> input = {BNNSDataLayoutVector, {3}, {0x3C00, 0x4000, 0x3C00}, BNNSDataTypeFloat16};
  array<int32_t> indices = vector<int32_t>({1, 1, 0});
  array<uint16_t> output = {BNNSDataLayoutVector, {2}, {0x3C00, 0x3C00}, BNNSDataTypeFloat16};

  int run(const BNNSFilterParameters& parameters) {
    const auto in = input.view(), at = indices.view();
    auto out = output.view();
    return BNNSScatter(0, BNNSReduceFunctionSum, &in, &at, &out, &parameters);
  }
};

TEST(Settings, WorkspaceComesFromTheCaller) {
  seen = {};
  half_sum sum;
  EXPECT_EQ(sum.run({0, 0, allocate, release}), 0) << last_error().message;
  EXPECT_EQ(sum.output.values, (std::vector<uint16_t>{0x4000, 0x4400}));
  EXPECT_GE(seen.asked, 1);
  EXPECT_TRUE(seen.blocks.empty());
}

TEST(Settings, WithoutWorkspaceNothingIsWritten) {
  for (const bool lies : {false, true}) {
    seen = {};
    seen.refuses = !lies;
    seen.lies = lies;
    half_sum sum;
    EXPECT_EQ(sum.run({0, 0, allocate, release}), -1);
    EXPECT_STREQ(last_error().rule, "MM1") << last_error().message;
    EXPECT_EQ(last_error().status, STREW_STATUS_MEMORY);
    EXPECT_EQ(sum.output.values, (std::vector<uint16_t>{0x3C00, 0x3C00}));
    EXPECT_EQ(seen.asked, 1);
  }
}

TEST(Settings, TheHeapIsTheDefault) {
  seen = {};
  half_sum sum;
  EXPECT_EQ(sum.run({0, 0, nullptr, nullptr}), 0);
  EXPECT_EQ(sum.output.values, (std::vector<uint16_t>{0x4000, 0x4400}));
  EXPECT_EQ(seen.asked, 0);
}

// As Accelerate's page has it: a function that is null is the system's.
TEST(Settings, EachFunctionOfMemoryIsOptionalByItself) {
  seen = {};
  half_sum first;
  EXPECT_EQ(first.run({0, 0, allocate, nullptr}), 0) << last_error().message;
  EXPECT_EQ(first.output.values, (std::vector<uint16_t>{0x4000, 0x4400}));
  EXPECT_EQ(seen.asked, 1);
  static int freed;
  freed = 0;
  const auto count_and_free = [](void* block) {
    ++freed;
    system_free(block);
  };
  half_sum second;
  EXPECT_EQ(second.run({0, 0, nullptr, count_and_free}), 0) << last_error().message;
  EXPECT_EQ(second.output.values, (std::vector<uint16_t>{0x4000, 0x4400}));
  EXPECT_EQ(freed, 1);
}

TEST(Settings, DefaultsCanBeAsked) {
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = STREW_REDUCTION_ADD;
  EXPECT_EQ(strew_bnns_default_options(&options), 0);
  EXPECT_EQ(options.out_of_bounds, STREW_OOB_ERROR);
  EXPECT_EQ(options.negative_indices, STREW_NEGATIVE_INVALID);
  EXPECT_EQ(options.reduction, STREW_REDUCTION_NONE);
  options.version = 2;
  EXPECT_EQ(strew_bnns_default_options(&options), -1);
  EXPECT_EQ(strew_bnns_default_options(nullptr), -1);
}

TEST(Settings, MovesNeedNoWorkspace) {
  seen = {};
  const BNNSFilterParameters parameters = {0, 0, allocate, release};
  for (const bnns_form form : all_forms) {
    sample s = sample_of(form);
    s.parameters = &parameters;
    expect_works(s, "with an allocator");
  }
  EXPECT_EQ(seen.asked, 0);
}

// A bound, never a change of the result.
TEST(Settings, NumberOfThreads) {
  constexpr std::size_t count = 200000;
  std::vector<int32_t> places(count);
  for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<int32_t>(i * 7919 % (count / 2));
  const auto input = vector(std::vector<float>(count, 1.25F));
  const auto indices = vector(places);
  std::vector<float> expected;
  for (const std::size_t threads : {std::size_t{1}, std::size_t{0}, std::size_t{2}, std::size_t{7}, SIZE_MAX}) {
    const BNNSFilterParameters parameters = {BNNSFlagsUseClientPtr, threads, nullptr, nullptr};
    const auto output = vector(std::vector<float>(count / 2, 0.1F));
    const auto in = input.view(), at = indices.view();
    auto out = output.view();
    ASSERT_EQ(BNNSScatter(0, BNNSReduceFunctionSum, &in, &at, &out, &parameters), 0) << last_error().message;
    if (expected.empty()) expected = output.values;
    EXPECT_EQ(output.values, expected) << threads << " threads";
  }
}

struct policy {
  int32_t out_of_bounds;
  int32_t negative_indices;
  std::vector<float> gathered;   // of 10, 20, 30 at -1, 1, 3, into 7, 7, 7
  std::vector<float> scattered;  // 1, 2, 3 into 0, 0, 0
};

TEST(Settings, IndexPoliciesOfTheOptions) {
  const policy policies[] = {
      {STREW_OOB_SKIP, STREW_NEGATIVE_INVALID, {7, 20, 7}, {0, 2, 0}},
      {STREW_OOB_SKIP, STREW_NEGATIVE_FROM_END, {30, 20, 7}, {0, 2, 1}},
      {STREW_OOB_CLAMP, STREW_NEGATIVE_INVALID, {10, 20, 30}, {1, 2, 3}},
      {STREW_OOB_WRAP, STREW_NEGATIVE_FROM_END, {30, 20, 10}, {3, 2, 1}},
  };
  const auto table = vector<float>({10, 20, 30});
  const auto updates = vector<float>({1, 2, 3});
  const auto list = vector<int32_t>({-1, 1, 3});
  const array<int32_t> tuples{BNNSDataLayout2DFirstMajor, {3, 1}, list.values};
  for (const policy& one : policies) {
    strew_options options = STREW_OPTIONS_INIT;
    options.out_of_bounds = one.out_of_bounds;
    options.negative_indices = one.negative_indices;
    const strew_options before = options;
    for (const bool is_nd : {false, true}) {
      const auto gathered = vector<float>({7, 7, 7});
      const auto scattered = vector<float>({0, 0, 0});
      const auto from = table.view(), in = updates.view(), at = is_nd ? tuples.view() : list.view();
      auto to = gathered.view(), out = scattered.view();
      EXPECT_EQ(is_nd ? strew_bnns_gather_nd(&from, &at, &to, nullptr, &options)
                      : strew_bnns_gather(0, &from, &at, &to, nullptr, &options),
                0);
      EXPECT_EQ(gathered.values, one.gathered);
      const uint32_t op = BNNSReduceFunctionSum;
      EXPECT_EQ(is_nd ? strew_bnns_scatter_nd(op, &in, &at, &out, nullptr, &options)
                      : strew_bnns_scatter(0, op, &in, &at, &out, nullptr, &options),
                0);
      EXPECT_EQ(scattered.values, one.scattered);
    }
    EXPECT_EQ(std::memcmp(&options, &before, sizeof options), 0) << "options are the caller's";
  }
}

TEST(Settings, OptionsFillWhatAGatherMisses) {
  const double fill_value = -2.5;
  strew_options options = STREW_OPTIONS_INIT;
  options.out_of_bounds = STREW_OOB_FILL;
  options.fill_dtype = STREW_DTYPE_F64;
  options.fill_value = &fill_value;
  const auto table = vector<float>({10, 20, 30});
  const auto indices = vector<int32_t>({3, 1});
  const auto found = vector<float>({7, 7});
  const auto in = table.view(), at = indices.view();
  auto out = found.view();
  EXPECT_EQ(strew_bnns_gather(0, &in, &at, &out, nullptr, &options), 0);
  EXPECT_EQ(found.values, (std::vector<float>{-2.5, 20}));
}

TEST(Settings, OptionsRefuseDuplicates) {
  strew_options options = STREW_OPTIONS_INIT;
  options.duplicates = STREW_DUPLICATES_ERROR;
  const strew_error error =
      expect_fault(bnns_form::scatter, {"IX2", STREW_STATUS_INDEX, STREW_OPERAND_INDICES, {}, [&](sample& s) {
                                          s.indices_memory = {2, 2};
                                          s.indices.data = s.indices_memory.data();
                                          s.options = &options;
                                        }});
  EXPECT_EQ(error.position, 1U);
  EXPECT_EQ(error.other_position, 0U);
}

TEST(Settings, OptionsOfAnUnknownVersion) {
  for (const bnns_form form : all_forms) {
    strew_options options = STREW_OPTIONS_INIT;
    const fault refused = {
        "PT2", STREW_STATUS_POINTER, STREW_OPERAND_NONE, {}, [&](sample& s) { s.options = &options; }};
    options.version = 2;
    expect_fault(form, refused);
    options.reduction = STREW_REDUCTION_ADD;  // nothing of it is read
    expect_fault(form, refused);
    options.version = 1;
    options.struct_size = 8;
    expect_fault(form, refused);
    options = STREW_OPTIONS_INIT;
    options.out_of_bounds = 77;
    expect_fault(form, {"AT1", STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, {"77"}, refused.spoil});
  }
}

TEST(Settings, TheRecordNeedsItsHead) {
  EXPECT_EQ(strew_bnns_last_error(nullptr), -1);
  strew_error record = STREW_ERROR_INIT;
  record.struct_size = 16;
  record.status = 77;
  EXPECT_EQ(strew_bnns_last_error(&record), -1);
  EXPECT_EQ(record.status, 77);
  record = STREW_ERROR_INIT;
  record.version = 3;
  EXPECT_EQ(strew_bnns_last_error(&record), -1);
  record.version = 1;  // it ends before the sentence
  EXPECT_EQ(strew_bnns_last_error(&record), -1);
  record.struct_size = offsetof(strew_error, sentence);
  record.sentence = "what stands behind it stays";
  EXPECT_EQ(strew_bnns_last_error(&record), 0);
  EXPECT_STREQ(record.sentence, "what stands behind it stays");
}

// All of it, whatever failed before: by rules of the frontend, by rules of the engine, by an index.
TEST(Settings, ASuccessClearsTheRecord) {
  for (const bnns_form form : all_forms) {
    const std::function<void(sample&)> faults[] = {
        [](sample& s) { s.input.layout = static_cast<BNNSDataLayout>(1); },
        [](sample& s) { s.output.data_type = BNNSDataTypeFloat16; },
        [](sample& s) { s.indices_memory[0] = 77; },
    };
    for (const auto& spoil : faults) {
      sample bad = sample_of(form);
      point(bad);
      spoil(bad);
      EXPECT_EQ(run(bad), -1) << name_of(form);
      EXPECT_STRNE(last_error().message, "") << name_of(form);
      expect_works(sample_of(form), "after a failure");
    }
  }
}

TEST(Settings, EachThreadHasItsRecord) {
  sample bad = sample_of(bnns_form::gather);
  EXPECT_EQ(run(bad), -1);  // no data
  std::thread other([] {
    EXPECT_EQ(last_error().status, STREW_STATUS_OK);
    EXPECT_STREQ(last_error().message, "");
    expect_works(sample_of(bnns_form::scatter), "in another thread");
  });
  other.join();
  EXPECT_STREQ(last_error().rule, "BN1");
  EXPECT_STREQ(last_error().rule, "BN1") << "asking does not change it";
}

TEST(Settings, RulesHaveNamesAndTexts) {
  for (uint64_t n = 0; n < 12; ++n) {
    const std::string name = "BN" + std::to_string(n + 1);
    ASSERT_STREQ(strew_bnns_rule_name(n), name.c_str());
    EXPECT_NE(strew_bnns_rule_text(name.c_str()), nullptr);
    EXPECT_EQ(strew_rule_text(name.c_str()), nullptr) << "the engine has none of these";
  }
  EXPECT_EQ(strew_bnns_rule_name(12), nullptr);
  EXPECT_EQ(strew_bnns_rule_name(UINT64_MAX), nullptr);
  EXPECT_STREQ(strew_bnns_rule_text("IX1"), strew_rule_text("IX1"));
  EXPECT_EQ(strew_bnns_rule_text("BN13"), nullptr);
  EXPECT_EQ(strew_bnns_rule_text(nullptr), nullptr);
}

}  // namespace
}  // namespace strew::testing
