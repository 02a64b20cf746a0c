// The operators that the library is asked about, and the one small call of each that every question varies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operator_spec.hpp"

namespace strew::cli {

struct subject {
  const operator_spec& spec;  // nameless where the command line does not have the operator
  // Direct: updates of a scatter or an append, the output otherwise. A tuple covers a window wherever the operator
  // allows that.
  std::vector<std::int64_t> data, indices, direct;

  const char* name() const { return strew_operator_name(spec.op); }
  bool is(operator_kind kind) const { return spec.kind == kind; }
};

const std::vector<subject>& subjects();

// One in which each of the options could matter. Borrows from the subject.
operator_call call_of(const subject& target);

// Of the elements that move, of the values of codes; those of type opaque are records.
void set_type(operator_call& call, strew_dtype type, std::uint64_t record_bytes = 3);
void set_index_type(operator_call& call, strew_dtype type);

struct reply {
  std::string rule;  // that refuses; empty: a plan is made
  std::string plan;  // all that the plan says of itself
};

reply query(const subject& target, const operator_call& call);

}  // namespace strew::cli
