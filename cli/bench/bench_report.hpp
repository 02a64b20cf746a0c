// The results of strew bench for people and as JSON.
#pragma once

#include <string>

#include "bench/bench_options.hpp"
#include "bench/measure.hpp"
#include "json.hpp"
#include "operator_spec.hpp"
#include "prepare.hpp"

namespace strew::cli {

// What is timed, by the lines of the plan.
std::string subject_text(const operator_spec& spec, const bench_options& options, const prepared_call& prepared);
std::string results_text(const prepared_call& prepared, const bench_results& results);

json_object subject_json(const operator_spec& spec, const bench_options& options, const prepared_call& prepared);
json_object results_json(const prepared_call& prepared, const bench_results& results);

}  // namespace strew::cli
