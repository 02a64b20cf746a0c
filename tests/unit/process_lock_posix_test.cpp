// The lock of what prepared indices compute later.
#include "execute/process_lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <mutex>
#include <thread>

namespace strew::engine::testing {
namespace {

TEST(process_lock, excludes_other_threads) {
  process_lock lock;
  int count = 0;
  const auto add = [&] {
    for (int n = 0; n < 10'000; ++n) {
      const std::lock_guard held(lock);
      ++count;
    }
  };
  std::thread first(add), second(add);
  first.join();
  second.join();
  EXPECT_EQ(count, 20'000);
}

TEST(process_lock, a_child_takes_what_its_parent_holds) {
  process_lock lock;
  lock.lock();
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // ends a child that waits
    lock.lock();
    lock.unlock();
    _exit(0);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  lock.unlock();
}

}  // namespace
}  // namespace strew::engine::testing
