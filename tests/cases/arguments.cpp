#include "cases/arguments.hpp"

#include "cases/descriptor.hpp"

namespace strew::cases {
namespace {

strew_tensor describe(const test_case& p, arena& memory, operand_number which) {
  const view& v = view_of(p, which);
  strew_tensor t = STREW_TENSOR_INIT;
  t.dtype = v.type;
  t.element_bytes = v.element_bytes;
  t.data = v.null ? nullptr : memory.pointer_of(which);
  t.rank = v.extents.size();
  t.extents = v.extents.empty() ? nullptr : v.extents.data();
  t.strides = v.packed || v.extents.empty() ? nullptr : v.strides.data();
  return t;
}

void lose_first(std::initializer_list<strew_dims*> lists) {
  for (strew_dims* list : lists) {
    if (list->values == nullptr) continue;
    list->values = nullptr;
    return;
  }
}

// An executor of one thread that runs tasks in reverse order; min_bytes is 1, so that all divisible work is split.
strew_executor tasks_in_reverse(int64_t tasks) {
  strew_executor made = STREW_EXECUTOR_INIT;
  made.context = reinterpret_cast<void*>(static_cast<uintptr_t>(tasks));
  made.min_bytes = 1;
  made.concurrency = [](void* context) -> uint64_t { return reinterpret_cast<uintptr_t>(context); };
  made.is_inside = [](void*) { return 0; };
  made.run = [](void*, uint64_t count, void (*task)(void*, uint64_t), void* argument) {
    while (count > 0) task(argument, --count);
  };
  return made;
}

}  // namespace

arguments::arguments(const test_case& p, arena& memory)
    : null_options_(p.null_options && !p.engine.names_a_solver()),
      executor_(tasks_in_reverse(p.engine.executor)),
      gather_(gather_dimensions_of(p.numbers)),
      scatter_(scatter_dimensions_of(p.numbers)) {
  for (int i = 0; i < operand_count; ++i) {
    tensors_[static_cast<size_t>(i)] = describe(p, memory, static_cast<operand_number>(i));
  }
  is_null_[indices_operand] = p.no_indices;
  set_options(p);
  execution.threads = static_cast<uint64_t>(p.threads);
  execution.on_error = p.engine.on_error;
  if (p.engine.names_a_solver()) options.solver = p.engine.solver.c_str();
  if (p.engine.executor > 0) execution.executor = &executor_;
  tamper(p.tamper);
}

void arguments::forget_pointers() {
  for (strew_tensor& t : tensors_) t.data = nullptr;
}

void arguments::set_options(const test_case& p) {
  options.reduction = p.reduction;
  options.out_of_bounds = p.out_of_bounds;
  options.negative_indices = p.negative;
  options.exclude_self = p.exclude_self;
  options.accumulate = p.accumulate;
  options.unordered = p.unordered;
  options.duplicates = p.duplicates;
  options.partial_window = p.partial_window;
  if (!p.has_fill) return;
  options.fill_dtype = p.fill_type;
  options.fill_bytes = p.fill_type == STREW_DTYPE_OPAQUE ? p.fill.size() : 0;
  options.fill_value = p.fill.data();
}

void arguments::lose_a_list() {
  lose_first({&gather_.offset_dims, &gather_.collapsed_slice_dims, &gather_.operand_batching_dims,
              &gather_.start_indices_batching_dims, &gather_.start_index_map, &gather_.slice_sizes});
  lose_first({&scatter_.update_window_dims, &scatter_.inserted_window_dims, &scatter_.input_batching_dims,
              &scatter_.scatter_indices_batching_dims, &scatter_.scatter_dims_to_operand_dims});
}

void arguments::tamper(tampering kind) {
  const bool is_null_tensor = kind >= tampering::null_data && kind <= tampering::null_output;
  if (is_null_tensor) is_null_[static_cast<size_t>(kind) - static_cast<size_t>(tampering::null_data)] = true;
  if (kind == tampering::version) tensors_[output_operand].version = 77;
  if (kind == tampering::struct_size) tensors_[data_operand].struct_size = 3;
  if (kind == tampering::device) tensors_[output_operand].device = 2;
  if (kind == tampering::options_version) options.version = 0;
  if (kind == tampering::execution_size) execution.struct_size = 5;
  if (kind == tampering::null_numbers) no_numbers_ = true;
  if (kind == tampering::numbers_version) gather_.version = scatter_.version = 9;
  if (kind == tampering::null_list) lose_a_list();
}

}  // namespace strew::cases
