#include "fuzz/operators/fixture.hpp"

#include <algorithm>
#include <string>

#include "cases/description.hpp"
#include "cases/generate.hpp"

namespace strew::fuzz {
namespace {

cases::test_case any_case(choices& in) {
  cases::test_case made = cases::generate(in, {.operators = cases::all_operators()});
  made.null_error = false;
  made.one_buffer = false;
  made.runs = 1;
  return made;
}

std::string any_solver(choices& in) {
  const char* name = strew_solver_name(in.below(20));
  return name != nullptr ? name : in.one_in(4) ? "of another library" : "any";
}

// Another type of the same width.
strew_dtype other_type(const cases::view& of, choices& in) {
  const auto first = static_cast<strew_dtype>(in.below(16));
  for (strew_dtype n = 0; n < 16; ++n) {
    const strew_dtype type = (first + n) % 16;
    if (type != of.type && strew_dtype_bytes(type) == static_cast<std::uint64_t>(cases::width_of(of))) return type;
  }
  return of.type;
}

}  // namespace

fixture::fixture(choices& in) : case_(any_case(in)), memory_(cases::make_arena(case_, 0)) {
  with_ = std::make_unique<cases::arguments>(case_, memory_);
}

void fixture::reset(const contents& to) {
  for (std::size_t i = 0; i < to.size(); ++i)
    std::copy(to[i].begin(), to[i].end(), memory_.buffers[i].begin());  // the addresses must not change
}

bool fixture::inputs_are(const contents& right) const {
  for (std::size_t i = 0; i < right.size(); ++i)
    if (i != memory_.places[cases::output_operand].buffer && memory_.buffers[i] != right[i]) return false;
  return true;
}

bool fixture::has_one_result() const {
  return case_.unordered == 0 && case_.out_of_bounds != STREW_OOB_ASSUME;
}

cases::c_call fixture::call_with(const char* solver, strew_options& options) const {
  cases::c_call made = call();
  options = with_->options;
  options.solver = solver;
  made.options = &options;
  return made;
}

void fixture::mutate_options(choices& in) {
  cases::test_case& p = case_;
  std::int32_t* const fields[] = {&p.out_of_bounds, &p.negative,       &p.exclude_self, &p.accumulate,
                                  &p.duplicates,    &p.partial_window, &p.reduction};
  *fields[in.below(p.is_scatter() ? 7 : 6)] = static_cast<std::int32_t>(in.below(4));
  p.null_options = false;
}

void fixture::mutate(choices& in) {
  cases::test_case& p = case_;
  if (!cases::can_be_filled(p)) return;  // the memory does not match an invalid description
  switch (in.below(6)) {
    case 0:
      p.data.type = p.updates.type = p.output.type = other_type(p.data, in);
      break;
    case 1:
      p.indices.type = other_type(p.indices, in);
      break;
    case 2:
      p.engine.solver = any_solver(in);
      break;
    case 3:
      if (!p.fill.empty()) p.fill[in.below(p.fill.size())] ^= in.byte();
      break;
    case 4:
      p.data.packed =
          !p.data.packed && p.data.strides == cases::packed_strides(p.data.extents, cases::width_of(p.data));
      break;
    default:
      mutate_options(in);
  }
  with_ = std::make_unique<cases::arguments>(case_, memory_);
}

}  // namespace strew::fuzz
