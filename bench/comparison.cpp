#include "comparison.hpp"

#include <algorithm>
#include <cstring>

#include "evict.hpp"

namespace bench {
namespace {

struct named_baseline {
  const char* name;
  baseline (*find)(const description&);
};

constexpr named_baseline baselines[] = {{"plain", find_plain}, {"checked", find_checked}, {"bulk", find_bulk}};

strew_status call(const description& about, const operands& with, const strew_tensor& data,
                  const strew_options& options) {
  const strew_execution execution = on_threads(1);
  const strew_operator op = operator_of(about);
  const strew_tensor& output = with.output().data == data.data ? data : with.output();
  return strew_run(&op, &data, &with.indices(), updates_of(about, with), &output, &options, &execution, nullptr);
}

}  // namespace

comparison::comparison(const description& about) : about_(about), shape_(make_loop(about)), operands_(about) {
  add_strew();
  if (about.by == frontend::plan) add_threads();
  if (about.is_prepared) add_prepared();
  add_baselines();
  compare();
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
  plan_ = make_plan(about_, operands_);
  if (about_.by != frontend::plan) {
    candidates_.push_back(
        {"strew", [this, data = operands_.data(), extents = about_.data, options = options_of(about_)]() mutable {
           data.extents = extents.data();
           if (call(about_, operands_, data, options) != STREW_STATUS_OK) stop(about_.name, "the call failed");
           if (about_.by == frontend::new_call && ++extents[0] == about_.data[0] + new_shapes)
             extents[0] = about_.data[0];
         }});
    return;
  }
  candidates_.push_back({"strew", [this, at = operands_.addresses()] {
                           if (execute(plan_.get(), at, at.indices) != STREW_STATUS_OK)
                             stop(about_.name, "strew failed");
                         }});
}

void comparison::add_threads() {
  for (const auto& [name, threads] : numbers_of_threads())
    candidates_.push_back({name, [this, threads = threads, at = operands_.addresses()] {
                             if (execute(plan_.get(), at, at.indices, threads) != STREW_STATUS_OK)
                               stop(about_.name, "strew failed on several threads");
                           }});
  if (about_.is_cold) candidates_.push_back({"cold", candidates_.front().run});
}

// "once": prepared for a single execution.
void comparison::add_prepared() {
  bound_ = bind(about_, operands_, plan_.get());
  candidates_.push_back({"once", [this, at = operands_.addresses()] {
                           const owned_plan bound = bind(about_, operands_, plan_.get());
                           if (execute(bound.get(), at, nullptr) != STREW_STATUS_OK) stop(about_.name, "once failed");
                         }});
  candidates_.push_back({"prepared", [this, at = operands_.addresses()] {
                           if (execute(bound_.get(), at, nullptr) != STREW_STATUS_OK)
                             stop(about_.name, "prepared failed");
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
