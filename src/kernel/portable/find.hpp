// Lookup of the portable kernels for the set: null for invalid combinations.
#pragma once

#include "kernel/kernel.hpp"

namespace strew::kernel::portable_kernels {

validate_kernel find_validate(index_type type);
ascends_kernel find_ascends(index_type type);
resolve_kernel find_resolve(index_type type, mode outside);
run_kernel find_run(index_type type);
cut_kernel find_cut(index_type type);
load_kernel find_load(index_type type);
pack_kernel find_pack(index_type type);
block_kernel find_move(form shape, direction way, width_class width);
block_kernel find_combine(form shape, scalar type, combination op);
copy_kernel find_copy(width_class width);
filter_kernel find_filter();
split_kernel find_split(index_type type, width_class width);
bin_kernel find_bin(width_class width);
unbin_kernel find_unbin();
fence_kernel find_fence();
fused_kernel find_fused_move(index_type type, direction way, width_class width);
fused_kernel find_fused_combine(index_type type, scalar element, combination how);
accumulator_kernels find_accumulators(scalar type, combination op, outcome stored, accumulator kept);
block_kernel find_scan(scalar type, combination op, accumulator kept);
block_kernel find_products(scalar type, combination op, outcome stored, accumulator kept);
weigh_kernel find_weigh(scalar type, outcome made, accumulator kept, accumulator weights);
slice_kernels find_slices(scalar type, combination op, outcome stored, accumulator kept);
product_kernels find_slice_products(scalar type, combination op, outcome stored, accumulator kept, accumulator weights);
decode_kernel find_decode(scalar value);
reduction_kernel find_code_sums(scalar type, outcome stored);  // none
dot_kernel find_dots(scalar type, accumulator kept, accumulator weights);
fill_kernel find_fill();

}  // namespace strew::kernel::portable_kernels
