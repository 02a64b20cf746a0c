#include "caps_ask.hpp"

#include <CLI/CLI.hpp>
#include <iterator>

#include "caps_call.hpp"
#include "caps_defaults.hpp"
#include "choices.hpp"
#include "operator_spec.hpp"

namespace strew::cli {
namespace {

template <class Range>
std::vector<std::string> names_of(const Range& choices) {
  std::vector<std::string> names;
  for (const choice& one : choices) names.emplace_back(one.name);
  return names;
}

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (strew_dtype type = STREW_OPAQUE; type <= STREW_C128; ++type) names.emplace_back(strew_dtype_name(type));
  return names;
}

question with_type(strew_dtype dtype) {
  question how;
  how.dtype = dtype;
  how.element_bytes = dtype == STREW_OPAQUE ? 3 : 0;
  return how;
}

grid ask_reductions(const subject& asked) {
  grid made{"reductions", "Reductions by element type", names_of(reductions), {}};
  for (strew_dtype type = STREW_OPAQUE; type <= STREW_C128; ++type) {
    grid_row row{strew_dtype_name(type), {}};
    for (const choice& one : reductions) {
      question how = with_type(type);
      how.options.reduction = one.value;
      row.answers.push_back(ask(asked, how).as_answer());
    }
    made.rows.push_back(std::move(row));
  }
  return made;
}

grid ask_index_types(const subject& asked) {
  grid made{"index_types", "Index types", type_names(), {{}}};
  for (strew_dtype type = STREW_OPAQUE; type <= STREW_C128; ++type) {
    question how;
    how.index_dtype = type;
    made.rows.front().answers.push_back(ask(asked, how).as_answer());
  }
  return made;
}

grid ask_policies(const subject& asked) {
  grid made{"policies", "Indices out of bounds, by what negative ones mean", names_of(policies), {}};
  for (const choice& negative : negative_rules) {
    grid_row row{negative.name, {}};
    for (const choice& one : policies) {
      question how;
      how.options.negative_indices = negative.value;
      how.options.out_of_bounds = one.value;
      row.answers.push_back(ask(asked, how).as_answer());
    }
    made.rows.push_back(std::move(row));
  }
  return made;
}

// A call in which each of the other options could matter.
question rich_question(operator_kind kind) {
  question how;
  how.dtype = STREW_F16;
  if (kind == operator_kind::gather) how.options.out_of_bounds = STREW_OOB_FILL;
  if (kind == operator_kind::scatter) {
    how.options.out_of_bounds = STREW_OOB_SKIP;
    how.options.reduction = STREW_ADD;
  }
  return how;
}

grid ask_options(const subject& asked) {
  struct setting {
    const char* name;
    std::int32_t strew_options::*member;
    std::int32_t value;
  };
  constexpr setting settings[] = {{"exclude_self", &strew_options::exclude_self, 1},
                                  {"accumulate=native", &strew_options::accumulate, STREW_NATIVE},
                                  {"unordered", &strew_options::unordered, 1},
                                  {"duplicates=error", &strew_options::duplicates, STREW_DUPLICATES_ERROR},
                                  {"partial_window=whole", &strew_options::partial_window, STREW_PARTIAL_WHOLE}};
  grid made{"options", "Other options", {}, {{}}};
  const reply without = ask(asked, rich_question(asked.kind));
  for (const setting& one : settings) {
    question how = rich_question(asked.kind);
    how.options.*one.member = one.value;
    const reply with = ask(asked, how);
    made.columns.emplace_back(one.name);
    made.rows.front().answers.push_back(with.rule.empty() && with.plan == without.plan ? "same" : with.as_answer());
  }
  return made;
}

grid ask_fill_values(const subject& asked) {
  constexpr std::int64_t one_i64 = 1, below_zero = -1;
  constexpr std::uint64_t one_u64 = 1;
  constexpr double one_f64 = 1, half = 0.5;
  constexpr char bytes[16] = {};
  struct form {
    const char* name;
    strew_dtype dtype;
    const void* value;
  };
  const form forms[] = {{"zero bytes", STREW_OPAQUE, nullptr}, {"i64 1", STREW_I64, &one_i64},
                        {"i64 -1", STREW_I64, &below_zero},    {"u64 1", STREW_U64, &one_u64},
                        {"f64 1", STREW_F64, &one_f64},        {"f64 0.5", STREW_F64, &half},
                        {"raw bytes", STREW_OPAQUE, bytes}};
  grid made{"fill_values", "Fill values by element type", {}, {}};
  for (const form& given : forms) made.columns.emplace_back(given.name);
  for (strew_dtype type = STREW_OPAQUE; type <= STREW_C128; ++type) {
    grid_row row{strew_dtype_name(type), {}};
    for (const form& given : forms) {
      question how = with_type(type);
      how.options.out_of_bounds = STREW_OOB_FILL;
      how.options.fill_dtype = given.dtype;
      how.options.fill_value = given.value;
      how.options.fill_bytes = type == STREW_OPAQUE ? how.element_bytes : strew_dtype_bytes(type);
      row.answers.push_back(ask(asked, how).as_answer());
    }
    made.rows.push_back(std::move(row));
  }
  return made;
}

bool takes_record(const subject& asked, std::uint64_t bytes) {
  question how = with_type(STREW_OPAQUE);
  how.element_bytes = bytes;
  return ask(asked, how).rule.empty();
}

// Each width up to 64 bytes, then those around the powers of two up to 1 MiB.
std::vector<std::uint64_t> record_widths() {
  std::vector<std::uint64_t> widths;
  for (std::uint64_t bytes = 0; bytes <= 64; ++bytes) widths.push_back(bytes);
  for (std::uint64_t bytes = 128; bytes <= 1U << 20U; bytes *= 2) {
    widths.insert(widths.end(), {bytes - 1, bytes, bytes + 1});
  }
  return widths;
}

void ask_records(const subject& asked, operator_caps& found) {
  for (const std::uint64_t bytes : record_widths()) {
    const bool is_taken = takes_record(asked, bytes);
    if (!is_taken && found.most_record != 0) return;
    if (!is_taken) continue;
    if (found.most_record == 0) found.least_record = bytes;
    found.most_record = bytes;
  }
}

// The command line is asked too: an operator's own options and what they are when they are not given.
std::vector<attribute_default> attributes_of(const operator_spec& spec) {
  CLI::App app;
  operator_options options;
  spec.add_arguments(app, options);
  std::vector<attribute_default> found;
  if (app.get_option_no_throw("--axis") != nullptr) found.push_back({"axis", std::to_string(options.axis), true});
  if (app.get_option_no_throw("--batch-dims") != nullptr) {
    found.push_back({"batch_dims", std::to_string(options.batch_dims), true});
  }
  if (app.get_option_no_throw("--mode") != nullptr) found.push_back({"mode", modes[options.mode].name, false});
  return found;
}

operator_caps ask_operator(const subject& asked) {
  operator_caps found;
  found.name = asked.name();
  found.kind = asked.kind;
  if (asked.spec != nullptr) {
    found.command = asked.spec->name;
    found.attributes = attributes_of(*asked.spec);
  }
  found.grids = {ask_reductions(asked), ask_index_types(asked), ask_policies(asked), ask_options(asked)};
  if (asked.kind == operator_kind::gather) found.grids.push_back(ask_fill_values(asked));
  ask_records(asked, found);
  return found;
}

}  // namespace

capabilities ask_capabilities() {
  capabilities found;
  found.version = strew_version();
  found.abi = strew_abi_version();
  for (strew_dtype type = STREW_OPAQUE; type <= STREW_C128; ++type) {
    found.types.push_back({strew_dtype_name(type), strew_dtype_bytes(type)});
  }
  for (std::uint64_t i = 0; strew_solver_name(i) != nullptr; ++i) found.solvers.emplace_back(strew_solver_name(i));
  for (const subject& asked : subjects()) found.operators.push_back(ask_operator(asked));
  found.doors = ask_defaults();
  return found;
}

}  // namespace strew::cli
