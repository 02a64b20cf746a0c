// One random move with indices on both sides: its memory, the operands of the oracle, and the structs of its problem,
// which are written here from the formula, dimension by dimension.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cases/random.hpp"
#include "cases/test_case.hpp"
#include "oracle/move.hpp"
#include "oracle/offsets.hpp"
#include "strew/problem.h"

namespace strew::differential {

using cases::random_source;
using cases::shape;
using cases::view;

// In the order in which they are placed.
enum part_of_move { table_part, direct_part, to_part, from_part, weights_part, part_count };

struct move_memory {
  std::array<oracle::memory, part_count> of;
};

class random_move {
 public:
  explicit random_move(uint64_t seed);
  random_move(const random_move&) = delete;
  random_move& operator=(const random_move&) = delete;

  [[nodiscard]] const move_memory& memory() const { return memory_; }
  // The operands in some memory, which is a copy of that.
  [[nodiscard]] oracle::move_operands operands(move_memory& in) const;
  [[nodiscard]] strew_operand_places places(move_memory& in) const;
  [[nodiscard]] const strew_problem_view& problem() const { return view_; }
  [[nodiscard]] const oracle::reduction_rule& rule() const { return rule_; }
  [[nodiscard]] bool refuses_duplicates() const { return step_.duplicates == STREW_DUPLICATES_ERROR; }
  [[nodiscard]] bool has_from() const { return has_from_; }
  [[nodiscard]] bool has_weights() const { return rule_.weight_type != oracle::element::opaque; }
  [[nodiscard]] bool has_offsets() const { return to_.has_offsets || from_.has_offsets; }
  [[nodiscard]] bool has_padding() const { return to_.rules.padding || from_.rules.padding; }

 private:
  struct side {
    shape addressed;  // extents
    oracle::policy rules;
    std::vector<strew_problem_coordinate> coordinates;
    std::vector<strew_problem_position> positions;
    std::vector<strew_problem_member> members;
    bool has_offsets = false;
    strew_problem_segments segments = {};
  };

  shape draw_extents(int64_t most_rank, int64_t largest);
  void draw_shapes();
  void draw_element();
  void draw_views();
  void draw_rules(side& of);
  void place_parts();
  void fill_elements(part_of_move which);
  void fill_indices(part_of_move which, const side& of);
  void fill_offsets(part_of_move which, const side& of);
  void draw_offsets(side& of);
  [[nodiscard]] shape positions_of_an_entry() const;
  [[nodiscard]] oracle::segmentation segmentation_of(const side& of) const;
  void add_axes();
  void add_side(side& of, part_of_move indices, part_of_move operand, size_t batch,
                int64_t strew_problem_axis::*stride);
  void connect();
  [[nodiscard]] oracle::tensor tensor_of(part_of_move which, move_memory& in) const;

  random_source draw_;
  shape batch_, positions_, slice_;  // positions begin with the batch
  bool has_from_ = true;
  side to_, from_;
  oracle::reduction_rule rule_;
  oracle::element type_ = oracle::element::opaque;
  int64_t width_ = 0;
  std::array<view, part_count> views_;
  std::array<int64_t, part_count> bases_ = {};
  move_memory memory_;
  std::vector<strew_problem_axis> axes_;
  strew_problem_step step_ = {};
  strew_problem_from second_ = {};
  strew_problem_view view_ = STREW_PROBLEM_VIEW_INIT;
};

}  // namespace strew::differential
