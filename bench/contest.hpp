// One case and all who run it over the same operands.
#ifndef BENCH_CONTEST_HPP
#define BENCH_CONTEST_HPP

#include <functional>
#include <string>
#include <vector>

#include "operands.hpp"

namespace bench {

class contest {
 public:
  // Allocates, and stops the program where a contestant's result differs from strew's.
  explicit contest(const description& about);
  ~contest();
  contest(const contest&) = delete;
  contest& operator=(const contest&) = delete;

  // strew, prepared, plain, checked, bulk: those the case has.
  static std::vector<std::string> names(const description& about);

  const std::function<void()>& find(const std::string& name) const;
  const loop& shape() const { return shape_; }

 private:
  void add_strew();
  void add_prepared();
  void add_baselines();
  void compare();

  struct contestant {
    std::string name;
    std::function<void()> run;
  };

  const description about_;
  const loop shape_;
  operands operands_;
  strew_options options_ = STREW_OPTIONS_INIT;
  strew_plan* plan_ = nullptr;
  strew_plan* bound_ = nullptr;
  std::vector<contestant> contestants_;
};

}  // namespace bench

#endif
