#include "conformance/case_reductions.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace strew::cli::conformance {
namespace {

constexpr std::int64_t sums_since = 16;
constexpr std::int64_t extremes_since = 18;

struct reduction_word {
  std::string word;
  std::int64_t since;
};
const reduction_word sum{"add", sums_since}, product{"mul", sums_since}, lowest{"min", extremes_since},
    largest{"max", extremes_since};

form reduced(form like, const reduction_word& by, const std::string& feature) {
  like.attributes.push_back({"reduction", 0, by.word});
  like.feature = by.word + (feature.empty() ? "" : "_" + feature);
  like.since = by.since;
  if (by.word == product.word) like.numbers = pattern::factors;
  return like;
}

bool has_order(dtype type) {
  return type != dtype::c64 && type != dtype::c128;
}

// Indices that repeat with every type, distinct ones with f32.
void add_types(const case_family& family, const reduced_forms& forms, std::int64_t since, const reduction_word& by,
               case_list& cases) {
  const std::vector<dtype> types = since == extremes_since ? types_of(since) : some_types();
  const bool is_extreme = by.since == extremes_since;
  for (const dtype type : types) {
    if (is_extreme && !has_order(type)) continue;
    cases.push_back(make_case(family, since, type, reduced(forms.repeated, by, "repeated_indices")));
  }
  cases.push_back(make_case(family, since, dtype::f32, reduced(forms.distinct, by, "")));
}

// data[i] with updates[i], one after another.
form line_of(const reduced_forms& forms, number_list data, number_list updates) {
  form made;
  const auto count = static_cast<std::int64_t>(data.size());
  made.data = {count};
  made.updates = made.data;
  made.indices = forms.line(count);
  for (std::int64_t i = 0; i < count; ++i) made.places.push_back(i);
  made.data_numbers = std::move(data);
  made.update_numbers = std::move(updates);
  return made;
}

void add_special_values(const case_family& family, const reduced_forms& forms, dtype type, case_list& cases) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const form nan_data = line_of(forms, {nan, 1.0, nan}, {1.0, 2.0, -infinity});
  const form nan_updates = line_of(forms, {1.0, 2.0, infinity}, {nan, 1.0, nan});
  const form zeros = line_of(forms, {0.0, -0.0, 0.0, -0.0}, {-0.0, 0.0, 0.0, -0.0});
  const form infinities = line_of(forms, {infinity, -infinity, 1.0, -infinity}, {1.0, 1.0, infinity, infinity});
  const auto add = [&](const form& like, const reduction_word& by, const std::string& feature) {
    cases.push_back(make_case(family, extremes_since, type, reduced(like, by, feature)));
  };
  for (const reduction_word& by : {lowest, largest}) {
    add(nan_data, by, "nan_in_data");
    add(nan_updates, by, "nan_in_updates");
    add(zeros, by, "signs_of_zero");
    add(infinities, by, "infinities");
  }
  add(zeros, sum, "signs_of_zero");
  add(infinities, sum, "infinities");
  add(zeros, product, "signs_of_zero");
}

void add_wrapping(const case_family& family, const reduced_forms& forms, dtype type, case_list& cases) {
  for (const reduction_word& by : {sum, product}) {
    const form like = line_of(forms, {highest(type), 1}, {highest(type), highest(type)});
    cases.push_back(make_case(family, extremes_since, type, reduced(like, by, "wraps")));
  }
}

}  // namespace

void add_reductions(const case_family& family, const reduced_forms& forms, case_list& cases) {
  const reduction_word none{"none", sums_since};
  for (const std::int64_t since : {sums_since, extremes_since}) {
    cases.push_back(make_case(family, since, dtype::f32, reduced(forms.distinct, none, "")));
    for (const reduction_word& by : {sum, product, lowest, largest}) {
      if (by.since <= since) add_types(family, forms, since, by, cases);
    }
  }
  for (const dtype type : {dtype::f16, dtype::f32}) {
    add_special_values(family, forms, type, cases);
  }
  for (const dtype type : {dtype::i8, dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::u64}) {
    add_wrapping(family, forms, type, cases);
  }
}

}  // namespace strew::cli::conformance
