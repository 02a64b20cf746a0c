// The threads that the library starts by itself, where it does.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "threads/large_gather.hpp"
#include "threads/process_threads.hpp"

namespace strew::testing {
namespace {

#ifdef STREW_TEST_OWN_THREADS
std::uint64_t signals_blocked_by(pid_t thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  for (std::string word; status >> word;) {
    if (word == "SigBlk:" && status >> word) return std::stoull(word, nullptr, 16);
  }
  return 0;
}

bool is_in(std::uint64_t signals, int number) {
  return (signals >> (static_cast<unsigned>(number) - 1) & 1U) != 0;
}

void look_at_helpers() {
  std::thread([] {}).join();  // with the first thread a sanitizer starts one of its own
  const std::vector<pid_t> others = threads_of_this_process();
  support::line<std::int32_t> work = large_gather();
  for (int n = 0; n < 20; ++n) ASSERT_EQ(work.run().status, STREW_STATUS_OK);
  EXPECT_TRUE(is_gathered(work));
  EXPECT_FALSE(is_in(signals_blocked_by(gettid()), SIGTERM));
  int helpers = 0;
  for (const pid_t thread : threads_of_this_process()) {
    if (std::count(others.begin(), others.end(), thread) != 0) continue;
    const std::uint64_t blocked = signals_blocked_by(thread);
    ++helpers;
    for (const int number : {SIGTERM, SIGINT, SIGALRM, SIGCHLD, SIGUSR1, SIGPROF})
      EXPECT_TRUE(is_in(blocked, number)) << number;
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) EXPECT_FALSE(is_in(blocked, number)) << number;
  }
  EXPECT_GT(helpers, 0);
  EXPECT_LT(helpers, static_cast<int>(std::thread::hardware_concurrency()));
}

// A signal sent to the process interrupts a thread of the program; a fault in a task is its own thread's. In a process
// of its own, where no other test has started the threads.
TEST(own_threads, leave_the_signals_of_the_process_to_the_program) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "the machine has one processor";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto look = [] {
    look_at_helpers();
    std::exit(::testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(look(), ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace strew::testing
