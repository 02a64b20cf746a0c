#include "plans.hpp"

#include <cstdlib>
#include <iostream>
#include <string_view>
#include <thread>

namespace bench {

std::span<const number_of_threads> numbers_of_threads() {
  static constexpr number_of_threads all[] = {{"all", 0}, {"two", 2}};
  return std::span(all).first(std::thread::hardware_concurrency() > 2 ? 2 : 1);
}

void stop(const std::string& name, const char* why) {
  std::cerr << "bench: " << name << ": " << why << '\n';
  std::exit(1);
}

void expect_ok(const description& about, strew_status status, const strew_error& error) {
  if (status != STREW_STATUS_OK) stop(about.name, error.message);
}

strew_options options_of(const description& about) {
  strew_options options = STREW_OPTIONS_INIT;
  options.reduction = about.reduction;
  if (about.refuses_duplicates) options.duplicates = STREW_DUPLICATES_ERROR;
  if (about.is_unordered) options.unordered = 1;
  return options;
}

owned_plan make_plan(const description& about, const operands& with, const char* solver) {
  const strew_operator op = operator_of(about);
  strew_options options = options_of(about);
  options.solver = solver;
  strew_error error = STREW_ERROR_INIT;
  strew_plan* plan = nullptr;
  const strew_status status = strew_plan_make(&op, &with.data(), &with.indices(), updates_of(about, with),
                                              &with.output(), &options, &plan, &error);
  if (solver != nullptr && std::string_view(error.rule) == "AT5") return nullptr;
  expect_ok(about, status, error);
  return owned_plan(plan);
}

owned_plan bind(const description& about, const operands& with, const strew_plan* plan) {
  strew_error error = STREW_ERROR_INIT;
  strew_prepared* prepared = nullptr;
  strew_plan* bound = nullptr;
  expect_ok(about, strew_prepare(plan, with.addresses().indices, nullptr, &prepared, &error), error);
  expect_ok(about, strew_plan_bind(plan, prepared, &bound, &error), error);
  strew_prepared_destroy(prepared);
  return owned_plan(bound);
}

}  // namespace bench
