#include "bench/measure.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "execute.hpp"
#include "formatted.hpp"
#include "library_text.hpp"
#include "load.hpp"

namespace strew::cli {
namespace {

// Smaller executions run without a cancel callback, which would be a large part of the time of small ones; between two
// repetitions a signal is noticed all the same.
constexpr std::uint64_t cancelled_bytes = std::uint64_t{64} << 20;

bool has_ids(const operator_call& call) {
  return call.segmentation && call.segmentation->form == STREW_SEGMENTS_IDS;
}

// The operands that strew_prepare and strew_prepare_from prepare. Offsets need no preparing.
struct preparable {
  const strew_tensor* own = nullptr;
  const strew_tensor* from = nullptr;
};

preparable preparable_of(operator_kind kind, const operator_call& call) {
  const strew_tensor* const indices = call.has_indices ? &call.indices : nullptr;
  if (!has_segments(kind)) return {indices, nullptr};
  return {has_ids(call) ? &*call.segments : nullptr, indices};
}

class bench_run {
 public:
  bench_run(const operator_spec& spec, const bench_options& options, progress& shown, prepared_call& prepared,
            bench_results& results)
      : spec_(spec), options_(options), shown_(shown), prepared_(prepared), results_(results) {}

  outcome measure_all() {
    if (auto error = time_plan()) return error;
    if (options_.prepares) {
      if (auto error = time_preparing()) return error;
    }
    shown_.stage("timing memcpy");
    if (!time_memcpy(results_.bytes, limits().briefer(), results_.memcpy)) return failure();
    for (const std::uint64_t threads : options_.threads) {
      if (auto error = time_row(threads, prepared_.plan.get(), false)) return error;
      if (!options_.prepares) continue;
      if (auto error = time_row(threads, bound_.get(), true)) return error;
    }
    return std::nullopt;
  }

 private:
  timing_limits limits() const { return {options_.seconds, options_.repetitions}; }

  // Of the call that just failed, or stopped on a signal.
  outcome failure() const {
    if (error_.status != STREW_STATUS_OK && error_.status != STREW_STATUS_CANCELLED)
      return library_diagnostic(error_, prepared_.info);
    return file_diagnostic("", {files::failure_kind::interrupted, "interrupted"});
  }

  outcome time_plan() {
    shown_.stage("timing plans");
    const auto make = [&] {
      prepared_.plan = make_plan(spec_.kind, prepared_.call, error_);
      return prepared_.plan != nullptr;
    };
    if (!time_calls(make, limits().briefer(), results_.plan)) return failure();
    results_.bytes = strew_plan_bytes(prepared_.plan.get());
    return std::nullopt;
  }

  // Null where the operand is not there, or after a failure.
  unique_prepared prepared_of(decltype(&strew_prepare) prepare, const strew_tensor* operand) {
    const strew_execution execution = execution_of(options_.call);
    strew_prepared* made = nullptr;
    if (operand != nullptr && error_.status == STREW_STATUS_OK)
      prepare(prepared_.plan.get(), operand->data, &execution, &made, &error_);
    return unique_prepared(made);
  }

  outcome time_preparing() {
    shown_.stage("timing the preparation of indices");
    const auto prepare_and_bind = [&] {
      const preparable of = preparable_of(spec_.kind, prepared_.call);
      const unique_prepared own = prepared_of(strew_prepare, of.own);
      const unique_prepared from = prepared_of(strew_prepare_from, of.from);
      strew_plan* bound = nullptr;
      if (error_.status == STREW_STATUS_OK)
        strew_plan_bind_both(prepared_.plan.get(), own.get(), from.get(), &bound, &error_);
      bound_.reset(bound);
      return bound != nullptr;
    };
    results_.preparing.emplace();
    return time_calls(prepare_and_bind, limits().briefer(), *results_.preparing) ? std::nullopt : failure();
  }

  strew_execution timed_execution(std::uint64_t threads) const {
    strew_execution execution = execution_of(options_.call);
    execution.threads = threads;
    if (results_.bytes < cancelled_bytes) execution.cancel = nullptr;
    return execution;
  }

  outcome time_row(std::uint64_t threads, const strew_plan* plan, bool is_prepared) {
    shown_.stage(formatted("timing {}{}", spec_.name, is_prepared ? ", prepared" : ""));
    const strew_execution execution = timed_execution(threads);
    strew_operand_places at = places_of(spec_.kind, prepared_.call);
    if (is_prepared) at.indices = nullptr;
    if (is_prepared && has_ids(prepared_.call)) at.segments = nullptr;
    const auto execute = [&] { return strew_execute_at(plan, &at, &execution, &error_) == STREW_STATUS_OK; };
    const std::uint64_t machine = library_threads();
    bench_row row = {threads == 0 ? machine : std::min(threads, machine), is_prepared, {}};
    const bool is_done = time_calls(execute, limits(), row.time);
    if (row.time.repetitions > 0) results_.rows.push_back(row);
    return is_done ? std::nullopt : failure();
  }

  const operator_spec& spec_;
  const bench_options& options_;
  progress& shown_;
  prepared_call& prepared_;
  bench_results& results_;
  unique_plan bound_;
  strew_error error_ = STREW_ERROR_INIT;
};

std::uint64_t row_bytes(const prepared_call& prepared) {
  const std::vector<std::int64_t>& extents = prepared.data.array.extents;
  std::uint64_t bytes = prepared.data.array.type.element_bytes;
  for (auto i = static_cast<std::size_t>(prepared.info.first_axis) + 1; i < extents.size(); ++i)
    bytes *= static_cast<std::uint64_t>(extents[i]);
  return bytes;
}

std::uint64_t moved_by_a_position(const operator_spec& spec, const prepared_call& prepared) {
  if (prepared.info.positions == 0) return 0;
  if (has_segments(spec.kind)) return row_bytes(prepared);
  const std::uint64_t bytes = has_updates(spec.kind) ? prepared.updates.array.payload_bytes : output_bytes(prepared);
  return bytes / prepared.info.positions;
}

}  // namespace

std::uint64_t library_threads() {
  for (const std::vector<std::string>& line : lines_of(library_text(&strew_tuning), 2))
    if (line[0] == "threads") return std::stoull(line[1]);
  return 1;
}

outcome measure(const operator_spec& spec, const bench_options& options, progress& shown, prepared_call& prepared,
                bench_results& results) {
  results.row_bytes = moved_by_a_position(spec, prepared);
  return bench_run(spec, options, shown, prepared, results).measure_all();
}

}  // namespace strew::cli
