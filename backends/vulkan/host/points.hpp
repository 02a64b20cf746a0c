// The points of a step of a problem in the order in which a device numbers them, and the keys of their cells. Of the
// host alone: nothing of Vulkan is known here, nor of where operands are.
//
// Axes come in this order: those along which positions meet in cells, as listed; those that lead to other indices;
// windows; then columns, which share their indices. The first three are enumerated: the number of a point has the
// contract's order among all points of a cell, so that a stable sort by cells gives each cell its updates in order. The
// key of a cell is its distance from the first element of the table, without columns, over the common divisor of all
// strides.
#pragma once

#include <strew/problem.h>

#include <cstdint>
#include <vector>

#include "host/layout.hpp"

namespace strew::vulkan {

// Lists of one side, for the memory of the device.
struct side_lists {
  bool is_there = false;
  std::vector<table_coordinate> coordinates;
  std::vector<table_position> positions;
  std::vector<table_coordinate> members;
  std::uint64_t alignment =
      0;  // all places of indices are multiples of it, from the first one on; 0: there is one place
};

struct points {
  table_problem problem;  // without addresses
  std::vector<table_axis> axes;
  side_lists sides[side_count];
  std::vector<unsigned char> fill;
  std::uint64_t alignment = 0;  // the same, of the strides of table and direct operand
  bool is_empty = false;        // an axis has extent 0
  bool collides = false;        // two points may write one cell
};

// What a device cannot number: a sentence; null: it can.
using refusal = const char*;

// The points of a step; the index spaces are those of the view, listed with the last step only.
refusal make_points(const strew_problem_view& view, const strew_problem_step& step, points& made);

// Positions and the places of their windows, whose keys are the cells of strew/cells.h: for the search for positions
// that write one cell. Of the last step of a view.
refusal make_positions(const strew_problem_view& view, points& made);

}  // namespace strew::vulkan
