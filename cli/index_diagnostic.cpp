#include "index_diagnostic.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formatted.hpp"

namespace strew::cli {
namespace {

std::vector<std::string> tuple_texts(const strew_error& error) {
  std::vector<std::string> members;
  const std::uint64_t listed = std::min<std::uint64_t>(error.tuple_depth, STREW_ERROR_RANK);
  for (std::uint64_t i = 0; i < listed; ++i) {
    const std::uint64_t bits = error.tuple[i];
    members.push_back(error.tuple_negative[i] != 0 ? formatted("{}", static_cast<std::int64_t>(bits))
                                                   : formatted("{}", bits));
  }
  return members;
}

// "(1, 2)"; "..." stands for members that the error record does not list.
std::string in_parentheses(const std::vector<std::string>& members, std::uint64_t count) {
  return formatted("({}{})", join(members, ", "), count > members.size() ? ", ..." : "");
}

// Coordinates are printed only for rank 2 and higher: in a vector the coordinate equals the position.
std::string place_text(std::uint64_t position, std::span<const std::int64_t> coordinates, std::uint64_t rank) {
  if (rank < 2) return formatted("position {}", position);
  std::vector<std::string> members;
  for (const std::int64_t coordinate : coordinates) members.push_back(formatted("{}", coordinate));
  return formatted("position {} {}", position, in_parentheses(members, rank));
}

std::span<const std::int64_t> coordinates_of(const strew_error& error) {
  return {error.coordinates, std::min<std::uint64_t>(error.coordinate_rank, STREW_ERROR_RANK)};
}

std::string place_text(const strew_error& error) {
  return place_text(error.position, coordinates_of(error), error.coordinate_rank);
}

// The record contains only the number of the other of two positions; its coordinates are computed here.
std::vector<std::int64_t> other_coordinates(const strew_error& error, const call_info& info) {
  std::vector<std::int64_t> coordinates(info.position_extents.size());
  std::uint64_t rest = error.other_position;
  for (std::size_t i = coordinates.size(); i-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(info.position_extents[i]);
    coordinates[i] = static_cast<std::int64_t>(rest % extent);
    rest /= extent;
  }
  return coordinates;
}

bool is_listed(const strew_error& error) {
  return error.component < STREW_ERROR_RANK;
}

std::string value_text(const strew_error& error) {
  return is_listed(error) ? tuple_texts(error)[error.component] : std::string("not listed");
}

std::string count_text(const strew_error& error, std::uint64_t positions) {
  return formatted("{} of {} position{} {} bad", error.bad_count, positions, positions == 1 ? "" : "s",
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

bool is_upward_free(const strew_error& error) {
  return error.allowed_high == std::numeric_limits<std::int64_t>::max();
}

std::int64_t axis_of(const strew_error& error, const call_info& info) {
  return info.first_axis + static_cast<std::int64_t>(error.component);
}

std::string range_text(const strew_error& error, const call_info& info) {
  const std::string where = formatted("(axis {} of extent {})", axis_of(error, info), error.extent);
  if (error.allowed_high < error.allowed_low) return "and no value is allowed " + where;
  if (is_upward_free(error)) return "below 0 " + where;
  return formatted("outside [{}, {}] {}", error.allowed_low, error.allowed_high, where);
}

std::string append_hint(const strew_error& error) {
  const bool is_negative = is_listed(error) && error.tuple_negative[error.component] != 0;
  if (is_negative) return "write indices count from 0; none counts from the end";
  return "all rows of the updates must lie in the cache; --mode circular goes on at its beginning";
}

std::string policy_hint(const strew_error& error, operator_kind kind) {
  const char* const passing = kind == operator_kind::gather ? "fill" : "skip";
  const char* const of = error.operand == STREW_OPERAND_SEGMENTS ? "segment-" : "";
  if (error.allowed_high < error.allowed_low) {
    return formatted("a dimension of extent 0 has no valid index; --{}out-of-bounds {} accepts any", of, passing);
  }
  if (is_negative_in_range(error)) {
    return formatted("--{}negative-indices from_end counts negative indices from the end: -1 is the last", of);
  }
  std::string hint = formatted("--{}out-of-bounds clamp, wrap or {} accept such indices", of, passing);
  if (is_one_past_the_end(error)) hint += formatted("; indices count from 0, the last is {}", error.extent - 1);
  return hint;
}

json_object& add_place(const strew_error& error, json_object& details) {
  return details.add("position", error.position)
      .add("coordinates", coordinates_of(error))
      .add_raw("tuple", formatted("[{}]", join(tuple_texts(error), ", ")));
}

void describe_duplicates(const strew_error& error, const call_info& info, diagnostic& made) {
  const std::vector<std::int64_t> other = other_coordinates(error, info);
  const std::string value = error.tuple_depth == 1
                                ? formatted("index {}", tuple_texts(error).front())
                                : formatted("tuple {}", in_parentheses(tuple_texts(error), error.tuple_depth));
  made.message = formatted("{}, {}, writes a cell that {} wrote", place_text(error), value,
                           place_text(error.other_position, other, other.size()));
  made.hint = "--duplicates allow applies both, in row-major order of the positions";
  add_place(error, made.details).add("other_position", error.other_position).add("other_coordinates", other);
}

void describe_bad_index(const strew_error& error, const call_info& info, diagnostic& made) {
  std::string where = place_text(error);
  if (error.tuple_depth > 1) where += formatted(", tuple {}", in_parentheses(tuple_texts(error), error.tuple_depth));
  made.message = formatted("{}: component {} is {}, {}; {}", where, error.component, value_text(error),
                           range_text(error, info), count_text(error, info.positions));
  made.hint = info.kind == operator_kind::append ? append_hint(error) : policy_hint(error, info.kind);
  add_place(error, made.details)
      .add("component", error.component)
      .add("axis", axis_of(error, info))
      .add("extent", error.extent)
      .add("allowed_low", error.allowed_low)
      .add("allowed_high", error.allowed_high)
      .add("bad_positions", error.bad_count);
}

}  // namespace

void describe_index_error(const strew_error& error, const call_info& info, diagnostic& made) {
  if (error.rule == std::string_view("IX2")) {
    describe_duplicates(error, info, made);
  } else {
    describe_bad_index(error, info, made);
  }
  made.details.add("positions", info.positions);
}

}  // namespace strew::cli
