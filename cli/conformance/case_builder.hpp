// What the lists of cases share: an operator, its versions, and forms, each a shape that is to be tried.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "conformance/case.hpp"
#include "conformance/case_values.hpp"

namespace strew::cli::conformance {

struct case_family {
  std::string op_type;  // "GatherElements"
  std::string stem;     // "gather_elements"
};

// A gather has no updates. The append has them as its second input, and no indices where `places` are none.
struct form {
  std::string feature = {};  // the end of the name
  std::int64_t since = 1;    // the first opset that allows it
  extents_of data;
  extents_of indices;
  std::vector<std::int64_t> places;
  extents_of updates = {};
  std::vector<onnx_attribute> attributes = {};
  dtype index_type = dtype::i64;
  pattern numbers = pattern::plain;
  number_list data_numbers = {};  // instead of the pattern
  number_list update_numbers = {};
};

// Those that ONNX has, in ascending order.
std::vector<std::int64_t> versions_of(const std::string& op_type);

// The element types of a version.
std::vector<dtype> types_of(std::int64_t since);
// One of each kind, for versions that a later one repeats.
std::vector<dtype> some_types();

test_case make_case(const case_family& family, std::int64_t since, dtype type, const form& like);

// Each version: the first form with the element types, all of them in the newest version, the others with f32.
void add_forms(const case_family& family, std::span<const form> forms, case_list& cases);

void add_gather_cases(case_list& cases);
void add_gather_elements_cases(case_list& cases);
void add_gather_nd_cases(case_list& cases);
void add_scatter_cases(case_list& cases);
void add_scatter_elements_cases(case_list& cases);
void add_scatter_nd_cases(case_list& cases);
void add_tensor_scatter_cases(case_list& cases);

}  // namespace strew::cli::conformance
