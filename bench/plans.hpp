// Plans of a case, and their executions over its operands.
#ifndef BENCH_PLANS_HPP
#define BENCH_PLANS_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "operands.hpp"

namespace bench {

struct destroy_plan {
  void operator()(strew_plan* plan) const noexcept { strew_plan_destroy(plan); }
};
using owned_plan = std::unique_ptr<strew_plan, destroy_plan>;

struct number_of_threads {
  const char* name;
  std::uint64_t threads;
};

// Besides one: all, and two where there are more.
std::span<const number_of_threads> numbers_of_threads();

[[noreturn]] void stop(const std::string& name, const char* why);
void expect_ok(const description& about, strew_status status, const strew_error& error);

strew_operator operator_of(const description& about);
strew_options options_of(const description& about);
strew_execution on_threads(std::uint64_t threads);
const strew_tensor* updates_of(const description& about, const operands& with);

// Null where the requested solver is not applicable; any other failure stops the program.
owned_plan make_plan(const description& about, const operands& with, const char* solver = nullptr);

// With the indices prepared: its executions need none.
owned_plan bind(const description& about, const operands& with, const strew_plan* plan);

strew_status execute(const strew_plan* plan, const memory& at, const void* indices, std::uint64_t threads = 1);

}  // namespace bench

#endif
