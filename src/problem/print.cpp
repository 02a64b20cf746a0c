#include <array>
#include <cstddef>
#include <string>

#include "problem/names.hpp"
#include "problem/problem.hpp"
#include "strew/words.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t longest_printed = 32;  // bytes of a fill pattern; a longer one is printed as a digest

void print_axes(std::string& out, const problem& p) {
  out += " axes";
  for (const axis& a : p.axes) {
    out += formatted(" {}(t{} d{} i{}", a.extent, a.table_stride, a.direct_stride, a.index_stride);
    if (a.window_of != no_window) out += formatted(" w{}", a.window_of);
    if (p.from) out += formatted(" f{}", a.from_stride);
    if (p.has_weight_places()) out += formatted(" g{}", a.weight_stride);
    if (p.names_positions) out += formatted(" n{}", a.position_stride);
    if (p.decoding) out += formatted(" s{} z{}", p.codes_along(a).scale, p.codes_along(a).zero);
    if (p.decodes_updates()) out += formatted(" c{}", p.codes_along(a).column);
    out.push_back(')');
  }
}

void print_coordinates(std::string& out, const indexed_side& of) {
  out += " coordinates";
  for (const coordinate& c : of.coordinates) {
    out += formatted(" {}/{}(t{} +{}", c.extent, c.window, c.table_stride, c.index_offset);
    if (c.weight_stride != 0) out += formatted(" g{}", c.weight_stride);
    out.push_back(')');
  }
  if (!of.kept) return;
  out += " kept";
  for (const kept_places& k : *of.kept) out += formatted(" [{}, {})", k.low, k.high);
}

void print_space(std::string& out, const index_space& space) {
  out += " positions";
  for (const auto& p : space.positions) out += formatted(" {}(i{})", p.extent, p.index_stride);
  out += " members";
  for (const auto& m : space.members) {
    out += formatted(" {}/{}(+{})", m.extent, m.window, m.index_offset);
  }
}

std::string rules_text(const indexed_side& of) {
  std::string text =
      formatted("{} {}/{}/{}", info(of.index_type).name, name_of(of.policy.outside), name_of(of.policy.below_zero),
                of.policy.cut == partial_window::element ? "element" : "whole");
  if (of.padding != indexed_side::no_padding) text += formatted(" padding {}", of.padding);
  if (of.segments)
    text += formatted(" {} offsets(+{}) batch {}", of.segments->offset_count, of.segments->offset_stride,
                      std::int64_t{of.segments->batch_rank});
  return text;
}

void print_from(std::string& out, const problem& p) {
  if (p.from) {
    out += " from=" + rules_text(*p.from);
    print_coordinates(out, *p.from);
    print_space(out, p.from->space);
  }
  if (p.is_weighted()) out += formatted(" weights={}", info(p.weight_type).name);
  if (p.is_scan()) out += p.trace == segment_trace::before ? " scan before" : " scan";
}

void print_decoding(std::string& out, const problem& p) {
  if (!p.decoding) return;
  const decoding& of = *p.decoding;
  out += formatted(" decode {}{} {} {}(+{} v{}) as {} scales {}/{}(t{} +{})", of.is_signed ? "i" : "u", of.bits,
                   of.packing == code_packing::halves ? "halves" : "low_first", of.columns, of.code_step, of.value_step,
                   info(of.value_type).name, info(of.scale_type).name, of.block, of.scale_stride, of.scale_step);
  if (of.has_zero_points) out += formatted(" zeros(t{} +{})", of.zero_stride, of.zero_step);
  if (of.has_codebook) out += formatted(" codebook(+{})", of.codebook_step);
}

void print_fill(std::string& out, const problem& p) {
  if (p.fill.empty()) return;
  out += " fill ";
  if (p.fill.size() > longest_printed) {
    out += formatted("{} bytes {:016x}", p.fill.size(), hash(p.fill.data(), p.fill.size(), 0));
    return;
  }
  for (std::size_t n = 0; n < p.fill.size(); ++n) out += formatted("{:02x}", static_cast<unsigned>(p.fill.data()[n]));
}

}  // namespace

const char* name_of(direction way) {
  return way == direction::read ? "read" : "write";
}

const char* name_of(reduction reduce) {
  return words::reductions[static_cast<std::size_t>(reduce)];
}

const char* name_of(out_of_bounds outside) {
  return words::out_of_bounds[static_cast<std::size_t>(outside)];
}

const char* name_of(negative below_zero) {
  constexpr std::array names = {"from_end", "invalid", "refuse"};
  return names[static_cast<std::size_t>(below_zero)];
}

std::string to_text_of_move(const problem& p) {
  std::string out;
  out += formatted(" w{}", p.width);
  print_axes(out, p);
  return out;
}

std::string to_text(const problem& p) {
  std::string out;
  out +=
      formatted("{} w{} {} {} index={}", name_of(p.way), p.width, info(p.type).name, name_of(p.reduce), rules_text(p));
  if (p.exclude_self) out += " exclude_self";
  if (p.accumulate == accumulation::native) out += " native";
  if (p.unordered) out += " unordered";
  if (p.refuses_duplicates) out += " unique";
  print_axes(out, p);
  print_coordinates(out, p);
  print_space(out, p.space);
  print_from(out, p);
  print_decoding(out, p);
  print_fill(out, p);
  return out;
}

}  // namespace strew::engine
