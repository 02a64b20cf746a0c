// One case and all candidates that run it over the same operands.
#ifndef BENCH_COMPARISON_HPP
#define BENCH_COMPARISON_HPP

#include <functional>
#include <string>
#include <vector>

#include "plans.hpp"

namespace bench {

class comparison {
 public:
  // Allocates, and stops the program where a candidate's result differs from strew's.
  explicit comparison(const description& about);
  comparison(const comparison&) = delete;
  comparison& operator=(const comparison&) = delete;

  // Of strew, all, two, once, prepared, cold, plain, checked and bulk those that the case has.
  static std::vector<std::string> names(const description& about);

  const std::function<void()>& find(const std::string& name) const;
  const loop& shape() const { return shape_; }
  void evict() const { operands_.evict(); }

 private:
  void add_strew();
  void add_threads();
  void add_prepared();
  void add_baselines();
  void compare();

  struct candidate {
    std::string name;
    std::function<void()> run;
  };

  const description about_;
  const loop shape_;
  operands operands_;
  owned_plan plan_, bound_;
  std::vector<candidate> candidates_;
};

}  // namespace bench

#endif
