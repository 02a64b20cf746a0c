// A move as the structs of its problem, which are written from the formula, dimension by dimension.
#pragma once

#include <vector>

#include "cases/test_case.hpp"
#include "strew/problem.h"

namespace strew::cases {

// The indices of one side, and what they address.
struct problem_side {
  std::vector<strew_problem_coordinate> coordinates;
  std::vector<strew_problem_position> positions;
  std::vector<strew_problem_member> members;
};

class move_problem {
 public:
  explicit move_problem(const test_case& p);
  move_problem(const move_problem&) = delete;
  move_problem& operator=(const move_problem&) = delete;

  [[nodiscard]] const strew_problem_view& view() const { return view_; }

 private:
  void add_positions(const test_case& p);
  void add_slices(const test_case& p);
  void set_step(const test_case& p);
  void set_from(const test_case& p);
  void set_offsets(const test_case& p);

  std::vector<strew_problem_axis> axes_;
  std::vector<bool> is_position_;  // of axes
  problem_side to_, from_;
  strew_problem_from second_ = {};
  strew_problem_segments segments_ = {}, from_segments_ = {};
  strew_problem_step step_ = {};
  strew_problem_view view_ = STREW_PROBLEM_VIEW_INIT;
};

}  // namespace strew::cases
