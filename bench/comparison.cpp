#include "comparison.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <span>
#include <thread>

#include "evict.hpp"

namespace bench {
namespace {

struct named_baseline {
  const char* name;
  baseline (*find)(const description&);
};

constexpr named_baseline baselines[] = {{"plain", find_plain}, {"checked", find_checked}, {"bulk", find_bulk}};

[[noreturn]] void stop(const std::string& name, const char* why) {
  std::cerr << "bench: " << name << ": " << why << '\n';
  std::exit(1);
}

void expect_ok(const description& about, strew_status status, const strew_error& error) {
  if (status != STREW_STATUS_OK) stop(about.name, error.message);
}

strew_execution on_threads(std::uint64_t threads) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = threads;
  return execution;
}

struct number_of_threads {
  const char* name;
  std::uint64_t threads;
};

// Besides strew itself, which is measured on one.
std::span<const number_of_threads> numbers_of_threads() {
  static constexpr number_of_threads all[] = {{"all", 0}, {"two", 2}};
  return std::span(all).first(std::thread::hardware_concurrency() > 2 ? 2 : 1);
}

strew_operator operator_of(const description& about) {
  strew_operator made = STREW_OPERATOR_INIT;
  made.kind = static_cast<std::int32_t>(about.op);
  made.axis = about.axis;
  made.batch_dims = about.batch_dims;
  return made;
}

const strew_tensor* updates_of(const description& about, const operands& with) {
  return is_scatter(about.op) ? &with.updates() : nullptr;
}

strew_status make_plan(const description& about, const operands& with, const strew_options& options, strew_plan** plan,
                       strew_error* error) {
  const strew_operator op = operator_of(about);
  return strew_plan_make(&op, &with.data(), &with.indices(), updates_of(about, with), &with.output(), &options, plan,
                         error);
}

strew_status call(const description& about, const operands& with, const strew_tensor& data,
                  const strew_options& options) {
  const strew_execution execution = on_threads(1);
  const strew_operator op = operator_of(about);
  const strew_tensor& output = with.output().data == data.data ? data : with.output();
  return strew_run(&op, &data, &with.indices(), updates_of(about, with), &output, &options, &execution, nullptr);
}

strew_status execute(const strew_plan* plan, const memory& at, const void* indices, std::uint64_t threads = 1) {
  const strew_execution execution = on_threads(threads);
  return strew_execute(plan, at.data, indices, at.updates, at.output, &execution, nullptr);
}

}  // namespace

comparison::comparison(const description& about) : about_(about), shape_(make_loop(about)), operands_(about) {
  options_.reduction = about.reduction;
  if (about.refuses_duplicates) options_.duplicates = STREW_DUPLICATES_ERROR;
  add_strew();
  if (about.by == frontend::plan) add_threads();
  if (about.is_prepared) add_prepared();
  add_baselines();
  compare();
}

comparison::~comparison() {
  strew_plan_destroy(bound_);
  strew_plan_destroy(plan_);
}

std::vector<std::string> comparison::names(const description& about) {
  std::vector<std::string> all{"strew"};
  if (about.by == frontend::plan)
    for (const number_of_threads& one : numbers_of_threads()) all.emplace_back(one.name);
  if (about.is_cold && about.by == frontend::plan && can_evict) all.emplace_back("cold");
  if (about.is_prepared) all.insert(all.end(), {"once", "prepared"});
  for (const auto& [name, find] : baselines)
    if (find(about)) all.emplace_back(name);
  return all;
}

const std::function<void()>& comparison::find(const std::string& name) const {
  return std::find_if(candidates_.begin(), candidates_.end(), [&](const candidate& one) { return one.name == name; })
      ->run;
}

void comparison::add_strew() {
  strew_error error = STREW_ERROR_INIT;
  expect_ok(about_, make_plan(about_, operands_, options_, &plan_, &error), error);
  if (about_.by != frontend::plan) {
    candidates_.push_back({"strew", [this, data = operands_.data(), extents = about_.data]() mutable {
                             data.extents = extents.data();
                             if (call(about_, operands_, data, options_) != STREW_STATUS_OK)
                               stop(about_.name, "the call failed");
                             if (about_.by == frontend::new_call && ++extents[0] == about_.data[0] + new_shapes)
                               extents[0] = about_.data[0];
                           }});
    return;
  }
  candidates_.push_back({"strew", [this, at = operands_.addresses()] {
                           if (execute(plan_, at, at.indices) != STREW_STATUS_OK) stop(about_.name, "strew failed");
                         }});
}

void comparison::add_threads() {
  for (const auto& [name, threads] : numbers_of_threads())
    candidates_.push_back({name, [this, threads = threads, at = operands_.addresses()] {
                             if (execute(plan_, at, at.indices, threads) != STREW_STATUS_OK)
                               stop(about_.name, "strew failed on several threads");
                           }});
  if (about_.is_cold) candidates_.push_back({"cold", candidates_.front().run});
}

strew_plan* comparison::prepare() const {
  strew_error error = STREW_ERROR_INIT;
  strew_prepared* prepared = nullptr;
  strew_plan* bound = nullptr;
  expect_ok(about_, strew_prepare(plan_, operands_.addresses().indices, nullptr, &prepared, &error), error);
  expect_ok(about_, strew_plan_bind(plan_, prepared, &bound, &error), error);
  strew_prepared_destroy(prepared);
  return bound;
}

// "once": prepared for a single execution.
void comparison::add_prepared() {
  bound_ = prepare();
  candidates_.push_back({"once", [this, at = operands_.addresses()] {
                           strew_plan* bound = prepare();
                           if (execute(bound, at, nullptr) != STREW_STATUS_OK) stop(about_.name, "once failed");
                           strew_plan_destroy(bound);
                         }});
  candidates_.push_back({"prepared", [this, at = operands_.addresses()] {
                           if (execute(bound_, at, nullptr) != STREW_STATUS_OK) stop(about_.name, "prepared failed");
                         }});
}

void comparison::add_baselines() {
  for (const auto& [name, find] : baselines) {
    const baseline run = find(about_);
    if (!run) continue;
    candidates_.push_back({name, [this, run, at = operands_.addresses()] {
                             if (!run(shape_, at)) stop(about_.name, "an index is outside");
                           }});
  }
}

void comparison::compare() {
  const std::size_t bytes = operands_.written_bytes();
  const void* output = operands_.addresses().output;
  block expected(bytes);
  for (const candidate& one : candidates_) {
    operands_.reset();
    one.run();
    if (&one == candidates_.data())
      std::memcpy(expected.data(), output, bytes);
    else if (std::memcmp(expected.data(), output, bytes) != 0)
      stop(about_.name, ("strew's result is not that of " + one.name).c_str());
  }
}

}  // namespace bench
