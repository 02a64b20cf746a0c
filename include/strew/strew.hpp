// strew: scatter and gather for tensors. The C++ API.
//
// The header-only C++ API over the C ABI (strew/strew.h): link with the strew library, nothing else is needed. The C
// functions do all the work; these headers add types, defaults, ownership and exceptions.
//
//   std::vector<float> data{1, 2, 3, 4, 5, 6, 7, 8}, updates{9, 10, 11, 12};
//   std::vector<std::int64_t> at{4, 3, 1, 7};
//   strew::scatter_nd(data, {at, {4, 1}}, updates);  // data is 1 11 3 10 9 6 7 12
//
//   along_axis.hpp      gather, scatter, shape_along_axis: indices along one axis
//   elements.hpp        gather_elements, scatter_elements: an index for each element
//   nd.hpp              gather_nd, scatter_nd, shape_nd: index tuples
//   tensor_scatter.hpp  tensor_scatter: append to a cache
//   segment_reduce.hpp  segment_reduce: sums of bags, of neighbours, of experts
//   segment_scan.hpp    segment_scan: running sums of groups, ranks in them
//   sddmm.hpp           sddmm: products of rows at chosen pairs
//   gather_block_quantized.hpp  gather_block_quantized: rows of codes, decoded
//   stablehlo.hpp       stablehlo::gather, stablehlo::scatter: windows, with StableHLO's attributes and defaults
//
//   view.hpp     view, const_view: operands            filled.hpp  filled: one value as an operand
//   dtype.hpp    element types                         plan.hpp    plan: made once, executed often
//   options.hpp  options, execution                    result.hpp  result<T>, returned by the try_ forms
//   error.hpp    error_record, error, index_error      prepared.hpp  prepared: indices validated once
//   buffers.hpp  operands, buffers: of a plan          string.hpp  text: what describe() and others return
//   index_argument.hpp  indices of a call: a view or {0, 3, 1}
//   site.hpp     site: a call site of the C functions
//
// Not included here: memory_resource.hpp, a std::pmr::memory_resource as allocator; executor.hpp, a function that runs
// tasks as executor; onnx.hpp, nodes of ONNX; stablehlo/inputs.hpp, StableHLO's scatter of several inputs; exchange.hpp
// and mpi.hpp, tables whose rows several ranks hold. To compile quickly, it includes few headers of the standard
// library; <string> is none of them.
#ifndef STREW_STREW_HPP
#define STREW_STREW_HPP

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "strew/strew.hpp needs C++20: compile with -std=c++20 or later"
#else

#include "strew/along_axis.hpp"
#include "strew/buffers.hpp"
#include "strew/dtype.hpp"
#include "strew/elements.hpp"
#include "strew/error.hpp"
#include "strew/filled.hpp"
#include "strew/gather_block_quantized.hpp"
#include "strew/nd.hpp"
#include "strew/options.hpp"
#include "strew/plan.hpp"
#include "strew/prepared.hpp"
#include "strew/result.hpp"
#include "strew/sddmm.hpp"
#include "strew/segment_reduce.hpp"
#include "strew/segment_scan.hpp"
#include "strew/site.hpp"
#include "strew/stablehlo.hpp"
#include "strew/string.hpp"
#include "strew/tensor_scatter.hpp"
#include "strew/version.h"
#include "strew/view.hpp"

#endif

#endif
