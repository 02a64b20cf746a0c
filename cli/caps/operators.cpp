#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <span>

#include "caps/query.hpp"
#include "choices.hpp"
#include "operator_spec.hpp"
#include "prepare.hpp"

namespace strew::cli {
namespace {

constexpr std::int64_t table_extents[] = {4, 2}, cache[] = {3, 4, 2};
constexpr std::int64_t three[] = {3}, tuples[] = {3, 1}, elements[] = {3, 2};
constexpr std::int64_t row_extents[] = {3, 2}, windows[] = {3, 2, 2}, appended[] = {3, 1, 2};

constexpr std::int64_t window_dims[] = {1, 2}, first_dim[] = {0}, window_sizes[] = {2, 2};

strew_gather_dimensions gathered_windows() {
  strew_gather_dimensions made = STREW_GATHER_DIMENSIONS_INIT;
  made.offset_dims = {window_dims, 2};
  made.start_index_map = {first_dim, 1};
  made.slice_sizes = {window_sizes, 2};
  made.index_vector_dim = 1;
  return made;
}

strew_scatter_dimensions scattered_windows() {
  strew_scatter_dimensions made = STREW_SCATTER_DIMENSIONS_INIT;
  made.update_window_dims = {window_dims, 2};
  made.scatter_dims_to_operand_dims = {first_dim, 1};
  made.index_vector_dim = 1;
  return made;
}

using extent_list = std::span<const std::int64_t>;

// An operator and one small call of it, of which every question is a variation. A tuple covers a window wherever the
// operator allows that.
struct subject {
  operator_kind kind;
  std::int32_t op;                    // STREW_OPERATOR_GATHER, ...
  const operator_spec* command;       // null: not on the command line
  extent_list data, indices, direct;  // direct: the output of a gather, updates otherwise

  [[nodiscard]] const char* name() const { return strew_operator_name(op); }
};

subject on_command_line(const operator_spec& spec, extent_list data, extent_list indices, extent_list direct) {
  return {spec.kind, spec.op, &spec, data, indices, direct};
}

const std::vector<subject>& subjects() {
  static const std::vector<subject> all = {
      on_command_line(gather_spec, table_extents, three, row_extents),
      on_command_line(gather_elements_spec, table_extents, elements, elements),
      on_command_line(gather_nd_spec, table_extents, tuples, row_extents),
      {operator_kind::gather, STREW_OPERATOR_STABLEHLO_GATHER, nullptr, table_extents, tuples, windows},
      on_command_line(scatter_spec, table_extents, three, row_extents),
      on_command_line(scatter_elements_spec, table_extents, elements, elements),
      on_command_line(scatter_nd_spec, table_extents, tuples, row_extents),
      {operator_kind::scatter, STREW_OPERATOR_STABLEHLO_SCATTER, nullptr, table_extents, tuples, windows},
      on_command_line(tensor_scatter_spec, cache, three, appended)};
  return all;
}

strew_status make_plan(const subject& target, const operator_call& call, strew_plan** plan, strew_error* error) {
  const strew_gather_dimensions gathers = gathered_windows();
  const strew_scatter_dimensions scatters = scattered_windows();
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = target.op;
  op.axis = call.axis;
  if (op.kind == STREW_OPERATOR_STABLEHLO_GATHER) op.gather_dimensions = &gathers;
  if (op.kind == STREW_OPERATOR_STABLEHLO_SCATTER) op.scatter_dimensions = &scatters;
  return strew_plan_make(&op, &call.data, &call.indices, has_updates(target.kind) ? &call.updates : nullptr,
                         &call.output, &call.options, plan, error);
}

void set_type(operator_call& call, strew_dtype type, std::uint64_t record_bytes = 3) {
  for (strew_tensor* one : {&call.data, &call.updates, &call.output}) {
    one->dtype = type;
    one->element_bytes = type == STREW_DTYPE_OPAQUE ? record_bytes : 0;
  }
}

void set_index_type(operator_call& call, strew_dtype type) {
  call.indices.dtype = type;
  call.indices.element_bytes = type == STREW_DTYPE_OPAQUE ? 1 : 0;
}

operator_call call_of(const subject& target) {
  operator_call call;
  const auto describe = [](strew_tensor& tensor, extent_list given) {
    tensor.rank = given.size();
    tensor.extents = given.data();
  };
  describe(call.data, target.data);
  describe(call.indices, target.indices);
  describe(call.updates, target.direct);
  describe(call.output, has_updates(target.kind) ? target.data : target.direct);
  call.axis = target.kind == operator_kind::append ? 1 : 0;
  set_type(call, STREW_DTYPE_F32);
  set_index_type(call, STREW_DTYPE_I64);
  return call;
}

struct reply {
  std::string answer;  // "ok", or the number of the rule that refuses
  std::string plan;    // all that the plan says of itself
};

reply query(const subject& target, const operator_call& call) {
  strew_error error = STREW_ERROR_INIT;
  strew_plan* made = nullptr;
  const strew_status status = make_plan(target, call, &made, &error);
  const std::unique_ptr<strew_plan, plan_deleter> plan(made);
  if (status != STREW_STATUS_OK) return {error.rule, ""};
  return {"ok", plan_text(made, strew_plan_problem) + "\n" + plan_text(made, strew_plan_describe) + "\n" +
                    std::to_string(strew_plan_workspace(made))};
}

// A row or a column: what it changes in the call.
struct variation {
  std::string name;
  std::function<void(operator_call&)> change;
};
using variations = std::vector<variation>;

template <class Range>
variations of_option(const Range& choices, std::int32_t strew_options::*member) {
  variations made;
  for (const choice& one : choices)
    made.push_back({one.name, [=](operator_call& call) { call.options.*member = one.value; }});
  return made;
}

template <class Change>
variations of_types(const Change& change) {
  variations made;
  for (strew_dtype type = STREW_DTYPE_OPAQUE; type <= STREW_DTYPE_C128; ++type)
    made.push_back({strew_dtype_name(type), [=](operator_call& call) { change(call, type); }});
  return made;
}

variations other_options() {
  const auto set = [](const char* name, std::int32_t strew_options::*member, std::int32_t value) {
    return variation{name, [=](operator_call& call) { call.options.*member = value; }};
  };
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
                       const std::uint64_t record_bytes = call.data.element_bytes;
                       call.options.out_of_bounds = STREW_OOB_FILL;
                       call.options.fill_dtype = dtype;
                       call.options.fill_value = value;
                       call.options.fill_bytes = record_bytes != 0 ? record_bytes : strew_dtype_bytes(call.data.dtype);
                     }};
  };
  return {fill("zero bytes", STREW_DTYPE_OPAQUE, nullptr), fill("i64 1", STREW_DTYPE_I64, &one_i64),
          fill("i64 -1", STREW_DTYPE_I64, &below_zero),    fill("u64 1", STREW_DTYPE_U64, &one_u64),
          fill("f64 1", STREW_DTYPE_F64, &one_f64),        fill("f64 0.5", STREW_DTYPE_F64, &half),
          fill("raw bytes", STREW_DTYPE_OPAQUE, bytes)};
}

// In the call that `make` gives, or the smallest one. An answer is "ok"; "same": with `compares`, taken, but the plan
// is the one without the column; or the number of the rule that refuses.
table query_table(const char* key, const char* title, const variations& rows, const variations& columns,
                  operator_call (*make)(const subject&) = call_of, bool compares = false) {
  table made{key, title, {}, {}};
  for (const variation& column : columns) made.columns.push_back(column.name);
  for (const subject& target : subjects()) {
    table_part& part = made.parts.emplace_back(table_part{{target.name()}, {}});
    for (const variation& row : rows) {
      operator_call plain = make(target);
      row.change(plain);
      const std::string known = compares ? query(target, plain).plan : "";
      table_row& cells = part.rows.emplace_back(table_row{row.name, {}});
      for (const variation& column : columns) {
        operator_call call = plain;
        column.change(call);
        const reply told = query(target, call);
        cells.cells.push_back(told.answer == "ok" && told.plan == known ? "same" : told.answer);
      }
    }
  }
  return made;
}

// One in which each of the other options could matter.
operator_call rich_call_of(const subject& target) {
  operator_call call = call_of(target);
  set_type(call, STREW_DTYPE_F16);
  if (target.kind == operator_kind::gather) call.options.out_of_bounds = STREW_OOB_FILL;
  if (target.kind == operator_kind::scatter) {
    call.options.out_of_bounds = STREW_OOB_SKIP;
    call.options.reduction = STREW_REDUCTION_ADD;
  }
  return call;
}

// Each width up to 64 bytes, then those around the powers of two up to 1 MiB.
table query_widths() {
  table made{"record_bytes", "Bytes of records that move: each width that was tried", {"from", "tried_up_to"}, {}};
  made.is_list = true;
  std::vector<std::uint64_t> widths;
  for (std::uint64_t bytes = 0; bytes <= 64; ++bytes) widths.push_back(bytes);
  for (std::uint64_t bytes = 128; bytes <= 1U << 20U; bytes *= 2)
    widths.insert(widths.end(), {bytes - 1, bytes, bytes + 1});
  for (const subject& target : subjects()) {
    texts found;
    for (const std::uint64_t bytes : widths) {
      operator_call call = call_of(target);
      set_type(call, STREW_DTYPE_OPAQUE, bytes);
      const bool is_taken = query(target, call).answer == "ok";
      if (!is_taken && !found.empty()) break;
      if (is_taken) found = {found.empty() ? std::to_string(bytes) : found.front(), std::to_string(bytes)};
    }
    found.resize(2, "0");
    made.parts.push_back({{target.name()}, {{"", found}}});
  }
  return made;
}

table info() {
  table made{"", "", {"name", "kind", "command"}, {}};
  for (const subject& target : subjects()) {
    const char* kind = target.kind == operator_kind::gather    ? "gather"
                       : target.kind == operator_kind::scatter ? "scatter"
                                                               : "append";
    made.parts.push_back(
        {{target.name()}, {{"", {target.name(), kind, target.command == nullptr ? "null" : target.command->name}}}});
  }
  return made;
}

// The command line is asked too: an operator's own options and what they are when they are not given.
table attributes() {
  table made{"attributes",
             "Attributes of the subcommands, which have - for _, with the defaults; - where there is no subcommand",
             {"axis", "batch_dims", "mode"},
             {}};
  made.is_list = true;
  for (const subject& target : subjects()) {
    CLI::App app;
    operator_options options;
    if (target.command != nullptr) target.command->add_arguments(app, options);
    const auto if_there = [&](const char* option, std::string value) {
      return app.get_option_no_throw(option) == nullptr ? std::string() : value;
    };
    made.parts.push_back({{target.name()},
                          {{"",
                            {if_there("--axis", std::to_string(options.axis)),
                             if_there("--batch-dims", std::to_string(options.batch_dims)),
                             if_there("--mode", modes[options.mode].name)}}}});
  }
  return made;
}

}  // namespace

std::vector<table> query_operators() {
  const variations as_it_is = {{"", [](operator_call&) {}}};
  const variations types = of_types([](operator_call& call, strew_dtype type) { set_type(call, type); });
  table fills = query_table("fill_values", "Fill values by element type", types, fill_values());
  std::erase_if(fills.parts,
                [](const table_part& part) { return part.owners.front().find("gather") == std::string::npos; });
  return {
      info(),
      query_table("reductions", "Reductions by element type", types, of_option(reductions, &strew_options::reduction)),
      query_table("index_types", "Index types", as_it_is, of_types(set_index_type)),
      query_table("policies", "Indices out of bounds, by what negative ones mean",
                  of_option(negative_rules, &strew_options::negative_indices),
                  of_option(policies, &strew_options::out_of_bounds)),
      query_table("options", "Other options", as_it_is, other_options(), rich_call_of, true),
      fills,
      query_widths(),
      attributes()};
}

}  // namespace strew::cli
