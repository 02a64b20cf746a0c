// Executors that divide all work, however little, among the tasks that they are asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "strew/strew.h"

namespace strew::support {

constexpr uint64_t several_tasks[] = {2, 3, 5, 8, 16};

// Each run shuffles its tasks and gives every third to one of three threads.
struct shuffling_executor {
  uint64_t tasks;
  uint64_t most = 0;  // tasks of one run
  std::mt19937 draw{5};
  strew_executor made = STREW_EXECUTOR_INIT;

  explicit shuffling_executor(uint64_t concurrency) : tasks(concurrency) {
    made.context = this;
    made.min_bytes = 1;
    made.concurrency = [](void* self) { return static_cast<shuffling_executor*>(self)->tasks; };
    made.is_inside = [](void*) { return 0; };
    made.run = [](void* self, uint64_t count, void (*task)(void*, uint64_t), void* argument) {
      static_cast<shuffling_executor*>(self)->run(count, task, argument);
    };
  }
  void run(uint64_t count, void (*task)(void*, uint64_t), void* argument) {
    constexpr uint64_t threads = 3;
    most = std::max(most, count);
    std::vector<uint64_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), draw);
    std::vector<std::thread> all;
    for (uint64_t n = 0; n < threads; ++n) {
      all.emplace_back([&, n] {
        for (uint64_t i = n; i < count; i += threads) task(argument, order[i]);
      });
    }
    for (std::thread& one : all) one.join();
  }
};

// Runs tasks one after the other, the last one first, and looks after each.
struct watching_executor {
  uint64_t tasks;
  std::function<void()> look;
  uint64_t most = 0;  // tasks of one run
  strew_executor made = STREW_EXECUTOR_INIT;

  explicit watching_executor(uint64_t concurrency) : tasks(concurrency) {
    made.context = this;
    made.min_bytes = 1;
    made.concurrency = [](void* self) { return static_cast<watching_executor*>(self)->tasks; };
    made.is_inside = [](void*) { return 0; };
    made.run = [](void* self, uint64_t count, void (*task)(void*, uint64_t), void* argument) {
      auto& all = *static_cast<watching_executor*>(self);
      all.most = std::max(all.most, count);
      for (uint64_t n = count; n-- > 0;) {
        task(argument, n);
        if (all.look) all.look();
      }
    };
  }
};

}  // namespace strew::support
