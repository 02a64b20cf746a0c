// The same work in several threads.
#pragma once

#include <thread>
#include <vector>

namespace strew::testing {

// work(0) ... work(count - 1), each in a thread of its own; returns when all have returned.
template <class Work>
void at_once(int count, const Work& work) {
  std::vector<std::thread> all;
  for (int t = 0; t < count; ++t) all.emplace_back([&work, t] { work(t); });
  for (std::thread& one : all) one.join();
}

}  // namespace strew::testing
