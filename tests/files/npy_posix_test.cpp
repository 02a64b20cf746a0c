// Arrays from pipes, and the memory that bad files cost.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <string>
#include <thread>

#include "files/npy.hpp"
#include "npy_bad.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

using test::bad_file;
using test::bad_frames;
using test::bad_shapes;
using test::bad_types;
using test::dict;
using test::folder;
using test::header;
using test::read_npy;

TEST(npy_pipe, as_long_as_its_array) {
  const folder here;
  const std::string path = here.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string elements(5'000'000, 'p');
  std::thread writer([&] { here.with("pipe", header(dict("'|u1'", "(5000000,)")) + elements); });
  auto array = read_npy(path);
  writer.join();
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(test::bytes_of(*array), elements);
}

// A pipe does not say how much it holds: a false length must not be believed either.
TEST(npy_damaged, pipe_with_a_false_shape_costs_no_memory) {
  const folder here;
  const std::string path = here.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { here.with("pipe", header(dict("'|u1'", "(1000000000000,)")) + "only this"); });
  auto array = read_npy(path);
  writer.join();
  ASSERT_FALSE(array);
  EXPECT_NE(array.error().message.find("1000000000000 bytes are needed here, 9 are left"), std::string::npos)
      << array.error().message;
}

TEST(npy_damaged, pipe_with_more_than_its_shape) {
  const folder here;
  const std::string path = here.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { here.with("pipe", header(dict("'|u1'", "(3,)")) + "abcd"); });
  auto array = read_npy(path);
  writer.join();
  ASSERT_FALSE(array);
  EXPECT_NE(array.error().message.find("more bytes follow"), std::string::npos) << array.error().message;
}

// What a file claims is never obtained before it is seen to be there: peak memory stays where it was.
TEST(npy_damaged, claims_cost_no_memory) {
  const auto peak = [] {
    struct rusage usage;
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const folder here;
  const long before = peak();
  for (const auto& list : {bad_frames(), bad_shapes(), bad_types()}) {
    for (const bad_file& bad : list) EXPECT_FALSE(read_npy(here.with("bad.npy", bad.bytes)));
  }
  EXPECT_LT(peak() - before, 16 * 1024) << "KiB more";
}

}  // namespace
}  // namespace strew::files
