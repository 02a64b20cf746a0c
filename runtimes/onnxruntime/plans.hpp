// The plans that a kernel keeps: for the last few shapes of its operands.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "onnxruntime/planned.hpp"

namespace strew::onnxruntime {

// Several threads may run a kernel. Each uses a plan alone: one whose place is taken looks at the next place, and where
// all are taken it makes a plan of its own. Nobody waits.
class plans {
  struct place {
    std::atomic<bool> is_taken = false;
    planned value;
  };

 public:
  // The place of a plan for as long as it is used.
  class lease {
   public:
    explicit lease(place& taken) noexcept : place_(&taken) {}
    lease() : own_(std::make_unique<planned>()) {}
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease() {
      if (place_ != nullptr) place_->is_taken.store(false, std::memory_order_release);
    }

    planned& operator*() const noexcept { return place_ != nullptr ? place_->value : *own_; }

   private:
    place* place_ = nullptr;
    std::unique_ptr<planned> own_;
  };

  // A plan for operands like these or, if none is kept, a place where it is to be made.
  lease take(const operands& given) {
    for (place& one : places_) {
      if (one.is_taken.exchange(true, std::memory_order_acquire)) continue;
      if (one.value.is_for(given)) return lease(one);
      one.is_taken.store(false, std::memory_order_release);
    }
    return take_oldest();
  }

 private:
  lease take_oldest() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      place& one = places_[next_.fetch_add(1, std::memory_order_relaxed) % places_.size()];
      if (!one.is_taken.exchange(true, std::memory_order_acquire)) return lease(one);
    }
    return {};
  }

  std::array<place, 4> places_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace strew::onnxruntime
