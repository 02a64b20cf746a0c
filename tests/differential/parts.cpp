#include "differential/parts.hpp"

#include <fmt/format.h>
#include <strew/problem.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "differential/compare.hpp"

namespace strew::differential {
namespace {

using plan_handle = std::unique_ptr<strew_plan, void (*)(strew_plan*)>;

struct part_plan {
  plan_handle plan{nullptr, strew_plan_destroy};
  strew_problem_bases bases = STREW_PROBLEM_BASES_INIT;
};

// A dimension of the table, drawn by the case; more often one that tuples address.
struct chosen_dimension {
  int64_t number;
  int64_t extent;
  bool is_addressed;
};

std::optional<chosen_dimension> choose(const test_case& p, const strew_plan* plan) {
  strew_problem_view view = STREW_PROBLEM_VIEW_INIT;
  if (strew_plan_view(plan, &view, nullptr) != STREW_STATUS_OK) return std::nullopt;
  const uint64_t draw = p.seed / 7;
  if (view.member_count != 0 && (p.is_move() || draw % 4 != 0)) {
    const strew_problem_member& member = view.members[draw / 4 % view.member_count];
    return chosen_dimension{member.axis, member.extent, true};
  }
  if (p.is_move() || p.data.extents.empty()) return std::nullopt;
  const uint64_t number = draw / 4 % p.data.extents.size();
  for (uint64_t k = 0; k < view.member_count; ++k) {
    if (view.members[k].axis == static_cast<int64_t>(number)) return std::nullopt;
  }
  return chosen_dimension{static_cast<int64_t>(number), p.data.extents[number], false};
}

std::optional<part_plan> slice(const strew_plan* whole, int64_t dimension, int64_t low, int64_t high) {
  strew_problem_part part = STREW_PROBLEM_PART_INIT;
  part.dimension = dimension;
  part.low = low;
  part.high = high;
  part_plan made;
  strew_plan* plan = nullptr;
  if (strew_problem_slice(whole, &part, &plan, &made.bases, nullptr) != STREW_STATUS_OK) return std::nullopt;
  made.plan.reset(plan);
  return made;
}

strew_operand_places places_of(const test_case& p, arena& memory, const strew_problem_bases& bases) {
  const auto at = [&](operand_number which, int64_t bytes) {
    return static_cast<unsigned char*>(memory.pointer_of(which)) + bytes;
  };
  strew_operand_places made = STREW_OPERAND_PLACES_INIT;
  made.data = at(data_operand, bases.data);
  made.indices = p.no_indices ? nullptr : at(p.move.has_offsets ? offsets_operand : indices_operand, bases.indices);
  made.updates = at(updates_operand, bases.updates);
  made.output = at(output_operand, bases.output);
  made.from = at(p.move.has_from_offsets ? from_offsets_operand : from_operand, bases.from);
  made.weights = at(weights_operand, bases.weights);
  return made;
}

std::string error_differs(const strew_error& is, const strew_error& whole) {
  if (std::memcmp(&is, &whole, sizeof is) == 0) return "";
  return fmt::format("the record of a part differs: {}, should be {}", is.message, whole.message);
}

std::string parts_differ(const test_case& p, arena& memory, const strew_plan* whole, const chosen_dimension& along,
                         const expectation& expected, const char*& kind) {
  const auto middle = static_cast<int64_t>(p.seed / 1009 % static_cast<uint64_t>(along.extent + 1));
  const auto first = slice(whole, along.number, 0, middle);
  const auto second = slice(whole, along.number, middle, along.extent);
  if (!first || !second) return "";  // windows, what is filled, or a dimension that no axis traverses
  strew_error of_whole = STREW_ERROR_INIT;
  if (expected.answer.status == STREW_STATUS_INDEX) {
    const strew_operand_places all = places_of(p, memory, STREW_PROBLEM_BASES_INIT);
    strew_execute_at(whole, &all, nullptr, &of_whole);
    if (std::string_view(of_whole.rule) != "IX1" || !along.is_addressed) return "";
  }
  const bool is_error = expected.answer.status == STREW_STATUS_INDEX;
  kind = part_kinds[!along.is_addressed ? 2 : is_error ? 1 : 0];
  for (int64_t run = 0; run < p.runs; ++run) {
    for (const part_plan* part : {&*first, &*second}) {
      const strew_operand_places at = places_of(p, memory, part->bases);
      strew_error error = STREW_ERROR_INIT;
      const strew_status status = strew_execute_at(part->plan.get(), &at, nullptr, &error);
      if (status != expected.answer.status) return fmt::format("a part ends with {}", error.message);
      if (status != STREW_STATUS_OK) {
        if (auto text = error_differs(error, of_whole); !text.empty()) return text;
      }
    }
  }
  return memory_differs(p, memory, expected.after);
}

}  // namespace

std::string check_parts(const test_case& p, arena memory, const expectation& expected, const char*& kind) {
  test_case said = p;
  said.null_error = false;
  if (p.is_scatter() && p.place != output_place::data) return "";  // data outside of all parts would not be copied
  strew_plan* made = nullptr;
  make_plan(said, memory, &made);
  const plan_handle plan(made, strew_plan_destroy);
  if (made == nullptr) return "no plan of its parts";
  const auto along = choose(p, made);
  const std::string text = along ? parts_differ(said, memory, made, *along, expected, kind) : "";
  return text.empty() ? "" : fmt::format("parts of dimension {}: {}", along->number, text);
}

}  // namespace strew::differential
