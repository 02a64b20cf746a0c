// Equality of plans.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace strew::engine {
namespace {

// Null: there is none.
const problem* copy_of(const plan& p) {
  const step* copy = p.find(step_role::copy);
  return copy == nullptr ? nullptr : &copy->problem;
}

bool have_same_copy_of_data(const plan& left, const plan& right) {
  const problem* of_left = copy_of(left);
  const problem* of_right = copy_of(right);
  if (of_left == nullptr || of_right == nullptr) return of_left == of_right;
  return *of_left == *of_right;
}

// Of plans with the same move: their indices have the same layout.
using bound_values = std::shared_ptr<const copied_values>;

bool are_equal(const bound_values& left, const bound_values& right) {
  return left == right || (left && right && *left == *right);
}

bool have_same_indices(const plan& left, const plan& right) {
  return are_equal(left.bound_indices, right.bound_indices) && are_equal(left.bound_from, right.bound_from);
}

bool have_same_further(const plan& left, const plan& right) {
  return std::equal(
      left.further.begin(), left.further.end(), right.further.begin(), right.further.end(),
      [](const auto& one, const auto& other) { return one->kind == other->kind && are_same(one->made, other->made); });
}

std::uint64_t digest_of(const bound_values& values) {
  return values ? values->digest() : 0;
}

}  // namespace

bool are_same(const plan& left, const plan& right) {
  return left.move() == right.move() && have_same_copy_of_data(left, right) && have_same_indices(left, right) &&
         have_same_further(left, right);
}

std::uint64_t hash(const plan& p) {
  const problem* copy = copy_of(p);
  const std::uint64_t parts[] = {hash(p.move()), copy != nullptr ? hash(*copy) : 0, digest_of(p.bound_indices)};
  const std::uint64_t of_table = hash(reinterpret_cast<const std::byte*>(parts), sizeof parts, 0);
  std::uint64_t all = p.bound_from ? of_table ^ digest_of(p.bound_from) : of_table;
  for (const auto& one : p.further) all ^= hash(one->made) + static_cast<std::uint64_t>(one->kind);
  return all;
}

std::string to_text(const plan& p) {
  std::string text = to_text(p.move());
  if (const problem* copy = copy_of(p)) text += " data" + to_text_of_move(*copy);
  if (p.bound_indices) text += formatted(" prepared {:016x}", digest_of(p.bound_indices));
  if (p.bound_from) text += formatted(" prepared from {:016x}", digest_of(p.bound_from));
  for (const auto& one : p.further)
    text += formatted(" {}: {}", one->kind == further_kind::counts ? "count" : "arg", to_text(one->made));
  return text;
}

}  // namespace strew::engine
