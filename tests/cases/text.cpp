// The one line of a case: key=value pairs, every field, in a fixed order.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

#include "cases/test_case.hpp"
#include "strew/words.hpp"

namespace strew::cases {
namespace {

template <size_t N>
using names = const char* const[N];

constexpr names<4> place_names = {"own", "data", "indices", "updates"};
constexpr names<2> calling_names = {"once", "plan"};
constexpr names<11> pattern_names = {"zero", "equal", "few",  "uniform", "sorted",   "descending",
                                     "runs", "lines", "near", "extreme", "arbitrary"};
constexpr names<2> target_names = {"any", "portable"};
constexpr names<5> contents_names = {"bits", "small", "special", "signs", "orderless"};
constexpr names<13> tampering_names = {
    "none",         "version",      "struct_size", "device",       "options_version", "execution_size", "null_data",
    "null_indices", "null_updates", "null_output", "null_numbers", "numbers_version", "null_list"};

[[noreturn]] void refuse(std::string_view part) {
  throw std::invalid_argument(fmt::format("cannot read '{}'", part));
}

template <class T>
T number_of(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) refuse(text);
  return value;
}

// Values outside a table are printed as numbers, so that invalid options can be replayed too.
template <size_t N>
std::string word(names<N>& table, int64_t value) {
  return value >= 0 && value < static_cast<int64_t>(N) ? std::string(table[static_cast<size_t>(value)])
                                                       : std::to_string(value);
}

template <size_t N>
int64_t value_of(names<N>& table, std::string_view text) {
  for (size_t i = 0; i < N; ++i) {
    if (table[i] == text) return static_cast<int64_t>(i);
  }
  return number_of<int64_t>(text);
}

std::string_view until(std::string_view& text, char stop) {
  const size_t end = text.find(stop);
  if (end == std::string_view::npos) refuse(text);
  const std::string_view head = text.substr(0, end);
  text.remove_prefix(end + 1);
  return head;
}

shape list_of(std::string_view text) {
  shape list;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    list.push_back(number_of<int64_t>(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return list;
}

// f32:0[2,3]<12,4>+1, then "p" if strides are passed as null, "n" if the data pointer is null.
std::string text_of(const view& v) {
  return fmt::format("{}:{}[{}]<{}>+{}{}{}", name_of_type(v.type), v.element_bytes, fmt::join(v.extents, ","),
                     fmt::join(v.strides, ","), v.misalign, v.packed ? "p" : "", v.null ? "n" : "");
}

view view_of(std::string_view text) {
  view v;
  v.type = static_cast<strew_dtype>(value_of(words::types, until(text, ':')));
  v.element_bytes = number_of<uint64_t>(until(text, '['));
  v.extents = list_of(until(text, ']'));
  until(text, '<');
  v.strides = list_of(until(text, '>'));
  until(text, '+');
  if (text.ends_with('n')) {
    v.null = true;
    text.remove_suffix(1);
  }
  if (text.ends_with('p')) {
    v.packed = true;
    text.remove_suffix(1);
  }
  v.misalign = number_of<int64_t>(text);
  return v;
}

std::string hex_of(const std::vector<unsigned char>& bytes) {
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::vector<unsigned char> bytes_of(std::string_view hex) {
  std::vector<unsigned char> bytes;
  for (; !hex.empty(); hex.remove_prefix(2)) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(hex.data(), hex.data() + std::min<size_t>(2, hex.size()), value, 16);
    if (error != std::errc{} || end != hex.data() + 2) refuse(hex);
    bytes.push_back(static_cast<unsigned char>(value));
  }
  return bytes;
}

template <class Numbers, class Field>
void each_number(Numbers& n, Field&& field) {
  field("window", n.window);
  field("collapsed", n.collapsed);
  field("batching", n.batching);
  field("index_batching", n.index_batching);
  field("map", n.index_map);
  field("vector_dim", n.index_vector_dim);
  field("slices", n.slice_sizes);
}

// A line of another operator has none of them.
template <class Parts, class Field>
void each_part(Parts& m, Field&& field) {
  field("has_from", m.has_from);
  field("from", m.from);
  field("from_oob", m.from_out_of_bounds, words::out_of_bounds);
  field("from_negative", m.from_negative, words::negative_indices);
  field("from_pattern", m.from_pattern, pattern_names);
  field("from_padding", m.from_padding);
  field("padding", m.padding);
  field("has_weights", m.has_weights);
  field("weights", m.weights);
  field("has_offsets", m.has_offsets);
  field("offsets", m.offsets);
  field("has_from_offsets", m.has_from_offsets);
  field("from_offsets", m.from_offsets);
}

// Calls `field` for every part of the case; printing and parsing share this list.
template <class Problem, class Field>
void each_field(Problem& p, Field&& field) {
  field("op", p.op);
  field("data", p.data);
  field("indices", p.indices);
  field("updates", p.updates);
  field("output", p.output);
  field("no_indices", p.no_indices);
  field("axis", p.axis);
  field("b", p.batch_dims);
  field("mode", p.mode, words::mode);
  each_number(p.numbers, field);
  field("reduction", p.reduction, words::reductions);
  field("oob", p.out_of_bounds, words::out_of_bounds);
  field("negative", p.negative, words::negative_indices);
  field("exclude_self", p.exclude_self);
  field("accumulate", p.accumulate, words::accumulate);
  field("unordered", p.unordered);
  field("duplicates", p.duplicates, words::duplicates);
  field("partial", p.partial_window, words::partial_window);
  field("null_options", p.null_options);
  field("has_fill", p.has_fill);
  field("fill_type", p.fill_type, words::types);
  field("fill", p.fill);
  field("place", p.place, place_names);
  field("shift", p.shift);
  field("one_buffer", p.one_buffer);
  field("tamper", p.tamper, tampering_names);
  field("calls", p.calls, calling_names);
  field("runs", p.runs);
  field("threads", p.threads);
  field("target", p.engine.target, target_names);
  field("solver", p.engine.solver);
  field("executor", p.engine.executor);
  field("on_error", p.engine.on_error, words::on_error);
  field("null_error", p.null_error);
  if (p.is_move()) each_part(p.move, field);
  field("pattern", p.index_pattern, pattern_names);
  field("values", p.values, contents_names);
  field("seed", p.seed);
}

struct printer {
  std::string line;
  void put(std::string_view key, std::string_view value) {
    line += fmt::format("{}{}={}", line.empty() ? "" : " ", key, value);
  }
  void operator()(const char* key, operator_kind op) { put(key, name_of(op)); }
  void operator()(const char* key, const view& v) { put(key, text_of(v)); }
  void operator()(const char* key, const std::vector<unsigned char>& bytes) { put(key, hex_of(bytes)); }
  void operator()(const char* key, const std::string& word) { put(key, word); }
  void operator()(const char* key, const shape& list) { put(key, fmt::format("{}", fmt::join(list, ","))); }
  void operator()(const char* key, int32_t value) { put(key, std::to_string(value)); }
  void operator()(const char* key, bool value) { put(key, value ? "1" : "0"); }
  void operator()(const char* key, int64_t value) { put(key, std::to_string(value)); }
  void operator()(const char* key, uint64_t value) { put(key, std::to_string(value)); }
  void operator()(const char* key, std::optional<int64_t> value) { put(key, value ? std::to_string(*value) : "none"); }
  template <class T, size_t N>
  void operator()(const char* key, T value, names<N>& table) {
    put(key, word(table, static_cast<int64_t>(value)));
  }
};

// Fields that are not listed keep their values.
struct reader {
  std::map<std::string_view, std::string_view> pairs;
  std::optional<std::string_view> take(const char* key) {
    const auto found = pairs.find(key);
    if (found == pairs.end()) return std::nullopt;
    const std::string_view value = found->second;
    pairs.erase(found);
    return value;
  }
  template <class T, class Read>
  void take_into(const char* key, T& value, const Read& read) {
    if (const auto said = take(key)) value = static_cast<T>(read(*said));
  }
  void operator()(const char* key, operator_kind& op) {
    take_into(key, op, [](std::string_view said) {
      const std::optional<operator_kind> found = operator_of(said);
      if (!found) refuse(said);
      return *found;
    });
  }
  void operator()(const char* key, view& v) { take_into(key, v, view_of); }
  void operator()(const char* key, std::vector<unsigned char>& bytes) { take_into(key, bytes, bytes_of); }
  void operator()(const char* key, std::string& word) {
    take_into(key, word, [](std::string_view said) { return std::string(said); });
  }
  void operator()(const char* key, shape& list) { take_into(key, list, list_of); }
  void operator()(const char* key, int32_t& value) { take_into(key, value, number_of<int32_t>); }
  void operator()(const char* key, bool& value) { take_into(key, value, number_of<uint8_t>); }
  void operator()(const char* key, int64_t& value) { take_into(key, value, number_of<int64_t>); }
  void operator()(const char* key, uint64_t& value) { take_into(key, value, number_of<uint64_t>); }
  void operator()(const char* key, std::optional<int64_t>& value) {
    take_into(key, value, [](std::string_view said) {
      return said == "none" ? std::nullopt : std::optional(number_of<int64_t>(said));
    });
  }
  template <class T, size_t N>
  void operator()(const char* key, T& value, names<N>& table) {
    take_into(key, value, [&](std::string_view said) { return value_of(table, said); });
  }
};

}  // namespace

std::string to_text(const test_case& p) {
  printer print;
  each_field(p, print);
  return print.line;
}

test_case test_case_of(std::string_view text) {
  reader read;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    std::string_view value = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (value.empty()) continue;
    const std::string_view key = until(value, '=');
    read.pairs[key] = value;
  }
  test_case p;
  each_field(p, read);
  if (!read.pairs.empty()) refuse(read.pairs.begin()->first);
  return p;
}

std::string name_of_type(strew_dtype type) {
  return word(words::types, type);
}
std::string_view name_of(pattern kind) {
  return pattern_names[static_cast<size_t>(kind)];
}
std::string_view name_of_reduction(int32_t value) {
  return static_cast<size_t>(value) < std::size(words::reductions) ? words::reductions[static_cast<size_t>(value)]
                                                                   : "other";
}
std::string_view name_of_policy(int32_t value) {
  return static_cast<size_t>(value) < std::size(words::out_of_bounds) ? words::out_of_bounds[static_cast<size_t>(value)]
                                                                      : "other";
}

}  // namespace strew::cases
