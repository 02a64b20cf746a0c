#include "api/convert.hpp"

#include <cstddef>
#include <cstring>

#include "base/arithmetic.hpp"
#include "threads/default_pool.hpp"

namespace strew::engine::api {
namespace {

failure unknown_struct(operand where, const char* name, std::uint32_t size, std::uint32_t version,
                       std::size_t expected) {
  return fail(rule::PT2, where, "{} has size {} and version {}; this library knows size {} and version 1", name, size,
              version, expected);
}

// Of one with two versions.
[[gnu::cold, gnu::noinline]] failure unknown_struct(const char* name, std::uint32_t size, std::uint32_t version,
                                                    std::size_t first, std::size_t second) {
  return fail(rule::PT2, operand::none,
              "{} has size {} and version {}; this library knows size {} and version 2, size {} and version 1", name,
              size, version, second, first);
}

template <class Struct>
status check_version(const Struct* given, operand where, const char* name) {
  if (given == nullptr || is_known(*given)) return {};
  return unknown_struct(where, name, given->struct_size, given->version, sizeof(Struct));
}

// Version 1 ends before the fields that version 2 adds.
constexpr std::size_t first_execution = offsetof(strew_execution, on_error);
constexpr std::size_t first_info = offsetof(strew_prepared_info, distinct);

template <class Struct>
bool is_one_of_two(const Struct& given, std::size_t first) {
  return given.version == 2 ? given.struct_size == sizeof given : given.version == 1 && given.struct_size == first;
}

template <class Struct>
failure unknown_struct(const Struct& given, const char* name) {
  return unknown_struct(operand::none, name, given.struct_size, given.version, sizeof(Struct));
}

failure missing_function(const char* name) {
  return fail(rule::PT4, operand::none, "a function of the {} is null", name);
}

}  // namespace

failure bad_struct(const strew_tensor* view, operand where) {
  if (view == nullptr) return fail(rule::PT1, where, "its strew_tensor is null");
  if (!is_known(*view))
    return unknown_struct(where, "strew_tensor", view->struct_size, view->version, sizeof(strew_tensor));
  return fail(rule::PT1, where, "its extents are null");
}
failure bad_struct(const strew_operator* op) {
  if (op == nullptr) return fail(rule::PT1, operand::none, "the strew_operator is null");
  return unknown_struct(*op, "strew_operator");
}
failure bad_struct(const strew_options& options) {
  return unknown_struct(options, "strew_options");
}
failure bad_struct(const strew_site* site) {
  if (site == nullptr) return fail(rule::PT1, operand::none, "the strew_site is null");
  return unknown_struct(*site, "strew_site");
}
failure bad_struct(const strew_operands* given) {
  if (given == nullptr) return fail(rule::PT1, operand::none, "the strew_operands are null");
  return unknown_struct(*given, "strew_operands");
}
failure bad_device(std::uint32_t device, operand where) {
  return fail(rule::PT3, where, "its device is {}, not the CPU (1)", device);
}

status check_functions(const strew_execution& execution) {
  if (!is_known_execution(execution))
    return unknown_struct("strew_execution", execution.struct_size, execution.version, first_execution,
                          sizeof(strew_execution));
  const strew_allocator* memory = execution.allocator;
  if (auto bad = check_version(memory, operand::none, "strew_allocator")) return bad;
  if (memory != nullptr && (memory->allocate == nullptr || memory->release == nullptr))
    return missing_function("allocator");
  const strew_executor* pool = execution.executor;
  if (auto bad = check_version(pool, operand::none, "strew_executor")) return bad;
  if (pool == nullptr) return {};
  const bool is_whole = pool->concurrency != nullptr && pool->is_inside != nullptr;
  return is_whole && pool->run != nullptr ? status{} : missing_function("executor");
}

failure unknown_on_error(const strew_execution& given) {
  return fail(rule::AT1, operand::none, "on_error is {}, outside [0, {}]", on_error_of(given),
              std::int32_t{STREW_ON_ERROR_DISCARD});
}

status check_struct(const strew_prepared_info* info) {
  if (is_one_of_two(*info, first_info)) return {};
  return unknown_struct("strew_prepared_info", info->struct_size, info->version, first_info, sizeof *info);
}
status check_struct(const strew_problem_view* view) {
  if (view->struct_size == sizeof *view && view->version == STREW_PROBLEM_VERSION) return {};
  return fail(rule::PT2, operand::none,
              "strew_problem_view has size {} and version {}; this library knows size {} and version {}",
              view->struct_size, view->version, sizeof *view, std::uint32_t{STREW_PROBLEM_VERSION});
}
status check_struct(const strew_operand_places* at) {
  if (at == nullptr) return fail(rule::PT1, operand::none, "the strew_operand_places are null");
  return check_version(at, operand::none, "strew_operand_places");
}
status check_struct(const strew_prepared_lists* lists) {
  return check_version(lists, operand::none, "strew_prepared_lists");
}
status check_struct(const strew_problem_bad_index* found) {
  return check_version(found, operand::none, "strew_problem_bad_index");
}
status check_struct(const strew_problem_part* part) {
  return check_version(part, operand::none, "strew_problem_part");
}

status check_struct(const strew_problem_bases* bases) {
  return check_version(bases, operand::none, "strew_problem_bases");
}

status check_struct(const strew_problem_accumulators* about) {
  return check_version(about, operand::none, "strew_problem_accumulators");
}

status check_struct(const strew_problem_duplicate* found) {
  return check_version(found, operand::none, "strew_problem_duplicate");
}
status check_struct(const strew_problem_places* places) {
  return check_version(places, operand::none, "strew_problem_places");
}
status check_struct(const strew_segmentation* given) {
  if (given == nullptr) return fail(rule::PT1, operand::none, "the strew_segmentation is null");
  return check_version(given, operand::none, "strew_segmentation");
}
status check_struct(const strew_quantization* given) {
  if (given == nullptr) return fail(rule::PT1, operand::none, "the strew_quantization is null");
  return check_version(given, operand::none, "strew_quantization");
}
status check_struct(const strew_layout* layout) {
  return check_version(layout, operand::none, "strew_layout");
}
status check_struct(const strew_exchange_call* call) {
  return check_version(call, operand::none, "strew_exchange_call");
}
status check_struct(const strew_exchange_rows* rows) {
  return check_version(rows, operand::none, "strew_exchange_rows");
}
failure bad_record(const strew_error& error) {
  return unknown_struct("strew_error", error.struct_size, error.version, offsetof(strew_error, sentence), sizeof error);
}

namespace {

// A rank too large to be read is kept too large, for EX1 to refuse later.
void read_extents(const strew_tensor& view, tensor& made) {
  if (view.rank > max_rank) {
    made.extents = extents_list(max_rank + 1, 1);  // not empty: a null pointer comes first
  } else {
    made.extents.append(view.extents, static_cast<std::size_t>(view.rank));
  }
}

// TY1
status read_type(const strew_tensor& view, operand where, tensor& made) {
  const dtype_info* about = find_info(view.dtype);
  if (about == nullptr) return fail(rule::TY1, where, "element type {} is unknown", view.dtype);
  const auto width = static_cast<std::uint64_t>(about->width);
  const bool fits = width == 0 ? view.element_bytes >= 1 && view.element_bytes <= static_cast<std::uint64_t>(max_size)
                               : view.element_bytes == 0 || view.element_bytes == width;
  if (!fits) {
    return fail(rule::TY1, where, "element_bytes is {} for type {}", view.element_bytes, about->name);
  }
  made.type = static_cast<dtype>(view.dtype);
  made.width = static_cast<std::int64_t>(width == 0 ? view.element_bytes : width);
  return {};
}

void read_strides(const strew_tensor& view, tensor& made) {
  if (view.strides == nullptr || view.rank > max_rank) {
    pack(made);
  } else {
    made.strides.append(view.strides, static_cast<std::size_t>(view.rank));
  }
  forget_idle_strides(made);
}

// One element for all.
tensor zeros_like(const tensor& other) {
  return {other.type, other.width, other.extents, extents_list(other.rank(), 0)};
}

}  // namespace

alignas(64) const std::byte zero_element[longest_start] = {};

status check_structs(const arguments& given) {
  const auto look_at = [&](const strew_tensor* view, operand where) -> status {
    if (auto bad = check_struct(view, where)) return bad;
    return given.has_memory ? check_device(view->device, where) : status();
  };
  if (given.needs_data()) {
    if (auto bad = look_at(given.data, operand::data)) return bad;
  }
  if (given.has_indices) {
    if (auto bad = look_at(given.indices, operand::indices)) return bad;
  }
  if (given.is_scatter) {
    if (auto bad = look_at(given.updates, operand::updates)) return bad;
  }
  if (given.from != nullptr) {
    if (auto bad = look_at(given.from, operand::from)) return bad;
  }
  if (given.weights != nullptr || given.needs_weights) {
    if (auto bad = look_at(given.weights, operand::weights)) return bad;
  }
  if (given.has_codes) {
    if (auto bad = look_at(given.scales, operand::scales)) return bad;
  }
  const auto look_at_some = [&](const strew_tensor* view, operand where) -> status {
    return view != nullptr ? look_at(view, where) : status();
  };
  if (auto bad = look_at_some(given.zero_points, operand::zero_points)) return bad;
  if (auto bad = look_at_some(given.codebook, operand::codebook)) return bad;
  if (given.has_output) {
    if (auto bad = look_at(given.output, operand::output)) return bad;
  }
  if (auto bad = look_at_some(given.arg, operand::arg)) return bad;
  return look_at_some(given.count, operand::count);
}

status to_operands(const arguments& given, operands& ops) {
  ops.is_scatter = given.is_scatter;
  status bad;
  const auto read = [&](const strew_tensor& view, operand where, tensor& made) {
    read_extents(view, made);
    if (!bad) bad = read_type(view, where, made);
    if (!bad) read_strides(view, made);
  };
  if (given.needs_data()) read(*given.data, operand::data, ops.data);
  given.has_indices ? read(*given.indices, operand::indices, ops.indices) : void(ops.indices = no_operand());
  if (given.is_scatter) read(*given.updates, operand::updates, ops.updates);
  if (given.has_paired()) {
    paired_operands& more = ops.paired.emplace();
    const auto read_some = [&](const strew_tensor* view, operand where, tensor& made) {
      if (view != nullptr) read(*view, where, made = {});
    };
    read_some(given.from, operand::from, more.from);
    read_some(given.weights, operand::weights, more.weights);
    read_some(given.scales, operand::scales, more.scales);
    read_some(given.zero_points, operand::zero_points, more.zero_points);
    read_some(given.codebook, operand::codebook, more.codebook);
  }
  if (given.has_output) read(*given.output, operand::output, ops.output);
  if (given.arg != nullptr || given.count != nullptr) {
    further_operands& more = ops.further.emplace();
    more.has_arg = given.arg != nullptr;
    more.has_count = given.count != nullptr;
    if (more.has_arg) read(*given.arg, operand::arg, more.arg);
    if (more.has_count) read(*given.count, operand::count, more.count);
  }
  if (!given.needs_data()) ops.data = zeros_like(ops.output);
  if (given.has_memory) {
    pointers at = to_pointers(given);
    static std::byte to_be_made;
    if (given.makes_output) at.output = &to_be_made;
    if (auto missing = check_pointers(ops, at)) return missing;
  }
  return bad;
}

pointers to_pointers(const arguments& given) {
  STREW_ASSERT(given.has_output || given.makes_output);
  const auto of = [](const strew_tensor* view) {
    return view == nullptr ? nullptr : static_cast<std::byte*>(view->data);
  };
  // The output's struct is const like every operand's; its memory is writable.
  pointers at{of(given.data),     of(given.indices), of(given.updates), of(given.output),
              of(given.from),     of(given.weights), of(given.scales),  of(given.zero_points),
              of(given.codebook), of(given.arg),     of(given.count)};
  if (!given.needs_data()) at.data = zero_element;
  return at;
}

execution_context to_context(const strew_execution* execution) {
  execution_context made;
  made.pool = default_pool;
  if (execution == nullptr) return made;
  made.cancel = {execution->cancel, execution->cancel_context};
  made.workspace = static_cast<std::byte*>(execution->workspace);
  made.workspace_bytes = execution->workspace_bytes;
  made.threads = execution->threads;
  made.discards_on_error = on_error_of(*execution) == STREW_ON_ERROR_DISCARD;
  if (const strew_allocator* memory = execution->allocator)
    made.memory = {memory->context, memory->allocate, memory->release};
  if (const strew_executor* pool = execution->executor)
    made.pool = {pool->context, pool->min_bytes, nullptr, pool->concurrency, pool->is_inside, pool->run};
  return made;
}

}  // namespace strew::engine::api
