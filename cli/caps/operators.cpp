#include <algorithm>
#include <functional>
#include <span>

#include "caps/queries.hpp"
#include "caps/subject.hpp"
#include "choices.hpp"
#include "codes.hpp"
#include "syntax.hpp"

namespace strew::cli {
namespace {

// A row or a column of a question, with the change that it makes to the call.
struct variation {
  std::string name;
  std::function<void(operator_call&)> change;
};
using variations = std::vector<variation>;

// One table per operator; a cell is the result of a small call with the changes of its row and column.
struct question {
  const char* key;
  variations rows, columns;    // a row without a name is the only row
  bool compares = false;       // cells show whether the plan equals the one without the column
  bool is_of_gathers = false;  // only for gathers: all cells of other operators are equal
};

variation set(const char* name, std::int32_t strew_options::*option, std::int32_t value) {
  return {name, [=](operator_call& call) { call.options.*option = value; }};
}

variations of_option(std::span<const choice> choices, std::int32_t strew_options::*option) {
  variations made;
  for (const choice& one : choices) made.push_back(set(one.name, option, one.value));
  return made;
}

variations of_types(const std::function<void(operator_call&, strew_dtype)>& change) {
  variations made;
  for (strew_dtype type = STREW_DTYPE_OPAQUE; type < std::size(element_types); ++type)
    made.push_back({strew_dtype_name(type), [=](operator_call& call) { change(call, type); }});
  return made;
}

variations other_options() {
  return {set("exclude_self", &strew_options::exclude_self, 1),
          set("accumulate=native", &strew_options::accumulate, STREW_ACCUMULATE_NATIVE),
          set("unordered", &strew_options::unordered, 1),
          set("duplicates=error", &strew_options::duplicates, STREW_DUPLICATES_ERROR),
          set("partial_window=whole", &strew_options::partial_window, STREW_PARTIAL_WHOLE)};
}

variations fill_values() {
  static constexpr std::int64_t one_i64 = 1, below_zero = -1;
  static constexpr std::uint64_t one_u64 = 1;
  static constexpr double one_f64 = 1, half = 0.5;
  static constexpr char bytes[16] = {};
  const auto fill = [](const char* name, strew_dtype dtype, const void* value) {
    return variation{name, [=](operator_call& call) {
                       call.options.fill_dtype = dtype;
                       call.options.fill_value = value;
                       call.options.fill_bytes = std::max(call.data.element_bytes, strew_dtype_bytes(call.data.dtype));
                     }};
  };
  return {fill("zero bytes", STREW_DTYPE_OPAQUE, nullptr), fill("i64 1", STREW_DTYPE_I64, &one_i64),
          fill("i64 -1", STREW_DTYPE_I64, &below_zero),    fill("u64 1", STREW_DTYPE_U64, &one_u64),
          fill("f64 1", STREW_DTYPE_F64, &one_f64),        fill("f64 0.5", STREW_DTYPE_F64, &half),
          fill("raw bytes", STREW_DTYPE_OPAQUE, bytes)};
}

// Each one varies options together that depend on each other.
std::vector<question> questions() {
  const variations as_it_is = {{"", [](operator_call&) {}}};
  const variations types = of_types([](operator_call& call, strew_dtype type) { set_type(call, type); });
  return {{"reductions", types, of_option(reductions, &strew_options::reduction)},
          {"index_types", as_it_is, of_types(set_index_type)},
          {"policies", of_option(negative_rules, &strew_options::negative_indices),
           of_option(policies, &strew_options::out_of_bounds)},
          {"options", as_it_is, other_options(), true},
          {"fill_values", types, fill_values(), false, true}};
}

// "same": the plan equals `known`, which was made without the column.
answer query_cell(const subject& target, const operator_call& call, const std::string& known, rule_texts& rules) {
  const reply told = query(target, call);
  if (told.rule.empty()) return told.plan == known ? word("same") : word("yes", json_value("ok"));
  rules.emplace(told.rule, strew_rule_text(told.rule.c_str()));
  return word(told.rule);
}

answer query_table(const subject& target, const question& varied, rule_texts& rules) {
  answer table;
  for (const variation& row : varied.rows) {
    operator_call plain = call_of(target);
    row.change(plain);
    const std::string known = varied.compares ? query(target, plain).plan : "";
    answer& cells = row.name.empty() ? table : table.add(row.name);
    for (const variation& column : varied.columns) {
      operator_call call = plain;
      column.change(call);
      cells.add(column.name, query_cell(target, call, known, rules));
    }
  }
  return table;
}

// Each width up to 64 bytes, then those around the powers of two up to 1 MiB.
std::vector<std::int64_t> record_widths() {
  std::vector<std::int64_t> widths;
  for (std::int64_t bytes = 0; bytes <= 64; ++bytes) widths.push_back(bytes);
  for (std::int64_t bytes = 128; bytes <= 1 << 20; bytes *= 2)
    widths.insert(widths.end(), {bytes - 1, bytes, bytes + 1});
  return widths;
}

answer record_bytes(const subject& target) {
  std::int64_t from = 0, up_to = 0;
  for (const std::int64_t bytes : record_widths()) {
    operator_call call = call_of(target);
    call.options.reduction = STREW_REDUCTION_NONE;
    set_type(call, STREW_DTYPE_OPAQUE, static_cast<std::uint64_t>(bytes));
    const bool is_taken = query(target, call).rule.empty();
    if (!is_taken && from != 0) break;
    if (is_taken && from == 0) from = bytes;
    if (is_taken) up_to = bytes;
  }
  return {{{"from", number(from)}, {"tried_up_to", number(up_to)}}};
}

// The options of an operator's subcommand, with their defaults, from the command line's own declarations.
answer attributes(const subject& target) {
  command_syntax app;
  operator_options options;
  if (target.spec.add_arguments != nullptr) target.spec.add_arguments(app, options);
  answer made;
  const auto add = [&](const char* name, const char* option, const answer& value) {
    if (app.find(option) != nullptr) made.add(name, value);
  };
  add("axis", "--axis", number(options.axis));
  add("batch_dims", "--batch-dims", number(options.batch_dims));
  add("mode", "--mode", word(words::mode[options.mode]));
  const strew_quantization layout = code_layout(options);
  add("bits", "--bits", number(layout.bits));
  add("block_size", "--block-size", number(layout.block_size));
  add("packing", "--packing", word(packings[layout.packing].name));
  return made;
}

}  // namespace

answer query_operators(rule_texts& rules) {
  static constexpr const char* kinds[] = {"gather", "scatter", "append", "reduction", "scan", "product"};
  answer made;
  for (const subject& target : subjects()) {
    answer& one = made.add(target.name());
    one.add("kind", word(kinds[static_cast<int>(target.spec.kind)]));
    one.add("command", target.spec.name == nullptr ? word("-", "null") : word(target.spec.name));
    for (const question& varied : questions()) {
      if (target.is(operator_kind::gather) || !varied.is_of_gathers)
        one.add(varied.key, query_table(target, varied, rules));
    }
    one.add("record_bytes", record_bytes(target));
    one.add("attributes", attributes(target));
  }
  return made;
}

}  // namespace strew::cli
