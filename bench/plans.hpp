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

strew_options options_of(const description& about);

// Inline, as is what executes: calls are measured with them.
inline strew_operator operator_of(const description& about) {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = static_cast<std::int32_t>(about.op);
  made.axis = about.axis;
  made.batch_dims = about.batch_dims;
  return made;
}
inline strew_execution on_threads(std::uint64_t threads) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = threads;
  return execution;
}
inline const strew_tensor* updates_of(const description& about, const operands& with) {
  return is_scatter(about.op) ? &with.updates() : nullptr;
}

// Null where the requested solver is not applicable; any other failure stops the program.
owned_plan make_plan(const description& about, const operands& with, const char* solver = nullptr);

// With the indices prepared: its executions need none.
owned_plan bind(const description& about, const operands& with, const strew_plan* plan);

inline strew_status execute(const strew_plan* plan, const memory& at, const void* indices, std::uint64_t threads = 1) {
  const strew_execution execution = on_threads(threads);
  return strew_execute(plan, at.data, indices, at.updates, at.output, &execution, nullptr);
}

}  // namespace bench

#endif
