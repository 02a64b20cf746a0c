#include "index_complaint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace strew::cli {
namespace {

std::vector<std::string> tuple_texts(const strew_error& error) {
  std::vector<std::string> texts;
  const std::uint64_t listed = std::min<std::uint64_t>(error.tuple_depth, STREW_ERROR_RANK);
  for (std::uint64_t i = 0; i < listed; ++i) {
    const std::uint64_t bits = error.tuple[i];
    texts.push_back(error.tuple_negative[i] != 0 ? fmt::format("{}", static_cast<std::int64_t>(bits))
                                                 : fmt::format("{}", bits));
  }
  return texts;
}

// "(1, 2)"; members beyond those that an error lists are dots.
std::string in_parentheses(const std::vector<std::string>& members, std::uint64_t count) {
  return fmt::format("({}{})", fmt::join(members, ", "), count > members.size() ? ", ..." : "");
}

std::string place_text(const strew_error& error) {
  std::vector<std::string> coordinates;
  const std::uint64_t listed = std::min<std::uint64_t>(error.coordinate_rank, STREW_ERROR_RANK);
  for (std::uint64_t i = 0; i < listed; ++i) coordinates.push_back(fmt::format("{}", error.coordinates[i]));
  // A position of a vector is its own coordinate, a scalar position has none.
  if (error.coordinate_rank < 2) return fmt::format("position {}", error.position);
  return fmt::format("position {} {}", error.position, in_parentheses(coordinates, error.coordinate_rank));
}

bool is_listed(const strew_error& error) {
  return error.component < STREW_ERROR_RANK;
}

std::string value_text(const strew_error& error) {
  return is_listed(error) ? tuple_texts(error)[error.component] : std::string("not listed");
}

std::string count_text(const strew_error& error, std::uint64_t positions) {
  return fmt::format("{} of {} position{} {} bad", error.bad_count, positions, positions == 1 ? "" : "s",
                     error.bad_count == 1 ? "is" : "are");
}

bool is_negative_in_range(const strew_error& error) {
  if (!is_listed(error) || error.tuple_negative[error.component] == 0) return false;
  return static_cast<std::int64_t>(error.tuple[error.component]) >= -error.extent;
}

bool is_one_past_the_end(const strew_error& error) {
  return is_listed(error) && error.tuple_negative[error.component] == 0 && error.extent > 0 &&
         error.tuple[error.component] == static_cast<std::uint64_t>(error.extent);
}

std::string hint_text(const strew_error& error, bool is_scatter) {
  const char* passing = is_scatter ? "skip" : "fill";
  if (error.allowed_high < error.allowed_low) {
    return fmt::format("a dimension of extent 0 has no valid index; --out-of-bounds {} accepts any", passing);
  }
  if (is_negative_in_range(error)) {
    return "--negative-indices from_end counts negative indices from the end: -1 is the last";
  }
  std::string hint = fmt::format("--out-of-bounds clamp, wrap or {} accept such indices", passing);
  if (is_one_past_the_end(error)) hint += fmt::format("; indices count from 0, the last is {}", error.extent - 1);
  return hint;
}

void add_details(const strew_error& error, json_object& details) {
  const std::uint64_t listed = std::min<std::uint64_t>(error.coordinate_rank, STREW_ERROR_RANK);
  details.add("position", error.position)
      .add("coordinates", std::span<const std::int64_t>(error.coordinates, listed))
      .add_raw("tuple", fmt::format("[{}]", fmt::join(tuple_texts(error), ", ")))
      .add("component", error.component)
      .add("extent", error.extent)
      .add("allowed_low", error.allowed_low)
      .add("allowed_high", error.allowed_high)
      .add("bad_positions", error.bad_count);
}

}  // namespace

void describe_index_error(const strew_error& error, const call_facts& facts, complaint& said) {
  std::string where = place_text(error);
  if (error.tuple_depth > 1) where += fmt::format(", tuple {}", in_parentheses(tuple_texts(error), error.tuple_depth));
  const std::string range =
      error.allowed_high < error.allowed_low
          ? fmt::format("and no value is allowed (extent {})", error.extent)
          : fmt::format("outside [{}, {}] (extent {})", error.allowed_low, error.allowed_high, error.extent);
  said.message = fmt::format("{}: component {} is {}, {}; {}", where, error.component, value_text(error), range,
                             count_text(error, facts.positions));
  said.hint = hint_text(error, facts.is_scatter);
  add_details(error, said.details);
  said.details.add("positions", facts.positions);
}

}  // namespace strew::cli
