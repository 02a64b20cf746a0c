// The operands that only some operators have, beside data, indices and updates, and the results beside the output. What
// is done with each of them is done by these tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "operator_spec.hpp"
#include "options.hpp"
#include "prepare.hpp"
#include "segments.hpp"
#include "strew/problem.h"
#include "strew/strew.h"

namespace strew::cli {

// What --dtype, the type of the data, says of the elements of another operand.
enum class element_type {
  own,
  of_data,
  of_scales,  // of codes it is the type of their scales
  of_factors  // that of the data, where their file has no name for a type of 16 bits, as that of the data has not
};

struct further_operand {
  const char* name;
  std::int32_t number;  // STREW_OPERAND_SEGMENTS, ...
  // Null: it is not given.
  const std::string* (*file_of)(const operator_options& options);
  file_operand prepared_call::*loaded;
  std::optional<strew_tensor> operator_call::*view;
  const strew_tensor* strew_operands::*given;
  const void* strew_operand_places::*place;
  element_type type = element_type::own;
};

struct further_result {
  const char* name;
  const char* option;
  std::int32_t number;
  std::optional<std::string> operator_options::*file;
  result_array prepared_call::*made;
  std::optional<strew_tensor> operator_call::*view;
  const strew_tensor* strew_operands::*given;
  void* strew_operand_places::*place;
};

template <std::optional<std::string> operator_options::*file>
const std::string* file_in(const operator_options& options) {
  return options.*file ? &*(options.*file) : nullptr;
}

// In the order of the command line.
inline constexpr further_operand further_operands[] = {
    {"right", STREW_OPERAND_RIGHT, file_in<&operator_options::right>, &prepared_call::right, &operator_call::right,
     &strew_operands::right, &strew_operand_places::right, element_type::of_factors},
    {"segments", STREW_OPERAND_SEGMENTS, segments_of, &prepared_call::segments, &operator_call::segments,
     &strew_operands::segments, &strew_operand_places::segments},
    {"weights", STREW_OPERAND_WEIGHTS, file_in<&operator_options::weights>, &prepared_call::weights,
     &operator_call::weights, &strew_operands::weights, &strew_operand_places::weights, element_type::of_factors},
    {"base", STREW_OPERAND_BASE, file_in<&operator_options::base>, &prepared_call::base, &operator_call::base,
     &strew_operands::base, &strew_operand_places::base, element_type::of_data},
    {"scales", STREW_OPERAND_SCALES, file_in<&operator_options::scales>, &prepared_call::scales, &operator_call::scales,
     &strew_operands::scales, &strew_operand_places::scales, element_type::of_scales},
    {"zero_points", STREW_OPERAND_ZERO_POINTS, file_in<&operator_options::zero_points>, &prepared_call::zero_points,
     &operator_call::zero_points, &strew_operands::zero_points, &strew_operand_places::zero_points},
    {"codebook", STREW_OPERAND_CODEBOOK, file_in<&operator_options::codebook>, &prepared_call::codebook,
     &operator_call::codebook, &strew_operands::codebook, &strew_operand_places::codebook}};

inline constexpr further_result further_results[] = {
    {"arg", "--arg", STREW_OPERAND_ARG, &operator_options::arg, &prepared_call::arg, &operator_call::arg,
     &strew_operands::arg, &strew_operand_places::arg},
    {"count", "--count", STREW_OPERAND_COUNT, &operator_options::count, &prepared_call::count, &operator_call::count,
     &strew_operands::count, &strew_operand_places::count}};

}  // namespace strew::cli
