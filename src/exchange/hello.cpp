#include "exchange/hello.hpp"

#include <algorithm>
#include <limits>

namespace strew::engine::exchange {
namespace {

// The words of a hello. `failed` is the number of a rule and one, or 0; `count` is of bad positions if there are some,
// else the most entries for any rank.
enum class word : std::uint8_t { digest, positions, entries, first_bad, count, value, failed, budget };

constexpr std::uint64_t none = ~std::uint64_t{0};

std::uint64_t& word_of(strew_hello& of, word which) {
  return of.words[static_cast<std::size_t>(which)];
}
std::uint64_t word_of(const strew_hello& of, word which) {
  return of.words[static_cast<std::size_t>(which)];
}

}  // namespace

strew_hello hello_of(const greeting& said, std::uint64_t to_rank) {
  const bool is_bad = said.bad.count != 0;
  strew_hello made{};
  word_of(made, word::digest) = said.digest;
  word_of(made, word::positions) = said.positions;
  word_of(made, word::entries) = to_rank;
  word_of(made, word::first_bad) = is_bad ? said.bad.first : none;
  word_of(made, word::count) = is_bad ? said.bad.count : said.most;
  word_of(made, word::value) = said.bad.value;
  word_of(made, word::budget) = said.budget;
  return made;
}

strew_hello hello_of(rule broken) {
  strew_hello made{};
  word_of(made, word::failed) = static_cast<std::uint64_t>(broken) + 1;
  return made;
}

namespace {

// Whether a rank can have said that. What it says of others is no more than its positions.
bool is_possible(const strew_hello& of) {
  const std::uint64_t positions = word_of(of, word::positions);
  const std::uint64_t first = word_of(of, word::first_bad), count = word_of(of, word::count);
  if (positions > std::numeric_limits<std::uint32_t>::max()) return false;
  if (first == none) return word_of(of, word::entries) <= count && count <= positions;
  return first < positions && count != 0 && count <= positions - first && word_of(of, word::entries) == 0;
}

}  // namespace

status agreement::read(const strew_hello* hellos, std::uint64_t ranks) {
  *this = {};
  for (std::uint64_t r = 0; r < ranks; ++r) {
    const std::uint64_t broken = word_of(hellos[r], word::failed);
    if (broken == 0) continue;
    if (broken > rule_count() || static_cast<rule>(broken - 1) == rule::IN1)
      return fail(rule::XC3, operand::none, "rank {} has failed", r);
    const auto number = static_cast<rule>(broken - 1);
    return fail(rule::XC3, operand::none, "rank {} has failed: {}, {}", r, name_of(number), text_of(number));
  }
  for (std::uint64_t r = 1; r < ranks; ++r) {
    if (word_of(hellos[r], word::digest) != word_of(hellos[0], word::digest))
      return fail(rule::XC3, operand::none, "ranks 0 and {} make different calls, or have different layouts", r);
  }
  for (std::uint64_t r = 0; r < ranks; ++r) {
    if (!is_possible(hellos[r]))
      return fail(rule::XC3, operand::none, "what rank {} says is no hello of this version of strew", r);
    const auto said = [&](word which) { return word_of(hellos[r], which); };
    if (said(word::first_bad) != none) {
      if (bad.count == 0) bad = {0, positions + said(word::first_bad), said(word::value)};
      bad.count += said(word::count);
    } else {
      most = std::max(most, said(word::count));
    }
    positions += said(word::positions);
    entries.push_back(said(word::entries));
    const std::uint64_t its = said(word::budget);
    if (its != 0) budget = budget == 0 ? its : std::min(budget, its);
  }
  return {};
}

}  // namespace strew::engine::exchange
