// The operands of a case, which are allocated and filled before the measurement.
#ifndef BENCH_OPERANDS_HPP
#define BENCH_OPERANDS_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "baselines.hpp"

namespace bench {

class block {
 public:
  block() = default;
  explicit block(std::size_t bytes);
  void* data() const { return memory_.get(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct release {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };
  std::unique_ptr<void, release> memory_;
  std::size_t bytes_ = 0;
};

class operands {
 public:
  explicit operands(const description& about);
  operands(const operands&) = delete;
  operands& operator=(const operands&) = delete;

  // As arguments of strew. Only scatters have updates; in place, output is data.
  const strew_tensor& data() const { return data_; }
  const strew_tensor& indices() const { return indices_; }
  const strew_tensor& updates() const { return updates_; }
  const strew_tensor& output() const { return output_; }

  // As arguments of the loops.
  memory addresses() const;

  // Restores the initial contents of the written operand.
  void reset();
  std::size_t written_bytes() const;

  // Out of all caches.
  void evict() const;

 private:
  void fill_values(const block& target, std::uint64_t seed) const;

  const description about_;
  std::vector<std::int64_t> strides_;
  std::vector<std::int64_t> direct_;
  block data_block_, index_block_, direct_block_, output_block_;
  strew_tensor data_ = STREW_TENSOR_INIT;
  strew_tensor indices_ = STREW_TENSOR_INIT;
  strew_tensor updates_ = STREW_TENSOR_INIT;
  strew_tensor output_ = STREW_TENSOR_INIT;
};

}  // namespace bench

#endif
