// An allocator of the caller that refuses one block when told to and checks what it gets back.
#pragma once

#include <gtest/gtest.h>
#include <strew/strew.h>

#include <map>
#include <new>
#include <utility>

namespace strew::testing {

class counting_allocator {
 public:
  counting_allocator() {
    face_.context = this;
    face_.allocate = [](void* self, std::uint64_t bytes, std::uint64_t alignment) {
      return static_cast<counting_allocator*>(self)->allocate(bytes, alignment);
    };
    face_.release = [](void* self, void* block, std::uint64_t bytes, std::uint64_t alignment) {
      static_cast<counting_allocator*>(self)->release(block, bytes, alignment);
    };
  }
  counting_allocator(const counting_allocator&) = delete;
  counting_allocator& operator=(const counting_allocator&) = delete;
  ~counting_allocator() { EXPECT_TRUE(blocks_.empty()) << blocks_.size() << " blocks were not given back"; }

  [[nodiscard]] const strew_allocator* face() const { return &face_; }
  // The next `count` requests succeed, the one after them fails; a negative count ends that.
  void refuse_after(int count) {
    left_ = count;
    has_refused_ = false;
  }
  [[nodiscard]] bool has_refused() const { return has_refused_; }
  [[nodiscard]] std::size_t live() const { return blocks_.size(); }

 private:
  using request = std::pair<std::uint64_t, std::uint64_t>;

  void* allocate(std::uint64_t bytes, std::uint64_t alignment) {
    if (left_ >= 0 && left_-- == 0) {
      has_refused_ = true;
      return nullptr;
    }
    EXPECT_GT(bytes, 0U);
    EXPECT_TRUE(alignment != 0 && (alignment & (alignment - 1)) == 0) << alignment;
    void* const block = ::operator new (static_cast<std::size_t>(bytes),
                                        std::align_val_t{static_cast<std::size_t>(alignment)}, std::nothrow);
    blocks_[block] = {bytes, alignment};
    return block;
  }

  void release(void* block, std::uint64_t bytes, std::uint64_t alignment) {
    const auto found = blocks_.find(block);
    ASSERT_TRUE(found != blocks_.end()) << "a block that was never given out";
    EXPECT_EQ(found->second, request(bytes, alignment));
    blocks_.erase(found);
    ::operator delete (block, std::align_val_t{static_cast<std::size_t>(alignment)});
  }

  strew_allocator face_ = STREW_ALLOCATOR_INIT;
  std::map<void*, request> blocks_;
  int left_ = -1;
  bool has_refused_ = false;
};

}  // namespace strew::testing
