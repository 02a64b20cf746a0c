#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <string>

#include "problem/names.hpp"
#include "problem/problem.hpp"

namespace strew {
inline namespace engine {
namespace {

using buffer = fmt::memory_buffer;

constexpr std::size_t longest_printed = 32;  // bytes of a fill pattern; of a longer one a digest stands for them

void print_axes(buffer& out, const problem& p) {
  fmt::format_to(std::back_inserter(out), " axes");
  for (const axis& a : p.axes) {
    fmt::format_to(std::back_inserter(out), " {}(t{} d{} i{}", a.extent, a.table_stride, a.direct_stride,
                   a.index_stride);
    if (a.window_of != no_window) fmt::format_to(std::back_inserter(out), " w{}", a.window_of);
    out.push_back(')');
  }
}

void print_coordinates(buffer& out, const problem& p) {
  fmt::format_to(std::back_inserter(out), " coordinates");
  for (const coordinate& c : p.coordinates) {
    fmt::format_to(std::back_inserter(out), " {}/{}(t{} +{})", c.extent, c.window, c.table_stride, c.index_offset);
  }
}

void print_space(buffer& out, const index_space& space) {
  fmt::format_to(std::back_inserter(out), " positions");
  for (const auto& p : space.positions) fmt::format_to(std::back_inserter(out), " {}(i{})", p.extent, p.index_stride);
  fmt::format_to(std::back_inserter(out), " members");
  for (const auto& m : space.members) {
    fmt::format_to(std::back_inserter(out), " {}/{}(+{})", m.extent, m.window, m.index_offset);
  }
}

void print_fill(buffer& out, const problem& p) {
  if (p.fill.empty()) return;
  fmt::format_to(std::back_inserter(out), " fill ");
  if (p.fill.size() > longest_printed) {
    fmt::format_to(std::back_inserter(out), "{} bytes {:016x}", p.fill.size(), hash(p.fill.data(), p.fill.size(), 0));
    return;
  }
  for (std::size_t n = 0; n < p.fill.size(); ++n)
    fmt::format_to(std::back_inserter(out), "{:02x}", static_cast<unsigned>(p.fill.data()[n]));
}

}  // namespace

const char* name_of(direction way) {
  return way == direction::read ? "read" : "write";
}

const char* name_of(reduction reduce) {
  constexpr std::array names = {"none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor"};
  return names[static_cast<std::size_t>(reduce)];
}

const char* name_of(out_of_bounds outside) {
  constexpr std::array names = {"error", "clamp", "wrap", "skip", "fill", "assume"};
  return names[static_cast<std::size_t>(outside)];
}

const char* name_of(negative below_zero) {
  constexpr std::array names = {"from_end", "invalid", "refuse"};
  return names[static_cast<std::size_t>(below_zero)];
}

std::string to_text_of_move(const problem& p) {
  buffer out;
  fmt::format_to(std::back_inserter(out), " w{}", p.width);
  print_axes(out, p);
  return fmt::to_string(out);
}

std::string to_text(const problem& p) {
  buffer out;
  fmt::format_to(std::back_inserter(out), "{} w{} {} {} index={} {}/{}/{}", name_of(p.way), p.width, facts(p.type).name,
                 name_of(p.reduce), facts(p.index_type).name, name_of(p.policy.outside), name_of(p.policy.below_zero),
                 p.policy.cut == partial_window::element ? "element" : "whole");
  if (p.exclude_self) fmt::format_to(std::back_inserter(out), " exclude_self");
  if (p.accumulate == accumulation::native) fmt::format_to(std::back_inserter(out), " native");
  if (p.unordered) fmt::format_to(std::back_inserter(out), " unordered");
  if (p.refuses_duplicates) fmt::format_to(std::back_inserter(out), " unique");
  print_axes(out, p);
  print_coordinates(out, p);
  print_space(out, p.space);
  print_fill(out, p);
  return fmt::to_string(out);
}

}  // namespace engine
}  // namespace strew
